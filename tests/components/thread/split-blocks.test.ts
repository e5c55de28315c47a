// Markdown cut into blocks: nothing lost, code and lists whole, and cheap while it grows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySplit, growBlocks } from '#components/thread/markdown/split-blocks.ts';

const texts = (text: string) => growBlocks(emptySplit, text).blocks.map((block) => block.text);

test('paragraphs are blocks of their own', () => {
  expect(texts('One.\n\nTwo.\n\n\nThree.')).toEqual(['One.\n\n', 'Two.\n\n\n', 'Three.']);
});

test('a fence with blank lines inside is one block', () => {
  expect(texts('```ts\na\n\nb\n```\n\nAfter.')).toEqual(['```ts\na\n\nb\n```\n\n', 'After.']);
});

test('a fence is closed only by its own kind, at least as long', () => {
  expect(texts('````\n```\n\n~~~\n\n````\n\nAfter.')).toHaveLength(2);
});

test('a loose list stays whole, with its indented fences', () => {
  expect(texts('1. One\n\n   ```\n   x\n\n   y\n   ```\n\n2. Two\n\nAfter.')).toEqual([
    '1. One\n\n   ```\n   x\n\n   y\n   ```\n\n2. Two\n\n',
    'After.',
  ]);
});

test('text whose links are defined elsewhere is one block', () => {
  expect(texts('See [it].\n\nMore.\n\n[it]: https://example.org')).toHaveLength(1);
});

test('a fence that is not closed yet says so', () => {
  const { blocks } = growBlocks(emptySplit, 'Text.\n\n```py\nprint(1)\n\n');
  expect(blocks.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

describe('while text grows', () => {
  const piece = fc.constantFrom(
    'word ',
    '\n',
    '\n\n',
    '```\n',
    '- item\n',
    '1. x\n',
    '  in\n',
    '# H\n',
    '~~~',
    '[a]: b\n',
  );

  test('the blocks are those of the whole text, whatever the steps', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        let split = emptySplit;
        let text = '';
        for (const next of pieces) {
          text += next;
          split = growBlocks(split, text);
          expect(split.blocks.map((block) => block.text).join('')).toBe(text);
        }
        expect(split.blocks).toEqual(growBlocks(emptySplit, text).blocks);
      }),
    );
  });

  test('settled blocks keep their identity, so nothing parses them again', () => {
    const before = growBlocks(emptySplit, 'One.\n\nTwo.\n\nThr');
    const after = growBlocks(before, 'One.\n\nTwo.\n\nThree.');
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
  });

  test('another text, not grown from the last, is cut anew', () => {
    const before = growBlocks(emptySplit, 'One.\n\nTwo.');
    expect(growBlocks(before, 'Fresh start.').blocks).toEqual([{ text: 'Fresh start.', isOpen: false }]);
  });
});
