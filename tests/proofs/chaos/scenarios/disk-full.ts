// The disk under PostgreSQL fills up while everything works, and has room again later.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Ground, stopWell } from '../world/ground.ts';
import { OwnServer } from '../world/own-server.ts';
import type { Scenario } from '../world/stage.ts';

const diskMb = 192;
const small = { shared_buffers: '32MB', min_wal_size: '32MB', max_wal_size: '48MB', checkpoint_timeout: '30s' };

export const diskFull: Scenario = {
  name: 'disk-full',
  promise: 'a full disk loses nothing that was acknowledged: when there is room again, everything goes on',
  missing: async () => {
    const probe = mountDisk(1);
    if (probe === null)
      return 'a small disk can only be mounted by root with that right (not in an ordinary container)';
    unmount(probe);
    return null;
  },
  async run(stage) {
    const folder = mountDisk(diskMb);
    if (folder === null) throw new Error('the small disk could not be mounted');
    stage.atEnd(async () => unmount(folder));
    const jobs = stage.share(0.02, 300, 2_000);
    const rounds = stage.share(0.00003, 2, 3);
    const server = await OwnServer.start(stage, { folder, settings: small });
    const ground = stage.groundOn(server.url, {
      ASTERION_HEARTBEAT_MS: '1000',
      ASTERION_LEASE_MS: '8000',
      ASTERION_RETRY_SCALE: '0.01',
      ASTERION_WORKER_CONCURRENCY: '8',
    });
    const workers = [ground.worker(), ground.worker()];
    await ground.reached(['succeeded'], 0);
    const crashes: number[] = [];
    let refused = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const submitting = ground.submitNumbered(jobs, `delay=20ms rate=0`);
      // Told below; until then it must not count as unhandled.
      submitting.catch(() => undefined);
      await ground.reached(['succeeded'], ground.accepted.size / 2);
      const ballast = fillUp(folder);
      refused += await trouble(ground);
      if (await server.endedWithin(6_000)) crashes.push(round);
      unlinkSync(ballast);
      if (crashes.at(-1) === round) await server.startAgain();
      await submitting;
      await ground.drained(120_000);
      await ground.expectPromises(`after the disk was full for the ${round}. time`);
      stage.say(
        `disk full ${round} of ${rounds} times${crashes.at(-1) === round ? ', PostgreSQL itself had given up' : ''}`,
      );
    }
    await stopWell(...workers);
    await ground.expectAllAnswered();
    if (refused === 0 && crashes.length === 0) throw new Error('the full disk troubled nobody: nothing was proved');
    return `${ground.accepted.size} jobs, disk full ${rounds} times, PostgreSQL gave up ${crashes.length} times and was started again as the supervisor does; all answered once`;
  },
};

/** A tmpfs of this size in a temporary folder, or null where that is not allowed. */
function mountDisk(mb: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'asterion-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=755`, 'tmpfs', folder], {
    stdio: 'ignore',
  });
  if (status === 0) return folder;
  rmdirSync(folder);
  return null;
}

function unmount(folder: string): void {
  spawnSync('umount', [folder], { stdio: 'ignore' });
  rmdirSync(folder);
}

/** Takes every last byte; the file that does so. */
function fillUp(folder: string): string {
  const file = path.join(folder, 'ballast');
  const out = openSync(file, 'w');
  for (const bytes of [1_048_576, 4_096]) {
    const block = Buffer.alloc(bytes, 1);
    try {
      for (;;) if (writeSync(out, block) < bytes) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(out);
  return file;
}

/** Writes for a while what does not fit any more; how many writes were refused. */
async function trouble(ground: Ground): Promise<number> {
  let refused = 0;
  for (let at = 0; at < 20; at += 1) {
    const query =
      'insert into output_chunk (job_id, claim, starts_at, content) select gen_random_uuid(), 0, 0, repeat(md5(random()::text), 2000) from generate_series(1, 100)';
    await ground.db.pool.query(`begin; ${query}; rollback`).catch(() => {
      refused += 1;
    });
    await wait(100);
  }
  return refused;
}
