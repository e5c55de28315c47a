// Conversations, on the server.
import { type SessionList, type SessionRow, sessionList, sessionRow } from '#lib/domain/prompts/session.ts';
import { type ApiAccess, ask, browserAccess } from '#lib/live/api.ts';

export interface SessionWish {
  /** Part of the title. */
  readonly q: string;
  readonly archived: boolean;
  readonly cursor: string | null;
}

/** Pinned ones first, then by their newest prompt. */
export function readSessions(
  { q, archived, cursor }: SessionWish,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<SessionList> {
  const query = new URLSearchParams({ archived: String(archived), limit: '50' });
  if (q !== '') query.set('q', q);
  if (cursor !== null) query.set('cursor', cursor);
  return ask(access, sessionList, `/api/sessions?${query}`, signal === undefined ? {} : { signal });
}

/** One of anybody in the org. ApiProblem `not_found` when there is none. */
export function readSession(id: string, signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<SessionRow> {
  return ask(access, sessionRow, pathOf(id), signal === undefined ? {} : { signal });
}

export interface SessionChange {
  readonly title?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

export function changeSession(
  id: string,
  change: SessionChange,
  access: ApiAccess = browserAccess,
): Promise<SessionRow> {
  return ask(access, sessionRow, pathOf(id), { method: 'PATCH', body: JSON.stringify(change) });
}

function pathOf(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
