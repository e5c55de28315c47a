// Limits of models: how they are written, which one counts, and how much room is left.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#lib/config.ts';
import {
  aliasesOf,
  type LaneUse,
  limitOf,
  modelOfLane,
  noLimit,
  parseLaneLimits,
  roomOf,
} from '#lib/domain/lanes/lane.ts';

const idle: LaneUse = {
  running: 0,
  requests: 0,
  tokens: 0,
  tokensPerCall: 1_000,
  requestFreeInMs: null,
  tokensFreeInMs: null,
};

describe('lane limits', () => {
  it('are written as a model and its limits, several with semicolons', () => {
    expect(
      parseLaneLimits('openai/gpt-5 rpm=60 tpm=100000 concurrency=4; openai/* concurrency=8;\n demo rpm=5;'),
    ).toEqual({
      ok: true,
      limits: [
        { models: 'openai/gpt-5', requestsPerMinute: 60, tokensPerMinute: 100_000, concurrency: 4 },
        { models: 'openai/*', concurrency: 8 },
        { models: 'demo', requestsPerMinute: 5 },
      ],
    });
    expect(parseLaneLimits('  ')).toEqual({ ok: true, limits: [] });
  });

  it.each([
    ['openai/gpt-5', 'has no limit'],
    ['rpm=5', 'is not a model'],
    ['openai/gpt-5 rpm=0', 'is not a limit'],
    ['openai/gpt-5 rpm=many', 'is not a limit'],
    ['openai/gpt-5 toString=5', 'is not a limit'],
    ['a*b rpm=1', 'is not a model'],
    ['demo rpm=1; demo tpm=1', 'named twice'],
  ])('that nobody can mean stop the start with a sentence: %s', (text, words) => {
    expect(() => parseConfig({ ASTERION_LANE_LIMITS: text })).toThrow(words);
    expect(() => parseConfig({ ASTERION_LANE_LIMITS: text })).toThrow(/^ASTERION_LANE_LIMITS: .+\.$/);
  });

  it('count by the closest match, whatever their order', () => {
    const limits = [{ models: '*' }, { models: 'openai/*' }, { models: 'openai/gpt-5' }];
    expect(limitOf('openai/gpt-5', limits)?.models).toBe('openai/gpt-5');
    expect(limitOf('openai/other', limits)?.models).toBe('openai/*');
    expect(limitOf('demo', limits)?.models).toBe('*');
    expect(limitOf('demo', limits.slice(1))).toBeUndefined();
  });

  it('hold for jobs that name no model or a provider alone', () => {
    const models = [
      { id: 'openai/mine', provider: 'openai' },
      { id: 'openai/gpt-5', provider: 'openai' },
      { id: 'demo', provider: 'demo' },
    ];
    const aliases = aliasesOf(models);
    expect(modelOfLane('default', aliases)).toBe('openai/mine');
    expect(modelOfLane('openai', aliases)).toBe('openai/gpt-5');
    expect(modelOfLane('demo/anything', aliases)).toBe('demo');
    expect(modelOfLane('anthropic/x', aliases)).toBe('anthropic/x');
    expect(modelOfLane('default', aliasesOf([]))).toBe('default');
  });
});

describe('room', () => {
  it('is what the tightest limit leaves, and says when time gives some back', () => {
    const limit = { models: 'm', requestsPerMinute: 5, concurrency: 3 };
    expect(roomOf(limit, { ...idle, running: 1, requests: 1 })).toMatchObject({ room: 2, full: null });
    expect(roomOf(limit, { ...idle, running: 3, requests: 4 })).toEqual({
      room: 0,
      full: 'concurrency',
      freeInMs: null,
    });
    expect(roomOf(limit, { ...idle, running: 1, requests: 5, requestFreeInMs: 9 })).toEqual({
      room: 0,
      full: 'requests',
      freeInMs: 9,
    });
    expect(roomOf({ models: 'm' }, { ...idle, running: 50 }).room).toBeGreaterThan(noLimit / 2);
  });

  it('for tokens counts running calls as what calls usually use', () => {
    const limit = { models: 'm', tokensPerMinute: 10_000 };
    expect(roomOf(limit, { ...idle, tokens: 4_000, running: 2 }).room).toBe(4);
    expect(roomOf(limit, { ...idle, tokens: 9_500, tokensFreeInMs: 7 })).toEqual({
      room: 0,
      full: 'tokens',
      freeInMs: 7,
    });
    expect(roomOf(limit, { ...idle, tokensPerCall: 50_000 }).room).toBe(1);
  });

  it('is never above any limit, never negative, and never shuts an unused model for ever', () => {
    const count = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(
        fc.record({ requestsPerMinute: count, tokensPerMinute: count, concurrency: count }),
        fc.record({ running: fc.nat(200), requests: fc.nat(200), tokens: fc.nat(200), tokensPerCall: count }),
        (limit, use) => {
          const { room } = roomOf({ models: 'm', ...limit }, { ...idle, ...use });
          expect(room).toBeGreaterThanOrEqual(0);
          if (room > 0) {
            expect(use.running + room).toBeLessThanOrEqual(limit.concurrency);
            expect(use.requests + room).toBeLessThanOrEqual(limit.requestsPerMinute);
          }
          expect(roomOf({ models: 'm', ...limit }, { ...idle, tokensPerCall: use.tokensPerCall }).room).toBeGreaterThan(
            0,
          );
        },
      ),
    );
  });
});
