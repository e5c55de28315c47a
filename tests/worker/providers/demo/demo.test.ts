// The demo model goes through every way a call can go, the same way every time, and hears a stop unless it is deaf.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type ModelCall, ProviderError } from '#worker/providers/contract.ts';
import { tokenize } from '#worker/providers/demo/answer.ts';
import { type DemoWorld, openDemo } from '#worker/providers/demo/demo.ts';

/** A world whose clock jumps instead of passing, and which notes a crash instead of dying. */
function fakeWorld() {
  let time = 0;
  const waits: number[] = [];
  const world: DemoWorld = {
    now: () => time,
    async wait(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      if (!Number.isFinite(ms))
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      time += ms;
    },
    crash: () => Promise.reject(new Error('crashed')),
  };
  return { world, waits };
}

function ask(text: string, rest: Partial<ModelCall> = {}) {
  const { world, waits } = fakeWorld();
  const pieces: string[] = [];
  const call: ModelCall = {
    model: 'demo',
    history: [],
    text,
    attempt: 1,
    signal: new AbortController().signal,
    onText: (delta) => void pieces.push(delta),
    ...rest,
  };
  return { answer: openDemo(world).answer(call), pieces, waits };
}

describe('an answer', () => {
  test('is the same for the same prompt and thread, and says what it is', async () => {
    const first = await ask('How do I plan a garden?').answer;
    const second = await ask('How do I plan a garden?').answer;
    expect(second.text).toBe(first.text);
    expect(first.text).toContain('demo model');
    expect(first.text).toContain('garden');
    expect(first.text).toContain('OPENAI_API_KEY');
  });

  test('varies with the prompt', async () => {
    const prompts = Array.from({ length: 12 }, (_, index) => `Tell me about subject ${index}`);
    const shapes = await Promise.all(
      prompts.map(async (prompt) => (await ask(prompt).answer).text.replaceAll(/\d+/g, '')),
    );
    expect(new Set(shapes).size).toBeGreaterThan(4);
  });

  test('to nothing but a directive says so, and how to ask', async () => {
    const { text } = await ask('@demo rate=0').answer;
    expect(text).toContain('no words to answer');
    expect(text).not.toContain('empty line');
    expect(text).toContain('@demo delay=1s');
    expect(text).toContain('demo model');
    const history = [{ role: 'user', content: 'plan a garden' }] as const;
    expect((await ask('@demo rate=0', { history }).answer).text).toContain('plan a garden');
  });

  test('knows the thread it continues', async () => {
    const history = [
      { role: 'user', content: '@demo rate=0\nplan a garden' },
      { role: 'assistant', content: 'Certainly.' },
    ] as const;
    const { text } = await ask('And the roses?', { history }).answer;
    expect(text).toContain('plan a garden');
    expect(text).not.toContain('@demo');
  });

  test.each(['', '   ', '`````', '# | * _', '🦊🦊🦊', '漢字だけの文', '\n\n', 'a'.repeat(5_000)])(
    'comes for the odd prompt %j too',
    async (prompt) => {
      const { text } = await ask(prompt).answer;
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeGreaterThan(100);
    },
  );

  test('is given piece by piece, and the pieces are the answer', async () => {
    const { answer, pieces } = ask('Tell me something');
    expect((await answer).text).toBe(pieces.join(''));
    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces).not.toContain('');
  });

  test('to a wrong directive explains the directives, without failing', async () => {
    const { text } = await ask('@demo speed=9').answer;
    expect(text).toContain('`speed` is not a setting');
    expect(text).toContain('retry-after=2s');
  });
});

