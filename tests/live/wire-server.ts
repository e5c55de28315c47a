// A small real HTTP server that speaks the live view's wire format from memory, and breaks on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { DropRow } from '#lib/domain/drop.ts';
import { isTerminal } from '#lib/domain/job.ts';
import { aDropRow } from '#tests/domain/a-drop-row.ts';

export interface WireServer {
  readonly base: string;
  /** Every request so far, `METHOD path?query`. */
  readonly requests: string[];
  /** Open streams now, and the most there ever were at once. */
  readonly streams: { open: number; most: number };
  readonly field: WireField;
  /** How the next requests are treated. */
  readonly faults: Faults;
  /** Cuts every open stream. */
  cutStreams(): void;
  close(): Promise<void>;
}

interface Faults {
  /** 404 for the stream. */
  noStream?: boolean;
  /** The stream is accepted and then nothing comes, as behind a buffering proxy. */
  isStreamHeld?: boolean;
  /** 503 for everything. */
  isDown?: boolean;
  /** Submits are refused with this status. */
  submitStatus?: number;
  /** Submits are taken, and the connection is cut before the answer. */
  isSubmitAnswerLost?: boolean;
}

/** What the server knows, and the changes it tells. */
class WireField {
  epoch = 'aaaa0000';
  readonly rows = new Map<string, DropRow>();
  readonly texts = new Map<string, { promptId: string; claim: number; text: string }>();
  readonly log: { seq: number; row: DropRow }[] = [];
  readonly listeners = new Set<(frame: string) => void>();

  /** Commits a change of one prompt; `version` counts up by itself. */
  put(promptId: string, change: Partial<DropRow> = {}): DropRow {
    const known = this.rows.get(promptId);
    const row = { ...(known ?? newRow(promptId, this.rows.size)), ...change, version: (known?.version ?? 0) + 1 };
    this.rows.set(promptId, row);
    this.log.push({ seq: this.log.length + 1, row });
    this.tell(stateFrame(this.cursor(), row));
    return row;
  }

  claim(promptId: string): DropRow {
    const claim = (this.rows.get(promptId)?.claim ?? 0) + 1;
    const row = this.put(promptId, { state: 'running', claim, started_at: at(claim) });
    this.texts.set(row.job_id, { promptId, claim, text: '' });
    return row;
  }

  speak(promptId: string, text: string): void {
    const jobId = this.rows.get(promptId)?.job_id ?? '';
    const known = this.texts.get(jobId);
    if (known === undefined) throw new Error(`${promptId} is not running`);
    const from = known.text.length;
    known.text += text;
    this.tell(outputFrame(jobId, known, from));
  }

  settle(promptId: string): DropRow {
    return this.put(promptId, { state: 'succeeded', finished_at: at(9), response_id: `answer-${promptId}` });
  }

  cursor(seq = this.log.length): string {
    return `${this.epoch}.1.${seq}`;
  }

  /** Another cluster takes over: nothing of the old one is known. */
  replaceBy(epoch: string): void {
    this.epoch = epoch;
    this.rows.clear();
    this.texts.clear();
    this.log.length = 0;
  }

  tell(frame: string): void {
    for (const listener of this.listeners) listener(frame);
  }
}

