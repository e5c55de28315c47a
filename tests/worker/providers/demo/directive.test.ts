// The demo line is read strictly, and whatever is wrong with it is said in sentences.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directiveHelp, readDirective } from '#worker/providers/demo/directive.ts';

describe('a line that can be followed', () => {
  test.each([
    ['hello', {}, 'hello'],
    ['@demo', {}, ''],
    ['@demo\nhello', {}, 'hello'],
    ['@demo delay=3s\nhello', { delayMs: 3_000 }, 'hello'],
    ['@demo delay=250ms rate=50 tokens=400', { delayMs: 250, rate: 50, tokens: 400 }, ''],
    ['@demo delay=1.5s', { delayMs: 1_500 }, ''],
    ['@demo delay=2m', { delayMs: 120_000 }, ''],
    ['@demo rate=0 delay=0 reply="ok"', { rate: 0, delayMs: 0, reply: 'ok' }, ''],
    ['@demo fail=429 times=2 retry-after=2s\r\ntext', { fail: '429', times: 2, retryAfterMs: 2_000 }, 'text'],
    ['@demo fail=crash', { fail: 'crash' }, ''],
    ['@demo hang', { hang: true }, ''],
    ['@demo deaf tokens=5', { deaf: true, tokens: 5 }, ''],
    ['@demo reply=yes', { reply: 'yes' }, ''],
    ['@demo reply="a = \\"b\\"\\nand c"', { reply: 'a = "b"\nand c' }, ''],
    ['\n @demo hang\nx', { hang: true }, 'x'],
  ])('%j', (prompt, directive, text) => {
    expect(readDirective(prompt)).toEqual({ ok: true, directive, text });
  });

  test('only a first line that is exactly @demo is one', () => {
    for (const prompt of ['@demonstrate hang', 'say @demo hang', 'first\n@demo hang', '@demo-x'])
      expect(readDirective(prompt)).toEqual({ ok: true, directive: {}, text: prompt });
  });

  test('every example of the help works, given what it depends on', () => {
    for (const [example] of directiveHelp) {
      const needs = example.startsWith('times') || example.startsWith('retry-after') ? 'fail=429 ' : '';
      expect(readDirective(`@demo ${needs}${example}`)).toMatchObject({ ok: true });
    }
  });
});

describe('a line that cannot', () => {
  test.each([
    ['@demo speed=3', '`speed` is not a setting'],
    ['@demo delay=soon', '`delay` must be a time'],
    ['@demo delay=5', '`delay` must be a time'],
    ['@demo delay', '`delay` must be a time'],
    ['@demo rate=-1', '`rate` must be a whole number'],
    ['@demo tokens=0', '`tokens` must be a whole number'],
    ['@demo tokens=999999', '`tokens` must be a whole number'],
    ['@demo fail=418', '`fail` must be one of'],
    ['@demo times=2', '`times` needs a `fail=…`'],
    ['@demo fail=401 retry-after=2s', '`retry-after` belongs to'],
    ['@demo hang=yes', '`hang` stands alone'],
    ['@demo hang fail=500', '`hang` and `fail`'],
    ['@demo reply="unclosed', 'without a closing one'],
    ['@demo reply=', '`reply` needs a text'],
    ['@demo reply="x" tokens=3', '`tokens` has nothing to do'],
    ['@demo rate=1 rate=2', '`rate` is given twice'],
    ['@demo please', '`please` is not a setting'],
  ])('%j says why', (prompt, words) => {
    const read = readDirective(prompt);
    expect(read.ok ? [] : read.problems.join(' ')).toContain(words);
  });

  test('names every problem at once', () => {
    const read = readDirective('@demo speed=1 delay=x');
    expect(read.ok ? [] : read.problems).toHaveLength(2);
  });
});

test('no prompt whatever makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => void readDirective(`@demo ${line}`)));
});
