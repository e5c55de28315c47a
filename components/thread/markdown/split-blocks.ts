// Cuts growing markdown into top-level blocks, so that only the last one is parsed again while an answer streams.

export interface Block {
  readonly text: string;
  /** The block ends inside a code fence that is not closed yet. */
  readonly isOpen: boolean;
}

export interface Split {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Where the last block starts in `text`. */
  readonly lastStart: number;
}

export const emptySplit: Split = { text: '', blocks: [], lastStart: 0 };

/**
 * Splits `text`, keeping all blocks but the last of `known` when `text` merely grew: its cost is that of the last block.
 * A block is cut at blank lines outside fences, never within a list. Text with link or footnote definitions stays one
 * block, because a definition may serve any paragraph.
 */
export function growBlocks(known: Split, text: string): Split {
  if (text === known.text) return known;
  const isGrown = known.blocks.length > 1 && text.startsWith(known.text);
  const from = isGrown ? known.lastStart : 0;
  const tail = text.slice(from);
  if (definition.test(tail)) return { text, blocks: [{ text, isOpen: endsInFence(text) }], lastStart: 0 };
  const settled = isGrown ? known.blocks.slice(0, -1) : [];
  const { blocks, lastStart } = cut(tail);
  return { text, blocks: [...settled, ...blocks], lastStart: from + lastStart };
}

const definition = /^ {0,3}\[[^\]\n]+\]:/m;
const fenceLine = /^( *)(`{3,}|~{3,})(.*)$/;
const listLine = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: |$)/;

function cut(text: string): { blocks: Block[]; lastStart: number } {
  const blocks: Block[] = [];
  let fence: string | null = null;
  let start = 0;
  let isAfterBlank = false;
  let isList = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (fence === null && isAfterBlank && !isBlank && startsBlock(line, isList)) {
      if (at > start) blocks.push({ text: text.slice(start, at), isOpen: false });
      start = at;
      isList = false;
    }
    if (at === start || (isAfterBlank && !isBlank)) isList = isList || listLine.test(line);
    fence = nextFence(fence, line, isList);
    isAfterBlank = isBlank && fence === null;
    at += line.length + 1;
  }
  if (start < text.length) blocks.push({ text: text.slice(start), isOpen: fence !== null });
  return { blocks, lastStart: start };
}

/** After a blank line: anything at the margin starts a block, except a further item of the list before it. */
function startsBlock(line: string, isList: boolean): boolean {
  return !/^[ \t]/.test(line) && !(isList && listLine.test(line));
}

function nextFence(open: string | null, line: string, isList: boolean): string | null {
  const [, indent = '', marks = '', rest = ''] = fenceLine.exec(line) ?? [];
  if (marks === '') return open;
  // Four spaces make indented code, except inside a list, where a fence is indented with its item.
  if (!isList && indent.length > 3) return open;
  if (open === null) return marks.startsWith('`') && rest.includes('`') ? null : marks;
  const isClosing = marks.startsWith(open.charAt(0)) && marks.length >= open.length && rest.trim() === '';
  return isClosing ? null : open;
}

function endsInFence(text: string): boolean {
  let open: string | null = null;
  for (const line of text.split('\n')) open = nextFence(open, line, true);
  return open !== null;
}
