// What leaves the field when a prompt is put away: its whole branch, and nothing that is at work.
import { expect, it } from 'vitest';
import { archivableWith } from '#lib/live/actions/archive-drops.ts';
import { emptyField, type FieldDrop, mergeRows, withDrops } from '#lib/live/cache.ts';
import { aDropRow } from '#tests/domain/a-drop-row.ts';

const row = (id: string, parent: string | null, more: Partial<FieldDrop> = {}): FieldDrop => ({
  ...aDropRow({ prompt_id: id, parent_id: parent, root_id: 'a', state: 'succeeded', version: 3 }),
  ...more,
});
const field = mergeRows(emptyField, [
  row('a', null),
  row('b', 'a'),
  row('c', 'b', { state: 'running' }),
  row('d', 'a'),
  row('e', 'd'),
]);

it('a prompt goes with what continues it, each once', () => {
  expect(archivableWith(field, ['d', 'e'])).toEqual({ ids: ['d', 'e'], kept: [] });
});

it('a branch with something at work in it stays', () => {
  expect(archivableWith(field, ['a', 'b', 'e'])).toEqual({ ids: ['e'], kept: ['a', 'b'] });
});

it('what is put away leaves the rows and stays known; a row without it brings it back', () => {
  const gone = mergeRows(field, [row('e', 'd', { version: 4, archived_at: '2026-03-02T10:00:00.000Z' })]);
  expect(gone.rows.map(({ prompt_id }) => prompt_id)).toEqual(['a', 'b', 'c', 'd']);
  expect(gone.byId.get('e')?.archived_at).toBeDefined();
  const back = mergeRows(gone, [row('e', 'd', { version: 5 })]);
  expect(back.rows.map(({ prompt_id }) => prompt_id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('what waits behind an undo notice is out of the rows although news of it comes', () => {
  const marked = withDrops(field, new Map([['e', row('e', 'd', { local: { kind: 'archiving', jobId: 'j' } })]]));
  const newer = mergeRows(marked, [row('e', 'd', { version: 4 })]);
  expect(newer.rows.map(({ prompt_id }) => prompt_id)).toEqual(['a', 'b', 'c', 'd']);
});
