// What a key pressed in the compose bar means; a key that belongs to an input method means nothing here.

export type SendWith = 'enter' | 'mod-enter';

export interface ComposeKey {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

/**
 * `send`, `recall` (the last prompt back into an empty bar), or null: the key does what it does in any text field.
 * An Enter that confirms a Japanese or Chinese conversion must not send. Safari has `isComposing` false by then
 * and shows only keyCode 229.
 */
export function composeCommand(press: ComposeKey, sendWith: SendWith): 'send' | 'recall' | null {
  if (press.isComposing || press.keyCode === 229) return null;
  const hasModifier = press.metaKey || press.ctrlKey;
  if (press.key === 'ArrowUp' && hasModifier && !press.shiftKey && !press.altKey) return 'recall';
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return null;
  return hasModifier || sendWith === 'enter' ? 'send' : null;
}
