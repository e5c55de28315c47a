// What is asked of a living database before anybody judges it: the server, its snapshots, its rows, its lanes.

export interface ServerFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly now: string;
  readonly isStandby: boolean;
  readonly connections: number;
  readonly maxConnections: number;
}

export interface Snapshot {
  readonly what: string;
  readonly ageMs: number;
  readonly doing: string;
}

export interface TableHealth {
  readonly table: string;
  readonly live: number;
  readonly dead: number;
  readonly lastVacuum: string | null;
}

export interface StuckRows {
  /** Running, and the worker's lease has been over for a minute: no sweep takes them back. */
  readonly lost: number;
  /** Running for longer than any job may. */
  readonly tooLong: number;
  /** Due for a minute and still not claimable. */
  readonly overdue: number;
  /** Waiting for jobs that all succeeded, for nothing at all, or for one that will never succeed. */
  readonly forNothing: number;
  /** Schedules whose tick passed over a minute ago. */
  readonly lateSchedules: number;
  /** One of each, to look at. */
  readonly examples: string[];
}

export interface WaitingLane {
  readonly lane: string;
  readonly kind: string;
  readonly ready: number;
  readonly oldestMs: number;
  /** A pause that nobody but an operator ends. */
  readonly isPausedForGood: boolean;
  /** Living workers that claim jobs of this kind. */
  readonly workers: number;
}

/** What a finding about workers needs of one. */
export interface WorkerFacts {
  readonly isAlive: boolean;
  readonly state: string;
  readonly slots: number;
  readonly models: readonly { readonly provider: string }[];
}
