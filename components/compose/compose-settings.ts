// How prompts are sent from this browser: model, attempts, priority, and which key sends. Model and key are remembered.
import { useCallback, useEffect, useState } from 'react';
import { priorities } from '#lib/domain/job.ts';
import type { ExecutionOptions } from '#lib/domain/prompt.ts';
import type { SendWith } from './send-key.ts';

export type Priority = keyof typeof priorities;

export interface ComposeSettings {
  /** Null: the server's default. */
  readonly model: string | null;
  /** Null: the server's default. */
  readonly maxAttempts: number | null;
  readonly priority: Priority;
  readonly sendWith: SendWith;
  /** The next prompt runs no earlier than this, ISO 8601; null at once. */
  readonly scheduledFor: string | null;
}

const defaults: ComposeSettings = {
  model: null,
  maxAttempts: null,
  priority: 'normal',
  sendWith: 'enter',
  scheduledFor: null,
};
const storageKey = 'asterion.compose';

export function useComposeSettings() {
  const [settings, setSettings] = useState(defaults);
  // Read after the first render: the server renders without this browser's memory.
  useEffect(() => setSettings((known) => ({ ...known, ...readKept() })), []);
  const change = useCallback((next: Partial<ComposeSettings>) => {
    setSettings((known) => {
      const changed = { ...known, ...next };
      keep(changed);
      return changed;
    });
  }, []);
  return { settings, change };
}

/** What of the settings goes into the request; defaults are left to the server. */
export function optionsOf({ model, maxAttempts }: ComposeSettings): ExecutionOptions | undefined {
  if (model === null && maxAttempts === null) return undefined;
  return {
    ...(model === null ? {} : { model }),
    ...(maxAttempts === null ? {} : { max_attempts: maxAttempts }),
  };
}

export function priorityOf({ priority }: ComposeSettings): number | undefined {
  return priority === 'normal' ? undefined : priorities[priority];
}

function readKept(): Partial<ComposeSettings> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return {
      ...('model' in kept && typeof kept.model === 'string' ? { model: kept.model } : {}),
      ...('sendWith' in kept && kept.sendWith === 'mod-enter' ? { sendWith: kept.sendWith } : {}),
    };
  } catch {
    // Switched off or not ours: the defaults are fine.
    return {};
  }
}

function keep({ model, sendWith }: ComposeSettings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ model, sendWith }));
  } catch {
    // Switched off: remembered as long as the page lives.
  }
}
