// Which keys are commands, and which begin a prompt.
import { expect, it } from 'vitest';
import { commandOf, startsWriting } from '#components/shell/shortcuts/use-shortcuts.ts';

it('a capital letter begins a prompt and is no command', () => {
  for (const key of ['W', 'T', 'Ä', 'Ж']) {
    expect(startsWriting(key)).toBe(true);
    expect(commandOf(key)).toBeNull();
  }
});

it('small letters, digits, signs and named keys stay with the commands', () => {
  for (const key of ['c', 't', '1', '/', '?', ' ', 'Enter', 'Escape', 'Tab']) expect(startsWriting(key)).toBe(false);
});
