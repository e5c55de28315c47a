// Time as people see it: the server's, never running backwards, one ticker for everybody.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elapsedMs, ServerClock } from '#lib/live/server-clock.ts';

const noon = Date.UTC(2026, 0, 1, 12);

describe('the server’s clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is taken from answers, half the way under way added, and does not follow this machine’s wall clock', () => {
    let [wall, steady] = [noon + 45_000, 500];
    const clock = new ServerClock({ wallMs: () => wall, steadyMs: () => steady });
    expect(clock.nowMs()).toBe(wall);
    clock.sample(new Date(noon).toISOString(), 200);
    expect(clock.nowMs()).toBe(noon + 100);
    expect(clock.skewMs).toBe(-44_900);
    wall += 3_600_000;
    steady += 1_000;
    expect(clock.nowMs()).toBe(noon + 1_100);
  });

  it('trusts no answer that was long under way, unless there is none better, and no text that is no time', () => {
    const clock = new ServerClock({ wallMs: () => noon, steadyMs: () => 0 });
    clock.sample('yesterday', 0);
    clock.sample(new Date(noon + 10_000).toISOString(), 8_000);
    expect(clock.nowMs()).toBe(noon + 14_000);
    clock.sample(new Date(noon).toISOString(), 100);
    clock.sample(new Date(noon + 60_000).toISOString(), 20_000);
    expect(clock.nowMs()).toBe(noon + 50);
  });

  it('ticks once a second for everybody, and stands still when nobody looks', () => {
    const clock = new ServerClock({ wallMs: () => Date.now(), steadyMs: () => Date.now() });
    const [one, two] = [vi.fn(), vi.fn()];
    const stops = [clock.subscribe(one), clock.subscribe(two)];
    expect(vi.getTimerCount()).toBe(1);
    one.mockClear();
    const before = clock.readTick();
    expect(clock.readTick()).toBe(before);
    vi.advanceTimersByTime(3_000);
    expect(one).toHaveBeenCalledTimes(3);
    expect(clock.readTick() - before).toBe(3_000);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('elapsed times are never negative, and nothing for what has not begun', () => {
  expect(elapsedMs(new Date(noon).toISOString(), noon + 5)).toBe(5);
  expect(elapsedMs(new Date(noon + 60_000).toISOString(), noon)).toBe(0);
  expect(elapsedMs(null, noon)).toBe(0);
});
