// The keys of the compose bar, first of all the Enter that belongs to an input method.
import { describe, expect, test } from 'vitest';
import { type ComposeKey, composeCommand } from '#components/compose/send-key.ts';

const enter: ComposeKey = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
};

describe('an Enter that confirms a conversion never sends', () => {
  test('while the browser says that it is composing', () => {
    expect(composeCommand({ ...enter, isComposing: true }, 'enter')).toBeNull();
  });
  test('in Safari, where composing is over by then and only keyCode 229 tells', () => {
    expect(composeCommand({ ...enter, keyCode: 229 }, 'enter')).toBeNull();
  });
  test('with a modifier neither', () => {
    expect(composeCommand({ ...enter, metaKey: true, keyCode: 229 }, 'mod-enter')).toBeNull();
  });
});

test('Enter sends and Shift+Enter makes a line', () => {
  expect(composeCommand(enter, 'enter')).toBe('send');
  expect(composeCommand({ ...enter, shiftKey: true }, 'enter')).toBeNull();
});

test('with the other setting plain Enter makes a line and a modifier sends', () => {
  expect(composeCommand(enter, 'mod-enter')).toBeNull();
  expect(composeCommand({ ...enter, metaKey: true }, 'mod-enter')).toBe('send');
  expect(composeCommand({ ...enter, ctrlKey: true }, 'mod-enter')).toBe('send');
});

test('only with a modifier the arrow up recalls the last prompt', () => {
  const up = { ...enter, key: 'ArrowUp', keyCode: 38 };
  expect(composeCommand(up, 'enter')).toBeNull();
  expect(composeCommand({ ...up, metaKey: true }, 'enter')).toBe('older');
});
