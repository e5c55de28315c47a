// Says how much room is left in a prompt, from the last tenth on, and that it is too long when it is.
import { promptTextLimit } from '#lib/domain/prompts/prompt-text.ts';

const noticeFrom = promptTextLimit * 0.9;

/** Null while there is plenty of room. */
export function lengthNotice(length: number): { readonly text: string; readonly isOver: boolean } | null {
  if (length < noticeFrom) return null;
  const limit = promptTextLimit.toLocaleString('en');
  if (length <= promptTextLimit)
    return { text: `${length.toLocaleString('en')} of ${limit} characters`, isOver: false };
  const over = length - promptTextLimit;
  return {
    text: `${over.toLocaleString('en')} ${over === 1 ? 'character' : 'characters'} over the limit of ${limit}. Shorten it or split it.`,
    isOver: true,
  };
}
