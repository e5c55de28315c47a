-- The ground: entities, jobs, attempts, workers, the event log, and the rules the database keeps by itself.

-- The clock of every stored time. A test moves it with `SET asterion.clock_shift = '1 hour'`; unset it is now().
CREATE FUNCTION db_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT now() + coalesce(nullif(current_setting('asterion.clock_shift', true), ''), '0')::interval
$$;

CREATE TABLE session (
  id          uuid PRIMARY KEY,
  org_id      bigint NOT NULL,
  created_by  bigint NOT NULL,
  title       text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT db_now(),
  updated_at  timestamptz NOT NULL DEFAULT db_now(),
  pinned_at   timestamptz,
  archived_at timestamptz
);
CREATE INDEX session_by_viewer ON session (org_id, created_by, updated_at);

-- Durable knowledge. Never rewritten, except an attach card's content, the classes, and seen_at.
-- parent_id: of a prompt, the prompt it continues; of a response, its prompt.
-- continues_id: the response a prompt continues, once there is one (a prompt may be sent while its parent runs).
-- No foreign key to session: every insert would take a share lock on the same session row, and multixacts with it.
CREATE TABLE entity (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL,
  org_id       bigint NOT NULL,
  created_by   bigint NOT NULL,
  session_id   uuid NOT NULL,
  parent_id    uuid,
  root_id      uuid NOT NULL,
  continues_id uuid,
  content      text NOT NULL,
  label        text NOT NULL DEFAULT '',
  content_length integer NOT NULL DEFAULT 0,
  model        text,
  state_class  text NOT NULL DEFAULT 'draft',
  seen_at      timestamptz,
  created_at   timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT entity_kind_known CHECK (kind IN ('prompt', 'response', 'attach', 'context')),
  CONSTRAINT entity_state_class_known CHECK (state_class IN ('draft', 'working', 'canonical')),
  CONSTRAINT entity_response_has_parent CHECK (kind <> 'response' OR parent_id IS NOT NULL)
);
CREATE INDEX entity_by_viewer ON entity (org_id, created_by, created_at, id) WHERE kind = 'prompt';
CREATE INDEX entity_by_root ON entity (root_id);
CREATE INDEX entity_by_parent ON entity (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE edge (
  from_id    uuid NOT NULL,
  to_id      uuid NOT NULL,
  type       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT db_now(),
  PRIMARY KEY (from_id, to_id, type),
  CONSTRAINT edge_type_known CHECK (type IN ('flows-to', 'continues', 'uses', 'spawns'))
);
CREATE INDEX edge_by_target ON edge (to_id);

-- A process that works. Its id is random per start, never a host or pod name: a restarted worker must not look like
-- the dead one. The lease lives here and not on the jobs, so that a beat is one small update whatever it holds.
CREATE TABLE worker (
  id          uuid PRIMARY KEY,
  host        text NOT NULL,
  pid         integer NOT NULL,
  slots       integer NOT NULL,
  kinds       text[] NOT NULL,
  models      jsonb NOT NULL DEFAULT '[]',
  state       text NOT NULL DEFAULT 'active',
  started_at  timestamptz NOT NULL DEFAULT db_now(),
  beat_at     timestamptz NOT NULL DEFAULT db_now(),
  lease_until timestamptz NOT NULL,
  CONSTRAINT worker_state_known CHECK (state IN ('active', 'draining', 'stopped'))
) WITH (fillfactor = 50);

-- Where jobs queue: one lane per model asked for ('default' when none was), so that a paused or limited model holds up
-- its own jobs and no others, and a claim still looks at the first few rows of each lane only.
CREATE TABLE lane (
  name       text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT db_now()
);
INSERT INTO lane (name) VALUES ('default');

-- What may not be claimed for now: 'kind:prompt', 'lane:openai/gpt-5', 'provider:openai'. Set by an operator (until
-- infinity) or by a provider's own request to wait.
CREATE TABLE pause (
  scope      text PRIMARY KEY,
  until      timestamptz NOT NULL DEFAULT 'infinity',
  reason     text NOT NULL,
  set_by     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT pause_scope_known CHECK (scope ~ '^(kind|lane|provider):.')
);

-- One execution of something. fillfactor leaves room for an update on the same page.
CREATE TABLE job (
  id               uuid PRIMARY KEY,
  kind             text NOT NULL,
  org_id           bigint NOT NULL,
  created_by       bigint NOT NULL,
  session_id       uuid,
  prompt_id        uuid REFERENCES entity (id),
  state            text NOT NULL DEFAULT 'queued',
  ready            boolean NOT NULL DEFAULT true,
  priority         smallint NOT NULL DEFAULT 50,
  -- What the claim orders by: the priority, lowered step by step while the job waits, so that none waits for ever.
  rank             smallint NOT NULL DEFAULT 50,
  lane             text NOT NULL DEFAULT 'default',
  -- Earliest claim. Backoff and schedule both live here; infinity while a dependency is open. created_at never changes.
  available_at     timestamptz NOT NULL DEFAULT db_now(),
  scheduled_for    timestamptz,
  depends_on       uuid[] NOT NULL DEFAULT '{}',
  attempt          smallint NOT NULL DEFAULT 1,
  max_attempts     smallint NOT NULL DEFAULT 3,
  options          jsonb NOT NULL DEFAULT '{}',
  -- The fence: who holds the job, and which claim of it this is (a claim is never reused, an attempt may be).
  worker_claim     uuid,
  claim            integer NOT NULL DEFAULT 0,
  claimed_at       timestamptz,
  started_at       timestamptz,
  first_started_at timestamptz,
  finished_at      timestamptz,
  cancel_requested_at timestamptz,
  response_id      uuid REFERENCES entity (id),
  error_kind       text,
  error_message    text,
  supersedes       uuid REFERENCES job (id),
  superseded_by    uuid REFERENCES job (id) DEFERRABLE INITIALLY DEFERRED,
  superseded_from  text,
  parent_job_id    uuid REFERENCES job (id),
  idempotency_key  text,
  request_hash     text,
  progress         real,
  progress_text    text,
  version          bigint NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT db_now(),
  updated_at       timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT job_kind_known CHECK (kind IN ('prompt', 'task', 'reactor', 'reactor_step', 'map_element', 'map_collect', 'maintenance')),
  CONSTRAINT job_state_known CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'superseded')),
  CONSTRAINT job_running_has_claim CHECK ((state = 'running') = (worker_claim IS NOT NULL)
    AND (state = 'running') = (claimed_at IS NOT NULL) AND (state <> 'running' OR started_at IS NOT NULL)),
  CONSTRAINT job_terminal_has_finish CHECK ((state IN ('queued', 'running')) = (finished_at IS NULL)),
  CONSTRAINT job_prompt_success_has_response CHECK (kind <> 'prompt'
    OR (coalesce(superseded_from, state) = 'succeeded') = (response_id IS NOT NULL)),
  CONSTRAINT job_prompt_has_prompt CHECK (kind <> 'prompt' OR (prompt_id IS NOT NULL AND session_id IS NOT NULL)),
  CONSTRAINT job_failure_has_kind CHECK (coalesce(superseded_from, state) <> 'failed' OR error_kind IS NOT NULL),
  CONSTRAINT job_error_kind_known CHECK (error_kind IN ('timeout', 'rate_limit', 'provider_5xx', 'provider_4xx', 'auth',
    'parse', 'worker_crash', 'stuck', 'cancelled', 'dependency', 'unknown')),
  CONSTRAINT job_superseded_keeps_past CHECK ((state = 'superseded') = (superseded_from IS NOT NULL)
    AND (state = 'superseded') = (superseded_by IS NOT NULL)),
  CONSTRAINT job_superseded_from_known CHECK (superseded_from IN ('succeeded', 'failed', 'cancelled')),
  CONSTRAINT job_ready_is_queued CHECK (NOT ready OR state = 'queued'),
  CONSTRAINT job_priority_in_range CHECK (priority BETWEEN 0 AND 100),
  CONSTRAINT job_rank_in_range CHECK (rank BETWEEN 0 AND priority),
  CONSTRAINT job_attempt_in_budget CHECK (attempt BETWEEN 1 AND max_attempts),
  CONSTRAINT job_progress_in_range CHECK (progress BETWEEN 0 AND 1)
) WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200, autovacuum_analyze_scale_factor = 0.05);

