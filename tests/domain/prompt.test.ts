// What may be submitted, and the label a prompt gets.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from '#lib/domain/event.ts';
import { submitRequest } from '#lib/domain/prompt.ts';
import { labelOf, promptTextLimit } from '#lib/domain/prompts/prompt-text.ts';

const id = '0198c5a0-0000-7000-8000-000000000001';

function faultsOf(request: unknown): string[] {
  const parsed = submitRequest.safeParse(request);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a submit', () => {
  it('needs nothing but a text, and takes every field of the contract', () => {
    expect(faultsOf({ text: 'x' })).toEqual([]);
    expect(
      faultsOf({
        text: 'x',
        parent_id: id,
        session_id: id,
        options: { model: 'openai/gpt-5', max_attempts: 5 },
        priority: 0,
        scheduled_for: '2026-12-01T10:00:00+01:00',
        depends_on: [id],
        prompt_id: id,
      }),
    ).toEqual([]);
  });

  it('takes a text of exactly the limit, counted as the browser counts, and not one unit more', () => {
    expect(faultsOf({ text: 'a'.repeat(promptTextLimit) })).toEqual([]);
    expect(faultsOf({ text: '🌊'.repeat(promptTextLimit / 2) })).toEqual([]);
    expect(faultsOf({ text: `${'🌊'.repeat(promptTextLimit / 2)}!` }).join()).toContain(
      'text: text is longer than 200,000',
    );
  });

  it.each([
    ['no text', {}, 'text: text is missing'],
    ['empty text', { text: '' }, 'text: text is empty'],
    ['blank text', { text: ' \n\t ' }, 'text: text is empty'],
    ['a NUL', { text: 'a\u0000b' }, 'text: text holds a NUL'],
    ['half a surrogate pair', { text: 'a\ud83c' }, 'text: text holds half of a surrogate pair'],
    ['a number for a text', { text: 7 }, 'text: text must be a string'],
    ['a parent that is no id', { text: 'x', parent_id: 'p1' }, 'parent_id: parent_id must be a UUID'],
    ['priority 101', { text: 'x', priority: 101 }, 'priority: '],
    ['priority -1', { text: 'x', priority: -1 }, 'priority: '],
    ['half a priority', { text: 'x', priority: 1.5 }, 'priority: priority must be a whole number'],
    ['no attempts', { text: 'x', options: { max_attempts: 0 } }, 'options.max_attempts: '],
    [
      'a time without a zone',
      { text: 'x', scheduled_for: '2026-12-01T10:00:00' },
      'scheduled_for: scheduled_for must be',
    ],
    ['101 dependencies', { text: 'x', depends_on: Array(101).fill(id) }, 'depends_on: '],
    ['an unknown field', { text: 'x', txet: 'y' }, 'txet'],
    ['an unknown option', { text: 'x', options: { temprature: 1 } }, 'temprature'],
    ['a list', [], ''],
    ['null', null, ''],
  ])('with %s is refused, and the fault names the field', (_, request, expected) => {
    const faults = faultsOf(request);
    expect(faults).not.toEqual([]);
    expect(faults.join('\n')).toContain(expected);
  });
});

describe('a label', () => {
  it.each([
    ['Name a river', 'Name a river'],
    ['\n\n  Name a river  \nin France', 'Name a river'],
    ['@demo slow 3\nName a river', 'Name a river'],
    ['@demo fail auth', '@demo fail auth'],
  ])('of %j is %j', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('of any text has at most 120 characters, one line, and no half of a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const label = labelOf(text);
        expect(label.length).toBeLessThanOrEqual(120);
        expect(label).not.toContain('\n');
        if (text.isWellFormed()) expect(label.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a cursor', () => {
  it('reads back as it was written, 64-bit numbers included', () => {
    const cursor = { epoch: 'abc123def456', xid: '18446744073709551615', seq: '9223372036854775807' };
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  });

  it.each([
    '',
    'abc',
    'a.b.c',
    'abcd.1',
    'abcd.1.2.3',
    'abcd.-1.2',
    'ABCD.1.2',
    `abcd.${'9'.repeat(21)}.1`,
    'abcd.1.2\n',
  ])('is not made of %j', (text) => {
    expect(parseCursor(text)).toBeNull();
  });
});
