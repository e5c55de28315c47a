// Text files in a prompt: fenced, named, within the limit, never a picture.
import { describe, expect, it } from 'vitest';
import { attachFiles, withFile } from '#components/compose/attach/attachment.ts';
import { recall } from '#components/compose/history.ts';
import { matchingCommands, slashCommands } from '#components/compose/slash/slash-commands.ts';

describe('a text file in a prompt', () => {
  it('stands in a fence under its name, after what was written', () => {
    expect(withFile('Look at this', 'a.ts', 'let a = 1;\r\n')).toBe('Look at this\n\n`a.ts`\n```ts\nlet a = 1;\n```\n');
  });

  it('with fences in it stays in one piece', () => {
    expect(withFile('', 'a.md', '````\nx\n````')).toBe('`a.md`\n`````md\n````\nx\n````\n`````\n');
  });

  it('joins what was typed while it was read', async () => {
    let draft = 'first';
    const attached = attachFiles(() => draft, [new File(['x'], 'a.txt')]);
    draft = 'first and more';
    expect(await attached).toEqual({ ok: true, text: 'first and more\n\n`a.txt`\n```txt\nx\n```\n' });
  });

  it('that is a picture, or too long, is refused by its name and adds nothing', async () => {
    const picture = new File([new Uint8Array([0x89, 0x50, 0xff, 0x00])], 'a.png');
    expect(await attachFiles(() => '', [new File(['ok'], 'ok.txt'), picture])).toMatchObject({ ok: false });
    const long = await attachFiles(() => '', [new File(['x'.repeat(200_001)], 'long.txt')]);
    expect(long).toEqual({ ok: false, why: expect.stringContaining('“long.txt”') });
  });
});

describe('a slash at the beginning', () => {
  const commands = slashCommands({
    default: 'demo',
    models: [{ id: 'demo', label: 'Demo model', provider: 'demo', is_demo: true }],
  });
  const names = (text: string) => matchingCommands(text, commands)?.map(({ name }) => name) ?? null;

  it('offers what begins like it, else what holds its words', () => {
    expect(names('/la')).toEqual(['/later']);
    expect(names('/demo')).toEqual(['/model Demo model']);
  });

  it('is only a slash in front of other words, over a line, or later in the text', () => {
    expect(names('/etc/passwd holds what?')).toBeNull();
    expect(names('/later\n')).toBeNull();
    expect(names('and/or')).toBeNull();
  });
});

describe('a prompt called back', () => {
  it('comes newest first, goes back to empty, and never replaces a text of its own', () => {
    const history = ['newest', 'older'];
    expect(recall(history, '', 'older')).toBe('newest');
    expect(recall(history, 'newest', 'older')).toBe('older');
    expect(recall(history, 'older', 'older')).toBeNull();
    expect(recall(history, 'newest', 'newer')).toBe('');
    expect(recall(history, 'something else', 'older')).toBeNull();
  });
});
