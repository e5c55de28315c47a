// What Prometheus reads is well-formed, true to the tables, and says nothing of any person.
import { beforeEach, describe, expect, it } from 'vitest';
import { GET as readMetrics } from '#app/api/metrics/route.ts';
import { prometheusText } from '#app/door/prometheus.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claimOne, emptyTables, submitted } from '#tests/support/jobs.ts';
import { call } from './call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function metrics(): Promise<string> {
  const response = await call(database.db, readMetrics);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.text();
}

describe('GET /api/metrics', () => {
  it('counts live jobs, recent attempts, model calls and workers', async () => {
    const { db } = database;
    await answered(db, { text: 'A secret text' });
    await submitted(db);
    await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' });
    await claimOne(db, await aWorker(db));
    await submitted(db);
    const text = await metrics();
    for (const line of [
      'asterion_jobs{kind="prompt",state="ready"} 1',
      'asterion_jobs{kind="prompt",state="running"} 1',
      'asterion_jobs{kind="prompt",state="waiting"} 1',
      'asterion_attempts_recent{kind="prompt",outcome="succeeded",error_kind=""} 1',
      'asterion_attempts_recent{kind="prompt",outcome="running",error_kind=""} 1',
      'asterion_workers{state="active",alive="true"} 2',
      'asterion_slots 32',
      'asterion_tokens_out_recent{model="demo/demo"} 5',
      'asterion_streams 0',
      'asterion_notes_lost_total 0',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toContain('secret');
  });

  it('is well-formed, also with nothing to count', async () => {
    expect(await metrics()).not.toContain('asterion_oldest_ready_seconds');
    const lines = (await metrics()).trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) asterion_\w+ .+|asterion_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+)$/,
      );
    const types = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    expect(new Set(types).size).toBe(types.length);
  });

  it('escapes what a label holds', () => {
    const samples = [{ labels: { model: 'a"b\\c\nd' }, value: 1 }];
    expect(prometheusText([{ name: 'x', help: 'h', type: 'gauge', samples }])).toContain(
      'asterion_x{model="a\\"b\\\\c\\nd"} 1',
    );
  });
});
