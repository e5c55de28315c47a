// Where the next claim starts looking, so that it does not walk again over what was claimed since vacuum last could run.

/** A stretch of the claimable index of one lane: from (rankFrom, atFrom) on, up to and with rankTo. A null lane: every other lane. */
export interface Look {
  readonly lane: string | null;
  readonly rank_from: number;
  readonly at_from: string;
  readonly rank_to: number;
}

/** What a claim took, as far as floors need it. */
export interface Taken {
  readonly lane: string;
  readonly rank: number;
  /** ISO 8601. Milliseconds are cut off, so a floor is never above what was taken. */
  readonly availableAt: string;
}

const lowest = -1;
const highest = 32_767;
const everything: readonly Look[] = [{ lane: null, rank_from: lowest, at_from: '-infinity', rank_to: highest }];

/** A row can appear below a floor (released, aged, committed late): it waits this long at most. */
const fullLookEveryMs = 1_000;

/**
 * One claimer's memory of how far it has got in each (lane, rank). While one old snapshot keeps vacuum away, the head
 * of the index is a growing strip of dead entries; starting behind it keeps a claim at the cost of its batch.
 * It is used only between two full looks and only while claims come back full: an idle claimer always looks at all.
 */
export class Floors {
  private readonly lanes = new Map<string, Map<number, string>>();
  private lastFullLookAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Where to look now. */
  looks(): readonly Look[] {
    if (this.lanes.size === 0 || this.clock() - this.lastFullLookAt >= fullLookEveryMs) return everything;
    return [...everything, ...[...this.lanes].flatMap(([lane, floors]) => looksAround(lane, floors))];
  }

  /** After a claim with these looks that asked for `limit` rows. */
  note(looks: readonly Look[], taken: readonly Taken[], limit: number): void {
    if (looks === everything) {
      this.lastFullLookAt = this.clock();
      this.lanes.clear();
    }
    if (taken.length < limit) {
      // Not full: whatever is left may be anywhere, and there is time to look.
      this.lanes.clear();
      return;
    }
    for (const { lane, rank, availableAt } of taken) {
      const floors = this.lanes.get(lane) ?? new Map<number, string>();
      this.lanes.set(lane, floors);
      const floor = floors.get(rank);
      if (floor === undefined || floor < availableAt) floors.set(rank, availableAt);
    }
  }
}

/** The whole lane, but each rank with a floor from that floor on. */
function looksAround(lane: string, floors: ReadonlyMap<number, string>): Look[] {
  const looks: Look[] = [];
  let next = lowest;
  for (const [rank, at] of [...floors].sort(([a], [b]) => a - b)) {
    if (next < rank) looks.push({ lane, rank_from: next, at_from: '-infinity', rank_to: rank - 1 });
    looks.push({ lane, rank_from: rank, at_from: at, rank_to: rank });
    next = rank + 1;
  }
  looks.push({ lane, rank_from: next, at_from: '-infinity', rank_to: highest });
  return looks;
}
