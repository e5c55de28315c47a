// One desktop notice per ended prompt that nobody has seen: by one tab of the browser, and only after the person said yes.
import { notify } from '#components/ui/toast.ts';
import { isUnread } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import type { News } from './announce.ts';

const askedKey = 'asterion.notices-offered';
/** Another tab or device may be showing it: seen there within this time is seen. */
const graceMs = 2_500;

export type NoticePermission = 'default' | 'granted' | 'denied' | 'missing';

export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission;
}

/** Asks the browser; only from a press. Resolves to what the person said. */
export async function askForNotices(): Promise<NoticePermission> {
  return noticePermission() === 'missing' ? 'missing' : await Notification.requestPermission();
}

let holdsLock = false;

/** When this page last came into view, by its steady clock. */
let shownAtMs = Number.NEGATIVE_INFINITY;

function noteShown(): void {
  if (document.visibilityState === 'visible') shownAtMs = performance.now();
}

/** Takes part in choosing the tab that gives notices. Returns the function that leaves. */
export function joinNoticeTabs(): () => void {
  document.addEventListener('visibilitychange', noteShown);
  const leave = joinLine();
  return () => {
    document.removeEventListener('visibilitychange', noteShown);
    leave();
  };
}

function joinLine(): () => void {
  if (!('locks' in navigator)) {
    // Without locks every tab gives notices; their common tag makes them one.
    holdsLock = true;
    return () => {
      holdsLock = false;
    };
  }
  const stop = new AbortController();
  let release = () => {};
  navigator.locks
    .request('asterion-notices', { signal: stop.signal }, () => {
      holdsLock = true;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // Given up while waiting: another tab has it.
    .catch(() => {});
  return () => {
    holdsLock = false;
    stop.abort();
    release();
  };
}

/**
 * Gives notices of what ended while this page was hidden, also when the news of it comes only after the return, as it
 * does from a sleep; offers them once when the person has not decided. `serverNowMs` is the server's time now.
 */
export function giveNotices(
  news: News,
  read: (promptId: string) => FieldDrop | undefined,
  open: (id: string) => void,
  serverNowMs: number,
): void {
  const isHidden = document.visibilityState === 'hidden';
  const shownSinceMs = serverNowMs - (performance.now() - shownAtMs);
  const missed = [...news.ready, ...news.failed].filter((drop) => isHidden || endedBefore(drop, shownSinceMs));
  if (missed.length === 0) return;
  if (noticePermission() === 'default') offerOnReturn();
  if (noticePermission() !== 'granted' || !holdsLock) return;
  setTimeout(() => {
    for (const drop of missed) {
      const now = read(drop.prompt_id);
      if (now !== undefined && isStillNews(drop, now)) show(now, open);
    }
  }, graceMs);
}

/** It ended before this moment of the server's time. */
export function endedBefore({ finished_at }: Pick<FieldDrop, 'finished_at'>, serverMs: number): boolean {
  return finished_at !== null && Date.parse(finished_at) < serverMs;
}

/** It is still the run that ended, and nobody has looked at it since. */
export function isStillNews(ended: FieldDrop, now: FieldDrop): boolean {
  if (now.job_id !== ended.job_id || now.state !== ended.state) return false;
  return now.state === 'failed' || isUnread(now);
}

function show(drop: FieldDrop, open: (id: string) => void): void {
  const isReady = drop.state === 'succeeded';
  const notice = new Notification(isReady ? 'Answer ready' : 'Didn’t work', { body: drop.label, tag: drop.job_id });
  notice.onclick = () => {
    window.focus();
    open(drop.prompt_id);
    notice.close();
  };
}

let isWaitingForReturn = false;

function offerOnReturn(): void {
  if (isWaitingForReturn || wasOffered()) return;
  isWaitingForReturn = true;
  document.addEventListener('visibilitychange', offer, { once: true });
}

function offer(): void {
  try {
    localStorage.setItem(askedKey, 'yes');
  } catch {
    // No storage: it may be offered once more after the next reload.
  }
  notify('An answer came while you were away. Shall the browser tell you next time?', {
    duration: 20_000,
    action: { label: 'Tell me', onClick: () => void askForNotices() },
  });
}

function wasOffered(): boolean {
  try {
    return localStorage.getItem(askedKey) !== null;
  } catch {
    return false;
  }
}
