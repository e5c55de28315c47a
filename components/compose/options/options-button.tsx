// The button that says with which model the next prompt is asked, and opens how it is sent.
import dynamic from 'next/dynamic';
import { useCallback, useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { isDemo, modelWords } from '#components/ui/model-words.ts';
import { clockWords } from '#components/ui/time-words.ts';
import { useDismiss } from '#components/ui/use-dismiss.ts';
import { useModels } from '#components/ui/use-models.ts';
import type { ComposeSettings } from '../compose-settings.ts';

const ComposeOptions = dynamic(() => import('./compose-options.tsx'), {
  ssr: false,
  loading: () => <p className="p-3.5 text-dim">…</p>,
});

interface OptionsButtonProps {
  readonly settings: ComposeSettings;
  readonly onChange: (next: Partial<ComposeSettings>) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function OptionsButton({ settings, onChange, isOpen, onOpen }: OptionsButtonProps) {
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    onOpen(false);
    button.current?.focus();
  }, [onOpen]);
  useDismiss(panel, isOpen, close);
  const model = useModelName(settings.model);
  return (
    <div ref={panel} className="relative min-w-0">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        className="flex h-8 max-w-full items-center gap-1.5 rounded-small px-2 text-ui whitespace-nowrap text-dim hover:bg-hover hover:text-ink"
      >
        <Icon name="sliders" size={14} />
        <span className="max-w-44 min-w-0 truncate">{model ?? 'Model'}</span>
        {settings.priority !== 'normal' && <span>· {settings.priority}</span>}
        {settings.scheduledFor !== null && (
          <span className="text-water-ink" suppressHydrationWarning>
            · {clockWords(settings.scheduledFor, Date.now())}
          </span>
        )}
      </button>
      {isOpen && (
        <div
          role="dialog"
          aria-label="How this prompt is sent"
          className="absolute bottom-10 left-0 z-40 max-h-[calc(100dvh-164px)] w-84 max-w-[calc(100vw-32px)] overflow-y-auto rounded-card border border-line-strong bg-raised text-ui shadow-panel"
        >
          <ComposeOptions settings={settings} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

function useModelName(chosen: string | null): string | null {
  const known = useModels();
  const id = chosen ?? known?.default;
  if (id === undefined) return null;
  return isDemo(id) ? modelWords(id) : (known?.models.find((model) => model.id === id)?.label ?? modelWords(id));
}