-- Exactly the claim's order, within each lane. Rows that wait (backoff, schedule, dependency) stay out of it.
CREATE INDEX job_claimable ON job (lane, rank, available_at, id) WHERE state = 'queued' AND ready;
-- What the sweep makes ready when due.
CREATE INDEX job_waiting ON job (available_at) WHERE state = 'queued' AND NOT ready;
CREATE INDEX job_running_by_worker ON job (worker_claim) WHERE state = 'running';
-- A prompt has one current job; a retry supersedes it in the same transaction. So a double click is one retry.
CREATE UNIQUE INDEX job_current_of_prompt ON job (prompt_id) WHERE prompt_id IS NOT NULL AND state <> 'superseded';
CREATE UNIQUE INDEX job_superseded_once ON job (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX job_by_idempotency_key ON job (org_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX job_by_prompt ON job (prompt_id) WHERE prompt_id IS NOT NULL;
CREATE INDEX job_dependants ON job USING gin (depends_on) WHERE state = 'queued' AND depends_on <> '{}';
CREATE INDEX job_failed ON job (finished_at) WHERE state = 'failed';
-- What retention walks through, oldest first.
CREATE INDEX job_ended ON job USING brin (finished_at) WHERE finished_at IS NOT NULL;

-- One row a claim: who worked, when, how it ended. output keeps the text of a claim that did not succeed.
CREATE TABLE job_attempt (
  job_id        uuid NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  claim         integer NOT NULL,
  attempt       smallint NOT NULL,
  worker_id     uuid NOT NULL,
  started_at    timestamptz NOT NULL DEFAULT db_now(),
  first_output_at timestamptz,
  finished_at   timestamptz,
  outcome       text,
  error_kind    text,
  error_message text,
  retry_at      timestamptz,
  output        text,
  PRIMARY KEY (job_id, claim),
  CONSTRAINT job_attempt_outcome_known CHECK (outcome IN ('succeeded', 'failed', 'cancelled', 'released', 'lost')),
  CONSTRAINT job_attempt_finished_has_outcome CHECK ((finished_at IS NULL) = (outcome IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- Text while a model speaks. "from" counts UTF-16 units of the claim's text, so a reader that holds n units asks for
-- what starts at n or later. Insert-only; pruned after the claim ends.
CREATE TABLE output_chunk (
  job_id     uuid NOT NULL,
  claim      integer NOT NULL,
  starts_at  integer NOT NULL,
  content    text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT db_now(),
  PRIMARY KEY (job_id, claim, starts_at)
);
CREATE INDEX output_chunk_by_age ON output_chunk USING brin (created_at);

-- A row per model call.
CREATE TABLE ledger (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id         uuid NOT NULL,
  claim          integer NOT NULL,
  attempt        smallint NOT NULL,
  org_id         bigint NOT NULL,
  created_by     bigint NOT NULL,
  provider       text NOT NULL,
  model          text NOT NULL,
  tokens_in      integer NOT NULL DEFAULT 0,
  tokens_out     integer NOT NULL DEFAULT 0,
  tokens_cached  integer NOT NULL DEFAULT 0,
  cost_usd       double precision,
  latency_ms     integer NOT NULL,
  first_token_ms integer,
  is_estimate    boolean NOT NULL DEFAULT false,
  created_at     timestamptz NOT NULL DEFAULT db_now()
);
CREATE INDEX ledger_by_job ON ledger (job_id);

-- A row per structural change: who did what to which thing, before and after.
CREATE TABLE audit (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id       bigint NOT NULL,
  actor        text NOT NULL,
  action       text NOT NULL,
  subject_kind text NOT NULL,
  subject_id   uuid NOT NULL,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz NOT NULL DEFAULT db_now()
);
CREATE INDEX audit_by_subject ON audit (subject_id);

-- The one append-only log of what viewers may want to know. Read in (xid, seq) order, and for the cursor only below
-- pg_snapshot_xmin: seq alone becomes visible out of order when transactions commit out of order.
-- row_state is the job as it was when the change committed.
CREATE TABLE event (
  seq        bigint GENERATED ALWAYS AS IDENTITY,
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  org_id     bigint NOT NULL,
  created_by bigint NOT NULL,
  type       text NOT NULL,
  job_id     uuid,
  prompt_id  uuid,
  row_state  jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT db_now(),
  PRIMARY KEY (xid, seq)
);
-- The history of one job. Ids are UUIDv7, so entries go in at the right-hand end.
CREATE INDEX event_by_job ON event (job_id);

-- One row: names this database for cursors, beside the cluster's own identifier (xids restart with a new cluster);
-- pruned_to is the newest (xid, seq) that retention has removed.
CREATE TABLE event_log (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch      text NOT NULL DEFAULT substr(md5(gen_random_uuid()::text), 1, 12),
  pruned_xid xid8 NOT NULL DEFAULT '0',
  pruned_seq bigint NOT NULL DEFAULT 0
);
INSERT INTO event_log DEFAULT VALUES;

-- A prompt that is sent again and again. next_tick_at is what the sweep looks at; a tick fires once, whoever fires it,
-- because (schedule_id, tick_at) is unique, never because somebody believes to be the leader.
CREATE TABLE schedule (
  id            uuid PRIMARY KEY,
  org_id        bigint NOT NULL,
  created_by    bigint NOT NULL,
  name          text NOT NULL,
  cron          text NOT NULL,
  time_zone     text NOT NULL,
  missed        text NOT NULL DEFAULT 'once',
  request       jsonb NOT NULL,
  next_tick_at  timestamptz,
  paused_at     timestamptz,
  last_error    text,
  created_at    timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT schedule_missed_known CHECK (missed IN ('skip', 'once', 'all'))
);
CREATE INDEX schedule_due ON schedule (next_tick_at) WHERE paused_at IS NULL;
CREATE INDEX schedule_by_viewer ON schedule (org_id, created_by);

CREATE TABLE schedule_tick (
  schedule_id uuid NOT NULL REFERENCES schedule (id) ON DELETE CASCADE,
  tick_at     timestamptz NOT NULL,
  job_id      uuid NOT NULL,
  prompt_id   uuid NOT NULL,
  fired_at    timestamptz NOT NULL DEFAULT db_now(),
  PRIMARY KEY (schedule_id, tick_at)
);

-- Ended jobs that retention took out of the way, whole, with their attempts and model calls.
CREATE TABLE job_archive (
  id          uuid PRIMARY KEY,
  org_id      bigint NOT NULL,
  created_by  bigint NOT NULL,
  prompt_id   uuid,
  finished_at timestamptz NOT NULL,
  details     jsonb NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT db_now()
);
CREATE INDEX job_archive_by_prompt ON job_archive (prompt_id) WHERE prompt_id IS NOT NULL;

-- The state machine, kept by the database itself; the same table as lib/domain/job.ts (a test compares them).
CREATE FUNCTION job_may_move(old_state text, new_state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE old_state
    WHEN 'queued' THEN new_state IN ('running', 'cancelled')
    WHEN 'running' THEN new_state IN ('succeeded', 'failed', 'cancelled', 'queued')
    WHEN 'succeeded' THEN new_state = 'superseded'
    WHEN 'failed' THEN new_state = 'superseded'
    WHEN 'cancelled' THEN new_state = 'superseded'
    ELSE false
  END
$$;

CREATE FUNCTION job_refuse_illegal_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'job % may not move from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER job_moves_legally BEFORE UPDATE OF state ON job FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NOT job_may_move(OLD.state, NEW.state)) EXECUTE FUNCTION job_refuse_illegal_move();

CREATE FUNCTION job_refuse_change_of_the_past() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'job % has ended as %; what it was never changes', OLD.id, OLD.state USING ERRCODE = 'check_violation';
END $$;
-- A terminal job keeps its result, its error and its times for ever.
CREATE TRIGGER job_past_is_kept BEFORE UPDATE ON job FOR EACH ROW
  WHEN (OLD.finished_at IS NOT NULL AND (OLD.finished_at, OLD.created_at) IS DISTINCT FROM (NEW.finished_at, NEW.created_at)
    OR OLD.finished_at IS NOT NULL AND (OLD.response_id, OLD.error_kind, OLD.attempt) IS DISTINCT FROM (NEW.response_id, NEW.error_kind, NEW.attempt))
  EXECUTE FUNCTION job_refuse_change_of_the_past();

-- The job as viewers see it; one shape for the event log and for reading the current row.
CREATE FUNCTION job_row_state(j job) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('kind', j.kind, 'state', j.state, 'version', j.version, 'attempt', j.attempt,
    'max_attempts', j.max_attempts, 'claim', j.claim, 'priority', j.priority, 'model', j.options ->> 'model',
    'available_at', j.available_at, 'depends_on', j.depends_on, 'started_at', j.started_at,
    'finished_at', j.finished_at, 'error_kind', j.error_kind, 'error_message', j.error_message,
    'response_id', j.response_id, 'supersedes', j.supersedes)
$$;

-- No change of a job without its event: whoever raises a version, this statement's or a hand at psql, writes the log
-- in the same commit. Per statement, not per row: a batch of settlements is one insert.
CREATE FUNCTION job_log_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (org_id, created_by, type, job_id, prompt_id, row_state)
  SELECT n.org_id, n.created_by, 'job.state_changed', n.id, n.prompt_id, job_row_state(n) FROM new_rows n;
  RETURN NULL;
END $$;
CREATE TRIGGER job_logs_insert AFTER INSERT ON job REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION job_log_insert();

CREATE FUNCTION job_log_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (org_id, created_by, type, job_id, prompt_id, row_state)
  SELECT n.org_id, n.created_by, 'job.state_changed', n.id, n.prompt_id, job_row_state(n)
  FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version;
  RETURN NULL;
END $$;
CREATE TRIGGER job_logs_update AFTER UPDATE ON job REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION job_log_update();

-- Names this log on this cluster. The cluster's identifier is left out where the server does not let us read it.
CREATE FUNCTION event_epoch() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE cluster text := '';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO cluster FROM pg_control_system();
  EXCEPTION WHEN insufficient_privilege THEN
    cluster := '';
  END;
  RETURN (SELECT substr(md5(epoch || cluster), 1, 12) FROM event_log);
END $$;
