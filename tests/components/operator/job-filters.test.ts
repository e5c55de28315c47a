// The jobs page's address means the same to the server, to the command line, and to a saved view.
import { describe, expect, it } from 'vitest';
import {
  commandOf,
  instantOf,
  type JobUrl,
  jobShape,
  onlyFilters,
  queryOf,
  sameFilters,
} from '#components/operator/jobs/filters/job-filters.ts';
import { daysOf, presets } from '#components/operator/ledger/ledger-url.ts';
import { costWords } from '#components/operator/ledger/ledger-words.ts';
import { readUrl } from '#components/ui/use-url-state.ts';

const nowMs = Date.parse('2026-12-01T12:00:00Z');
const urlOf = (search: string): JobUrl => readUrl(jobShape, search);

describe('the address of the jobs page', () => {
  it('asks the server with checked values only', () => {
    const url = urlOf('state=failed&priority=urgent&since=2h&q=%20bridge%20&worker=me&group=x&after=1&sort=longest');
    expect(queryOf(url, nowMs, 100)).toEqual({
      state: 'failed',
      priority: '10',
      since: '2026-12-01T10:00:00.000Z',
      q: 'bridge',
      sort: 'longest',
      limit: '100',
      count: 'true',
    });
    expect(queryOf(urlOf('state=gone&since=soon&priority=1000'), nowMs, 5)).toEqual({ limit: '5', count: 'true' });
  });

  it('is a command that a shell takes as it stands', () => {
    expect(commandOf(urlOf(''), nowMs)).toBe('list-jobs');
    const url = urlOf(`error=auth&model=openai/gpt-5&since=24h&q=${encodeURIComponent("it's $(rm)")}`);
    expect(commandOf(url, nowMs)).toBe(
      "list-jobs --error-kind auth --model openai/gpt-5 --since 24h --text 'it'\\''s $(rm)'",
    );
  });

  it('reads ages, today and instants, and nothing else', () => {
    expect(instantOf('30m', nowMs)).toBe('2026-12-01T11:30:00.000Z');
    expect(instantOf('2026-11-30T10:00:00Z', nowMs)).toBe('2026-11-30T10:00:00.000Z');
    expect(new Date(instantOf('today', nowMs) ?? '').getHours()).toBe(0);
    expect(instantOf('whenever', nowMs)).toBeNull();
  });

  it('is a view when its filters are the same, whatever page it is on', () => {
    const view = { state: 'failed', since: 'today' } as const;
    expect(sameFilters(urlOf('state=failed&since=today&after=x'), view)).toBe(true);
    expect(sameFilters(urlOf('state=failed'), view)).toBe(false);
    expect(onlyFilters(view)).toMatchObject({ state: 'failed', since: 'today', q: null, after: null });
  });
});

describe('the ledger page', () => {
  it('takes days that can be, else the last thirty', () => {
    const now = new Date(nowMs);
    expect(daysOf({ by: null, from: '2026-11-01', to: '2026-11-02' }, 'UTC', now)).toEqual({
      from: '2026-11-01',
      to: '2026-11-02',
    });
    expect(daysOf({ by: null, from: 'x', to: null }, 'UTC', now)).toEqual({ from: '2026-11-02', to: '2026-12-01' });
    expect(presets('UTC', now).map(({ days }) => days.to)).toEqual(Array(5).fill('2026-12-01'));
  });

  it('says of a cost what it leaves out', () => {
    const sums = {
      calls: 3,
      tokens_in: 1,
      tokens_out: 1,
      tokens_cached: 0,
      cost_usd: 1_204.5,
      unpriced: 0,
      estimated: 0,
    };
    expect(costWords(sums)).toBe('$1,204.50');
    expect(costWords({ ...sums, cost_usd: 0.00421, estimated: 1 })).toBe('≈ $0.0042');
    expect(costWords({ ...sums, cost_usd: 3.1, unpriced: 1 })).toBe('at least $3.10');
    expect(costWords({ ...sums, cost_usd: null })).toBe('–');
    expect(costWords({ ...sums, cost_usd: 0, unpriced: 2 })).toBe('–');
  });
});