export async function startWireServer(): Promise<WireServer> {
  const field = new WireField();
  const faults: Faults = {};
  const requests: string[] = [];
  const streams = { open: 0, most: 0 };
  const live = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://wire');
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (faults.isDown) respond(response, 503, problem(503));
    else if (url.pathname === '/api/mission/events' && !faults.noStream) {
      streams.open += 1;
      streams.most = Math.max(streams.most, streams.open);
      live.add(response);
      response.on('close', () => {
        streams.open -= 1;
        live.delete(response);
      });
      stream(field, faults, url.searchParams.get('since'), response);
    } else void answer(field, faults, url, request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    streams,
    field,
    faults,
    cutStreams: () => {
      for (const response of live) response.destroy();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function stream(field: WireField, faults: Faults, since: string | null, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
  });
  if (faults.isStreamHeld) return void response.flushHeaders();
  const write = (frame: string) => void response.write(frame);
  field.listeners.add(write);
  response.on('close', () => field.listeners.delete(write));
  write(`retry: 2000\n\n${frameOf('hello', { now: new Date().toISOString(), as_of: field.cursor() })}`);
  const place = placeOf(field, since);
  if (place === null) write(frameOf('reset', { as_of: field.cursor() }));
  else for (const { seq, row } of field.log.slice(place)) write(stateFrame(field.cursor(seq), row));
  for (const [jobId, known] of field.texts)
    if (!isTerminal(field.rows.get(known.promptId)?.state ?? 'failed')) write(outputFrame(jobId, known, 0));
}

async function answer(
  field: WireField,
  faults: Faults,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await read(request);
  const output = /^\/api\/jobs\/([^/]+)\/output$/.exec(url.pathname)?.[1];
  if (url.pathname === '/api/mission/recent') respond(response, 200, recent(field, url.searchParams.get('since')));
  else if (output !== undefined) respondOutput(field, output, Number(url.searchParams.get('from')), response);
  else if (url.pathname === '/api/prompts') submit(field, faults, body, response);
  else respond(response, 404, problem(404));
}

function submit(field: WireField, faults: Faults, body: string, response: ServerResponse): void {
  if (faults.submitStatus !== undefined) {
    respond(response, faults.submitStatus, problem(faults.submitStatus));
    return;
  }
  const { prompt_id, parent_id, text } = JSON.parse(body);
  const row =
    field.rows.get(prompt_id) ??
    field.put(prompt_id, { parent_id: parent_id ?? null, label: String(text).slice(0, 120) });
  if (faults.isSubmitAnswerLost) response.destroy();
  else respond(response, 202, { prompt_id, job_id: row.job_id, session_id: row.session_id, state: row.state });
}

function respondOutput(field: WireField, jobId: string, from: number, response: ServerResponse): void {
  const known = field.texts.get(jobId);
  if (known === undefined) {
    respond(response, 404, problem(404));
    return;
  }
  const state = field.rows.get(known.promptId)?.state;
  const { promptId, claim, text } = known;
  respond(response, 200, { job_id: jobId, prompt_id: promptId, claim, from, text: text.slice(from), state });
}

function recent(field: WireField, since: string | null): unknown {
  const place = placeOf(field, since);
  const isWhole = since === null || place === null;
  const changed = new Set(field.log.slice(place ?? 0).map(({ row }) => row.prompt_id));
  const rows = [...field.rows.values()].filter(({ prompt_id }) => isWhole || changed.has(prompt_id));
  return { rows, as_of: field.cursor(), now: new Date().toISOString(), reset: isWhole };
}

/** Index into the log after the cursor; without one, its end (a stream without cursor is only live); null when stale. */
function placeOf(field: WireField, since: string | null): number | null {
  if (since === null) return field.log.length;
  const [epoch, , seq] = since.split('.');
  return epoch === field.epoch ? Number(seq) : null;
}

function frameOf(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
const stateFrame = (cursor: string, row: DropRow) => frameOf('job.state_changed', row, cursor);

function outputFrame(jobId: string, known: { promptId: string; claim: number; text: string }, from: number): string {
  const { promptId, claim, text } = known;
  return frameOf('job.output', { job_id: jobId, prompt_id: promptId, claim, from, text: text.slice(from) });
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function problem(status: number): unknown {
  const errors = status === 422 ? [{ field: 'text', message: 'text is too long' }] : [];
  return {
    type: 'urn:asterion:problem:invalid_input',
    title: 'No',
    status,
    detail: 'It was refused.',
    errors,
    request_id: 'r1',
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** A queued root prompt; the nth of its field. */
export function newRow(promptId: string, nth = 0): DropRow {
  return aDropRow({
    prompt_id: promptId,
    job_id: `job-${promptId}`,
    session_id: 'session',
    root_id: promptId,
    label: promptId,
    created_at: at(nth),
    available_at: at(nth),
  });
}
