// The one polite live region of the page: news of the field, gathered for two seconds so that it is one sentence.
import { useEffect, useRef, useState } from 'react';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useLiveView } from '#lib/live/use-field.ts';
import { type News, newsBetween, newsWords } from './announce.ts';
import { giveNotices, joinNoticeTabs } from './desktop-notice.ts';

/** Source: field contract, "Screen reader". */
const batchMs = 2_000;

interface AnnouncerProps {
  readonly rows: readonly FieldDrop[];
  readonly byId: ReadonlyMap<string, FieldDrop>;
  /** Opens a prompt that a desktop notice told of. */
  readonly onOpen: (promptId: string) => void;
}

export function Announcer({ rows, byId, onOpen }: AnnouncerProps) {
  const view = useLiveView();
  const latest = useRef({ byId, onOpen });
  latest.current = { byId, onOpen };
  useEffect(() => joinNoticeTabs(), []);
  const [text, setText] = useState('');
  const before = useRef(byId);
  const waiting = useRef<News>({ ready: [], failed: [] });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);

  useEffect(() => {
    const serverNowMs = view?.clock.nowMs() ?? Date.now();
    const news = newsBetween(before.current, rows, serverNowMs - (performance.now() - openedAt.current));
    before.current = byId;
    if (news.ready.length + news.failed.length === 0) return;
    giveNotices(
      news,
      (id) => latest.current.byId.get(id),
      (id) => latest.current.onOpen(id),
      serverNowMs,
    );
    waiting.current = {
      ready: [...waiting.current.ready, ...news.ready],
      failed: [...waiting.current.failed, ...news.failed],
    };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setText(newsWords(waiting.current));
      waiting.current = { ready: [], failed: [] };
    }, batchMs);
  }, [rows, byId, view]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
