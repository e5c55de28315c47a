-- What operators look back at: failed jobs in groups, and the beats of workers after an attempt has ended.

-- A failed job's message with numbers, ids and quoted words taken out (lib/domain/failures/pattern.ts), and the group it
-- falls into with others of the same kind and pattern. Written by whoever reads the groups and by the sweep, never by
-- what settles a job. A derived thing: emptied, it fills itself again, which is how a change of the rules is rolled out.
CREATE TABLE failure (
  job_id   uuid PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
  pattern  text NOT NULL,
  group_id text NOT NULL
);
CREATE INDEX failure_by_group ON failure (group_id);

-- A stretch of a worker's beats without a silence of more than 15 s: first and last beat. A living worker keeps moving
-- one row; each silence begins another. So any 30 s without a beat can be told for as long as rows are kept, and a
-- worker's whole life is one row. fillfactor leaves room to move to_at on its page.
CREATE TABLE worker_beat (
  worker_id uuid NOT NULL,
  from_at   timestamptz NOT NULL,
  to_at     timestamptz NOT NULL,
  PRIMARY KEY (worker_id, from_at),
  CONSTRAINT worker_beat_in_order CHECK (from_at <= to_at)
) WITH (fillfactor = 50);
