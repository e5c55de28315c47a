// Notes to other processes, sent after a commit and never inside it: NOTIFY holds a cluster-wide lock up to the commit.

/** Channels and what a note on them means. A lost note costs one poll interval, never correctness. */
export const channels = {
  /** Work may be claimable: wakes workers. */
  ready: 'asterion_ready',
  /** The event log has news: wakes the live view. */
  event: 'asterion_event',
  /** Text arrived: wakes the live view. */
  output: 'asterion_output',
  /** Payload: job ids, comma separated, whose work must stop. */
  cancel: 'asterion_cancel',
  /** A pause was set or changed: workers look when it ends. */
  pause: 'asterion_pause',
} as const;
export type Channel = (typeof channels)[keyof typeof channels];

/** After a first note at once, further ones of a channel wait this long and go as one. Source: execution contract §4. */
const coalesceMs = 10;
/** NOTIFY refuses payloads of 8000 bytes and more; 200 ids of 36 characters stay below. */
const idsPerNote = 200;

interface Lane {
  lastSentAt: number;
  timer: NodeJS.Timeout | undefined;
  ids: Set<string>;
}

export class Notifier {
  /** Notes that could not be sent since the start; health shows it. */
  lost = 0;
  brokenConnections = 0;
  private readonly lanes = new Map<Channel, Lane>();
  private readonly underway = new Set<Promise<void>>();

  constructor(private readonly send: (channel: Channel, payload: string) => Promise<unknown>) {}

  /** Call after the commit. Returns at once; the note is on its way within 10 ms. */
  note(channel: Channel, ids: readonly string[] = []): void {
    const lane = this.lane(channel);
    for (const id of ids) lane.ids.add(id);
    if (lane.timer !== undefined) return;
    const wait = lane.lastSentAt + coalesceMs - performance.now();
    if (wait <= 0) this.sendNow(channel, lane);
    else lane.timer = setTimeout(() => this.sendNow(channel, lane), wait);
  }

  noteBrokenConnection(): void {
    this.brokenConnections += 1;
  }

  /** Sends what waits and resolves when nothing is on its way. */
  async flush(): Promise<void> {
    for (const [channel, lane] of this.lanes) if (lane.timer !== undefined) this.sendNow(channel, lane);
    await Promise.all(this.underway);
  }

  private lane(channel: Channel): Lane {
    const known = this.lanes.get(channel);
    if (known) return known;
    const lane: Lane = { lastSentAt: Number.NEGATIVE_INFINITY, timer: undefined, ids: new Set() };
    this.lanes.set(channel, lane);
    return lane;
  }

  private sendNow(channel: Channel, lane: Lane): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    lane.lastSentAt = performance.now();
    const ids = [...lane.ids];
    lane.ids.clear();
    for (let at = 0; at === 0 || at < ids.length; at += idsPerNote)
      this.dispatch(channel, ids.slice(at, at + idsPerNote).join(','));
  }

  private dispatch(channel: Channel, payload: string): void {
    const sending = this.send(channel, payload).then(
      () => undefined,
      () => {
        this.lost += 1;
      },
    );
    this.underway.add(sending);
    void sending.finally(() => this.underway.delete(sending));
  }
}
