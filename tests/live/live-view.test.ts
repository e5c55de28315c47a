// The whole browser end without a browser: prompts on their way, stop, retry, title, first user to last.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancelDrop } from '#lib/live/actions/cancel-drop.ts';
import { retryDrop } from '#lib/live/actions/retry-drop.ts';
import { ApiProblem, NetworkFailure } from '#lib/live/api.ts';
import { LiveView } from '#lib/live/live-view.ts';
import { threadKey } from '#lib/live/thread-cache.ts';
import { eventually } from '../support/eventually.ts';
import { MemoryStorage } from './memory-storage.ts';
import { startWireServer, type WireServer } from './wire-server.ts';
import { ManualTime, openTab, type Tab } from './world.ts';

let server: WireServer;
let time: ManualTime;
let tab: Tab;
let storage: MemoryStorage;
let unread: number[];
const releases: (() => void)[] = [];

beforeEach(async () => {
  server = await startWireServer();
  time = new ManualTime();
  storage = new MemoryStorage();
  unread = [];
});
afterEach(async () => {
  for (const release of releases.splice(0)) release();
  time.advance(1_000);
  expect(time.pending).toBe(0);
  await server.close();
});

function open(client = new QueryClient()): LiveView {
  tab = openTab({ base: server.base, time });
  const view = new LiveView(client, tab.env, { storage, showUnread: (count) => unread.push(count) });
  releases.push(view.acquire());
  return view;
}
async function openLive(client?: QueryClient): Promise<LiveView> {
  const view = open(client);
  await eventually(() => expect(view.readStatus().mode).toBe('live'));
  return view;
}
const drops = (view: LiveView) =>
  view.readField().rows.map(({ label, version, local }) => [label, version, local?.kind]);
const only = (view: LiveView) => view.readField().rows[0];

it('draws a prompt before the server knows it, and the server’s row takes its place', async () => {
  const view = await openLive();
  const id = view.outbox.submit({ text: 'hello\nworld', parentId: null });
  expect(drops(view)).toEqual([['hello', 0, 'sending']]);
  await eventually(() => expect(only(view)?.version).toBe(1));
  expect(only(view)?.prompt_id).toBe(id);
  expect(only(view)?.local).toBeUndefined();
  await eventually(() => expect(storage.length).toBe(0));
});

it('keeps a prompt that could not be sent as an unsent drop, over a reload, and sends it again under the same id', async () => {
  const view = await openLive();
  server.faults.isDown = true;
  const id = view.outbox.submit({ text: 'keep me', parentId: null });
  await eventually(() => expect(only(view)?.local?.kind).toBe('unsent'));
  expect(only(view)?.local).toMatchObject({ text: 'keep me', problem: { kind: 'failed', status: 503 } });
  server.faults.isDown = false;
  const reloaded = await openLive();
  expect(drops(reloaded)).toEqual([['keep me', 0, 'unsent']]);
  await retryDrop(reloaded, id);
  await eventually(() => expect(drops(reloaded)).toEqual([['keep me', 1, undefined]]));
  expect(storage.length).toBe(0);
});

it('tells a refusal with its fields from a lost connection', async () => {
  const view = await openLive();
  server.faults.submitStatus = 422;
  view.outbox.submit({ text: 'too long', parentId: null });
  await eventually(() => expect(only(view)?.local?.kind).toBe('unsent'));
  expect(only(view)?.local).toMatchObject({
    problem: { kind: 'refused', status: 422, errors: [{ field: 'text', message: 'text is too long' }] },
  });
});

it('a prompt that was taken although the answer got lost is one drop, and not unsent', async () => {
  const view = await openLive();
  server.faults.isSubmitAnswerLost = true;
  view.outbox.submit({ text: 'taken', parentId: null });
  await eventually(() => expect(drops(view)).toEqual([['taken', 1, undefined]]));
  await eventually(() => expect(storage.length).toBe(0));
  expect(server.field.rows.size).toBe(1);
});

it('what a closed page was sending is sent by the next one, once', async () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const cut = {
    prompt_id: id,
    parent_id: null,
    text: 'cut off',
    created_at: '2026-01-01T00:00:00.000Z',
    problem: null,
  };
  storage.setItem(`asterion.unsent.${id}`, JSON.stringify(cut));
  storage.setItem('asterion.unsent.broken', '{"text":');
  const view = await openLive();
  await eventually(() => expect(drops(view)).toEqual([['cut off', 1, undefined]]));
});

it('a continuation waits for what it continues, and stays unsent with it', async () => {
  const view = await openLive();
  server.faults.isDown = true;
  const parent = view.outbox.submit({ text: 'parent', parentId: null });
  const child = view.outbox.submit({ text: 'child', parentId: parent });
  await eventually(() => expect(drops(view).map(([, , kind]) => kind)).toEqual(['unsent', 'unsent']));
  expect(server.requests.filter((request) => request.startsWith('POST'))).not.toHaveLength(0);
  server.faults.isDown = false;
  await view.outbox.resend(child);
  await eventually(() => expect(drops(view).map(([, version]) => version)).toEqual([1, 1]));
  expect(server.field.rows.get(child)?.parent_id).toBe(parent);
});

