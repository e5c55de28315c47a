// The address as state: what is read from it and what a change leaves of it.
import { describe, expect, it } from 'vitest';
import { changedSearch, readUrl } from '#components/ui/use-url-state.ts';

const shape = { view: ['map', 'list'], drop: 'text' } as const;

describe('an address', () => {
  it('gives the parts it names, and null for those it does not', () => {
    expect(readUrl(shape, 'view=list&drop=abc')).toEqual({ view: 'list', drop: 'abc' });
    expect(readUrl(shape, '')).toEqual({ view: null, drop: null });
  });

  it('with a word nobody knows reads as if the part were absent', () => {
    expect(readUrl(shape, 'view=globe&drop=')).toEqual({ view: null, drop: null });
  });

  it('is changed in the named parts alone', () => {
    expect(changedSearch('?a=1&view=map&drop=abc', [['view', 'list']])).toBe('a=1&view=list&drop=abc');
    expect(changedSearch('?a=1&drop=abc', [['drop', null]])).toBe('a=1');
    expect(changedSearch('?a=1', [['drop', undefined]])).toBe('a=1');
  });

  it('carries any text', () => {
    const search = changedSearch('', [['drop', 'a b&c=ü']]);
    expect(readUrl(shape, search).drop).toBe('a b&c=ü');
  });
});
