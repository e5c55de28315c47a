// A call costs what the closest price says, and nothing is guessed where there is none.
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#lib/config.ts';
import { costOf, parsePrices } from '#lib/domain/ledger/price.ts';

function pricesOf(text: string) {
  const parsed = parsePrices(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.prices;
}

const used = { provider: 'openai', model: 'gpt-5', tokensIn: 1_000_000, tokensOut: 100_000, tokensCached: 400_000 };

describe('prices', () => {
  it('are dollars for a million tokens, cached ones by their own price', () => {
    expect(costOf(used, pricesOf('openai/gpt-5 in=1.25 out=10 cached=0.125'))).toBeCloseTo(0.75 + 0.05 + 1, 10);
    expect(costOf(used, pricesOf('openai/gpt-5 in=1 out=10'))).toBeCloseTo(2, 10);
  });

  it('count by the closest match, and are unknown without one', () => {
    const prices = pricesOf('openai/gpt-5 in=1 out=0; openai/* in=2 out=0; * in=3 out=0');
    expect(costOf(used, prices)).toBeCloseTo(1, 10);
    expect(costOf({ ...used, model: 'other' }, prices)).toBeCloseTo(2, 10);
    expect(costOf({ ...used, provider: 'google' }, prices)).toBeCloseTo(3, 10);
    expect(costOf(used, [])).toBeUndefined();
  });

  it('leave the demo model free unless it is named itself', () => {
    const demo = { ...used, provider: 'demo', model: 'demo' };
    expect(costOf(demo, pricesOf('* in=1 out=1'))).toBe(0);
    expect(costOf(demo, pricesOf('demo in=1 out=0'))).toBeCloseTo(1, 10);
  });

  it.each([
    ['openai/gpt-5 in=1', 'needs both'],
    ['in=1 out=2', 'the model comes first'],
    ['a/b in=1 out=-2', 'is no price'],
    ['a/b in=1 out=2; a/b in=1 out=2', 'named twice'],
  ])('that cannot be meant stop the start with a sentence: %s', (text, words) => {
    expect(() => parseConfig({ ASTERION_PRICES: text })).toThrow(words);
  });
});