describe('the directive', () => {
  test('rate and tokens give that many tokens at that pace', async () => {
    const { answer, waits } = ask('@demo delay=3s rate=50 tokens=400\ngo');
    const { text, usage } = await answer;
    expect(tokenize(text)).toHaveLength(400);
    expect(usage).toMatchObject({ provider: 'demo', model: 'demo', tokensOut: 400, firstTokenMs: 3_000 });
    expect(waits[0]).toBe(3_000);
    expect(usage.latencyMs).toBeGreaterThanOrEqual(3_000 + 7_950);
    expect(usage.latencyMs).toBeLessThanOrEqual(3_000 + 8_050);
  });

  test('rate=0 delay=0 answers at once, without a single wait', async () => {
    const { answer, pieces, waits } = ask('@demo rate=0 delay=0 reply="ok"');
    expect((await answer).text).toBe('ok');
    expect(pieces).toEqual(['ok']);
    expect(waits).toEqual([]);
  });

  test.each([
    ['429', 'rate_limit'],
    ['500', 'provider_5xx'],
    ['400', 'provider_4xx'],
    ['401', 'auth'],
    ['timeout', 'timeout'],
    ['parse', 'parse'],
    ['cut', 'provider_5xx'],
  ])('fail=%s fails as %s at every attempt', async (fail, kind) => {
    for (const attempt of [1, 2, 9]) {
      const error = await ask(`@demo fail=${fail}`, { attempt }).answer.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ kind });
    }
  });

  test('times=2 fails attempts 1 and 2, and no other', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((attempt) =>
        ask('@demo fail=500 times=2 reply="fine"', { attempt }).answer.then(
          ({ text }) => text,
          () => 'failed',
        ),
      ),
    );
    expect(outcomes).toEqual(['failed', 'failed', 'fine', 'fine']);
  });

  test('retry-after is what the failure asks for', async () => {
    await expect(ask('@demo fail=429 retry-after=2s').answer).rejects.toMatchObject({ retryAfterMs: 2_000 });
  });

  test.each(['cut', 'crash'])('fail=%s breaks in the middle of its text', async (fail) => {
    const { answer, pieces } = ask(`@demo fail=${fail} tokens=40`);
    await expect(answer).rejects.toThrow();
    expect(tokenize(pieces.join(''))).toHaveLength(20);
  });
});

describe('a stop', () => {
  const reason = new Error('stop');

  test('ends an answer in the middle with its own reason', async () => {
    const stop = new AbortController();
    const pieces: string[] = [];
    const onText = (delta: string) => {
      pieces.push(delta);
      if (pieces.length === 5) stop.abort(reason);
    };
    await expect(ask('go on', { signal: stop.signal, onText }).answer).rejects.toBe(reason);
    expect(pieces).toHaveLength(5);
  });

  test('ends a hanging call, which nothing else does', async () => {
    const stop = new AbortController();
    const { answer, pieces } = ask('@demo hang', { signal: stop.signal });
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(pieces).toEqual([]);
  });

  test('is not heard by a deaf one', async () => {
    const { answer } = ask('@demo deaf reply="I go on"', { signal: AbortSignal.abort(reason) });
    expect((await answer).text).toBe('I go on');
  });

  test('ends a real wait at once', async () => {
    const stop = new AbortController();
    const call = { model: 'demo', history: [], text: '@demo delay=60s', attempt: 1, onText: () => {} };
    const answer = openDemo().answer({ ...call, signal: stop.signal });
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

test('a hanging call ends as a timeout at the adapter limit', async () => {
  const signal = new AbortController().signal;
  const call = { model: 'demo', history: [], text: '@demo hang', attempt: 1, signal, onText: () => {} };
  await expect(openDemo(undefined, 20).answer(call)).rejects.toMatchObject({ kind: 'timeout' });
});

test('fail=crash kills the real process without a farewell', async () => {
  const script = `
    import { openDemo } from '#worker/providers/demo/demo.ts';
    process.on('exit', () => console.log('farewell'));
    const signal = new AbortController().signal;
    await openDemo().answer({ model: 'demo', history: [], text: '@demo fail=crash delay=0 rate=0', attempt: 1, signal, onText: (text) => console.log(text.length > 0) });
    console.log('survived');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, output }).toEqual({ code: null, signal: 'SIGKILL', output: 'true\n' });
});
