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
 * `send`, `older` and `newer` (prompts written before, back into the bar), or null: the key does what it does in any text field.
 * An Enter that confirms a Japanese or Chinese conversion must not send. Safari has `isComposing` false by then
 * and shows only keyCode 229.
 */
export function composeCommand(press: ComposeKey, sendWith: SendWith): 'send' | 'older' | 'newer' | null {
  if (press.isComposing || press.keyCode === 229) return null;
  const hasModifier = press.metaKey || press.ctrlKey;
  const isRecall = hasModifier && !press.shiftKey && !press.altKey;
  if (isRecall && press.key === 'ArrowUp') return 'older';
  if (isRecall && press.key === 'ArrowDown') return 'newer';
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return null;
  return hasModifier || sendWith === 'enter' ? 'send' : null;
}
