// Answers whose words are numbered, and a witness in the page who sees at every change whether one is missing or doubled.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';

/** A prompt that is answered with the words w1, w2, … at `rate` pieces a second (0: at once). */
export function numbered(name: string, words: number, rate: number): string {
  const reply = Array.from({ length: words }, (_, at) => `w${at + 1}`).join(' ');
  return `@demo delay=0 rate=${rate} reply="${reply}"\n${name}`;
}

/** Sends a prompt as a program does, past every page. */
export async function ask({ origin }: Product, text: string): Promise<{ prompt_id: string; job_id: string }> {
  const response = await fetch(`${origin}/api/prompts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(response.status).toBe(202);
  return z.object({ prompt_id: z.string(), job_id: z.string() }).parse(await response.json());
}

/** Resolves when the server has the job in this state, whatever any page shows. */
export async function reaches({ origin }: Product, jobId: string, state: string, withinMs = 20_000): Promise<void> {
  await eventually(
    async () => {
      const response = await fetch(`${origin}/api/jobs/${jobId}`);
      const job = z.object({ state: z.string() }).parse(await response.json());
      expect(job.state).toBe(state);
    },
    { withinMs },
  );
}

/** A figure of the server, as it tells Prometheus; NaN while it does not tell. */
export async function figure({ origin }: Product, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/api/metrics`)).text();
  return Number(new RegExp(`^asterion_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

export interface Seen {
  /** Numbered words at the first picture of the thread that is open that had any, and now. */
  readonly first: number;
  readonly now: number;
  /** The first text that was not w1, w2, … without a gap or a repeat. */
  readonly fault: string | null;
}

/** Before the page is opened: from its first picture on, every change of the transcript is checked. */
export async function watchWords(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { turn: '', first: 0, now: 0, fault: null as string | null };
    const whole = Array.from({ length: 5_000 }, (_, at) => `w${at + 1}`).join(' ');
    const find = (selector: string) => document.querySelector<HTMLElement>(`[role="log"] ${selector}`);
    Object.assign(window, { seen });
    const note = (words: readonly string[]) => {
      const text = words.join(' ');
      // The last word may be half there.
      if (!whole.startsWith(text)) seen.fault ??= text;
      if (words.length < seen.now) seen.fault ??= `went back from ${seen.now} words to: ${text}`;
      if (seen.first === 0) seen.first = words.length;
      seen.now = words.length;
    };
    new MutationObserver(() => {
      const turn = find('article')?.dataset.turn ?? '';
      if (turn !== seen.turn) Object.assign(seen, { turn, first: 0, now: 0 });
      const words = find('.markdown')?.textContent.match(/\S+/g) ?? [];
      if (words.length > 0) note(words);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

export function readSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Resolves when more than `words` numbered words stand in the transcript. */
export async function seesMoreThan(page: Page, words: number): Promise<void> {
  await expect.poll(async () => (await readSeen(page)).now, { timeout: 20_000 }).toBeGreaterThan(words);
}

/** Gives the page a switch for being hidden, since a driven browser shows every tab: no frames come then, as in a real one. */
export async function canHide(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isHidden = false;
    const waiting: FrameRequestCallback[] = [];
    const paint = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (work) => (isHidden ? waiting.push(work) : paint(work));
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.assign(window, {
      hide: (wanted: boolean) => {
        isHidden = wanted;
        if (!wanted) for (const work of waiting.splice(0)) paint(work);
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
}

export function hide(page: Page, wanted = true): Promise<void> {
  return page.evaluate((is) => (window as unknown as { hide(is: boolean): void }).hide(is), wanted);
}
