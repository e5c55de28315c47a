// What the map and the list are given: rows, a selection, and what a person may ask for. Neither fetches anything.
import type { ReactNode } from 'react';
import type { Finding } from '#components/field/map/find/use-find.ts';
import type { ExecutionOptions } from '#lib/domain/prompt.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** All ids are prompt ids. */
export interface FieldProps {
  readonly rows: readonly FieldDrop[];
  readonly selectedId: string | null;
  readonly onSelect: (promptId: string | null) => void;
  readonly onOpen: (promptId: string) => void;
  readonly onCancel: (promptId: string) => unknown;
  /** Also sends an unsent drop again. */
  readonly onRetry: (promptId: string, options?: ExecutionOptions) => unknown;
  /** Makes the next prompt continue this one and goes to where it is written; by default it is selected. */
  readonly onContinue?: (promptId: string) => void;
  /** What was searched for or filtered. The map keeps everything in its place and lets the rest step back. */
  readonly finding?: Finding | null;
  /** Narrow pane: fewer words, larger targets. */
  readonly compact?: boolean;
  /** The viewer's zone; the browser's own by default. Days are cut by it. */
  readonly timeZone?: string;
  /** Under the empty field's sentence: the starter chips. */
  readonly starters?: ReactNode;
  /** Screen pixels at the bottom that the compose bar covers. */
  readonly bottomInset?: number;
}