it('an unsent prompt can be taken back into the compose bar, and one on its way cannot', async () => {
  const view = await openLive();
  server.faults.submitStatus = 422;
  const id = view.outbox.submit({ text: 'typo', parentId: null });
  expect(view.outbox.discard(id)).toBeNull();
  await eventually(() => expect(only(view)?.local?.kind).toBe('unsent'));
  expect(view.outbox.discard(id)).toBe('typo');
  expect(view.readField().rows).toEqual([]);
  expect(storage.length).toBe(0);
});

it('sends although storage is full', async () => {
  const view = await openLive();
  storage.isFull = true;
  view.outbox.submit({ text: 'no copy', parentId: null });
  await eventually(() => expect(drops(view)).toEqual([['no copy', 1, undefined]]));
});

it('a new drop comes after all others, whatever this machine’s clock says', async () => {
  const view = await openLive();
  server.field.put('future', { created_at: '2099-01-01T00:00:00.000Z' });
  await eventually(() => expect(view.readField().rows).toHaveLength(1));
  view.outbox.submit({ text: 'later', parentId: null });
  expect(drops(view).map(([label]) => label)).toEqual(['future', 'later']);
  await eventually(() => expect(view.readField().rows[1]?.version).toBe(1));
  expect(drops(view).map(([label]) => label)).toEqual(['future', 'later']);
});

it('stop marks the drop at once, asks by the job id it shows, and says when it did not get through', async () => {
  const view = await openLive();
  server.field.claim('a');
  await eventually(() => expect(only(view)?.state).toBe('running'));
  const stopping = cancelDrop(view, 'a');
  expect(only(view)?.local).toMatchObject({ kind: 'stopping', jobId: 'job-a' });
  const second = cancelDrop(view, 'a');
  await expect(stopping).rejects.toBeInstanceOf(ApiProblem);
  await second;
  expect(server.requests.filter((request) => request.includes('/cancel'))).toEqual(['POST /api/jobs/job-a/cancel']);
  expect(only(view)?.local).toBeUndefined();
});

it('retry says so before the request leaves, and gives the chip back when it fails', async () => {
  const view = await openLive();
  server.field.put('a', { state: 'failed' });
  await eventually(() => expect(only(view)?.state).toBe('failed'));
  await server.close();
  const retrying = retryDrop(view, 'a');
  expect(only(view)?.local?.kind).toBe('retrying');
  await expect(retrying).rejects.toBeInstanceOf(NetworkFailure);
  expect(only(view)?.local).toBeUndefined();
  server = await startWireServer();
});

it('tells the count of unread answers with the event itself', async () => {
  const view = await openLive();
  server.field.claim('a');
  server.field.settle('a');
  await eventually(() => expect(unread.at(-1)).toBe(1));
  server.field.put('a', { seen_at: '2026-01-01T00:00:00.000Z' });
  await eventually(() => expect(unread.at(-1)).toBe(0));
  expect(view.readField().rows).toHaveLength(1);
});

it('a changed row makes its thread out of date, and no other', async () => {
  const client = new QueryClient();
  await openLive(client);
  const [mine, other] = [threadKey('a'), threadKey('b')];
  for (const key of [mine, other]) client.setQueryData(key, { now: '', path: [{ row: { root_id: key[1] } }] });
  server.field.put('a');
  await eventually(() => expect(client.getQueryState(mine)?.isInvalidated).toBe(true));
  expect(client.getQueryState(other)?.isInvalidated).toBe(false);
});

it('many events of one paint are one commit', async () => {
  const client = new QueryClient();
  const paints: (() => void)[] = [];
  tab = openTab({ base: server.base, time });
  const env = { ...tab.env, beforePaint: (work: () => void) => void paints.push(work) };
  const view = new LiveView(client, env, { storage, showUnread: () => {} });
  releases.push(view.acquire());
  await eventually(() => expect(view.readStatus().mode).toBe('live'));
  for (const paint of paints.splice(0)) paint();
  const commits = vi.fn();
  const stopWatching = client.getQueryCache().subscribe(({ type }) => type === 'updated' && commits());
  for (const id of ['a', 'b', 'c']) server.field.put(id);
  await eventually(() => expect(paints.length).toBeGreaterThan(0));
  await eventually(() => expect(view.readField().rows).toHaveLength(3));
  expect(commits.mock.calls.length).toBeLessThanOrEqual(3);
  stopWatching();
});

it('the first user opens the line, the last one closes it, and effects that run twice do neither twice', async () => {
  const view = await openLive();
  const release = view.acquire();
  release();
  release();
  releases.splice(0)[0]?.();
  releases.push(view.acquire());
  time.advance(5_000);
  expect(server.streams.open).toBe(1);
  releases.splice(0)[0]?.();
  time.advance(1_000);
  await eventually(() => expect(server.streams.open).toBe(0));
});
