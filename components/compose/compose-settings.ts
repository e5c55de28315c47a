// How prompts are sent: model, attempts, priority, time, and the key that sends. This browser keeps model and key, this tab the rest.
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
  const { model, sendWith } = readFrom('localStorage');
  const { maxAttempts, priority, scheduledFor } = readFrom('sessionStorage');
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(sendWith === 'mod-enter' ? { sendWith } : {}),
    ...(typeof maxAttempts === 'number' ? { maxAttempts } : {}),
    ...(priority === 'urgent' || priority === 'later' ? { priority } : {}),
    // A time that has passed meanwhile is no wish any more.
    ...(typeof scheduledFor === 'string' && Date.parse(scheduledFor) > Date.now() ? { scheduledFor } : {}),
  };
}

function readFrom(where: 'localStorage' | 'sessionStorage'): { readonly [name in keyof ComposeSettings]?: unknown } {
  try {
    const kept: unknown = JSON.parse(window[where].getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    // Switched off or not ours: the defaults are fine.
    return {};
  }
}

// What is meant for a few prompts lasts over a reload and no longer: a new tab begins with the defaults.
function keep({ model, sendWith, ...forThisTab }: ComposeSettings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ model, sendWith }));
    sessionStorage.setItem(storageKey, JSON.stringify(forThisTab));
  } catch {
    // Switched off: remembered as long as the page lives.
  }
}
