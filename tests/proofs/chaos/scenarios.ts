// Every kind of trouble there is, in the order in which it is made.
import { clock } from './scenarios/clock.ts';
import { databaseStop } from './scenarios/database-stop.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { halfOpen } from './scenarios/half-open.ts';
import { killPoints } from './scenarios/kill-points.ts';
import { manyJobs } from './scenarios/many-jobs.ts';
import { oldSnapshot } from './scenarios/old-snapshot.ts';
import { pooler } from './scenarios/pooler.ts';
import { zombies } from './scenarios/zombies.ts';
import type { Scenario } from './world/stage.ts';

export const scenarios: readonly Scenario[] = [
  killPoints,
  zombies,
  clock,
  databaseStop,
  halfOpen,
  pooler,
  oldSnapshot,
  diskFull,
  manyJobs,
];
