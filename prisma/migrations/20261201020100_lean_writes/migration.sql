-- Fewer and cheaper rows on the way of a job: measured, three events of a job cost as much as all else it writes.

-- The state of a job in the log as columns. As jsonb each event spent two thirds of its time on being put together, and
-- three events a job are written in the transactions everybody waits for; a reader puts it together once, outside.
ALTER TABLE event
  ADD COLUMN kind text, ADD COLUMN state text, ADD COLUMN version bigint, ADD COLUMN attempt smallint, ADD COLUMN max_attempts smallint,
  ADD COLUMN claim integer, ADD COLUMN priority smallint, ADD COLUMN model text, ADD COLUMN available_at timestamptz,
  ADD COLUMN depends_on uuid[], ADD COLUMN started_at timestamptz, ADD COLUMN finished_at timestamptz, ADD COLUMN error_kind text,
  ADD COLUMN error_message text, ADD COLUMN response_id uuid, ADD COLUMN supersedes uuid;
UPDATE event e SET (kind, state, version, attempt, max_attempts, claim, priority, model, available_at, depends_on, started_at, finished_at,
    error_kind, error_message, response_id, supersedes)
  = (SELECT r.kind, r.state, r.version, r.attempt, r.max_attempts, r.claim, r.priority, r.model, r.available_at, d.depends_on, r.started_at,
      r.finished_at, r.error_kind, r.error_message, r.response_id, r.supersedes
    FROM jsonb_to_record(e.row_state) AS r(kind text, state text, version bigint, attempt smallint, max_attempts smallint, claim integer,
      priority smallint, model text, available_at timestamptz, depends_on jsonb, started_at timestamptz, finished_at timestamptz, error_kind text,
      error_message text, response_id uuid, supersedes uuid)
    CROSS JOIN LATERAL (SELECT array(SELECT d::uuid FROM jsonb_array_elements_text(coalesce(nullif(r.depends_on, 'null'), '[]')) d) AS depends_on) d);
ALTER TABLE event DROP COLUMN row_state;
ALTER TABLE event ALTER COLUMN kind SET NOT NULL, ALTER COLUMN state SET NOT NULL, ALTER COLUMN version SET NOT NULL,
  ALTER COLUMN attempt SET NOT NULL, ALTER COLUMN max_attempts SET NOT NULL, ALTER COLUMN claim SET NOT NULL,
  ALTER COLUMN priority SET NOT NULL, ALTER COLUMN available_at SET NOT NULL, ALTER COLUMN depends_on SET NOT NULL;

-- The job as viewers see it, as it was when the event's change committed; the shape of job_row_state. Also read as e.row_state.
CREATE FUNCTION row_state(e event) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('kind', e.kind, 'state', e.state, 'version', e.version, 'attempt', e.attempt,
    'max_attempts', e.max_attempts, 'claim', e.claim, 'priority', e.priority, 'model', e.model,
    'available_at', e.available_at, 'depends_on', e.depends_on, 'started_at', e.started_at,
    'finished_at', e.finished_at, 'error_kind', e.error_kind, 'error_message', e.error_message,
    'response_id', e.response_id, 'supersedes', e.supersedes)
$$;

CREATE OR REPLACE FUNCTION job_log_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (org_id, created_by, type, job_id, prompt_id, kind, state, version, attempt, max_attempts, claim, priority, model,
    available_at, depends_on, started_at, finished_at, error_kind, error_message, response_id, supersedes)
  SELECT n.org_id, n.created_by, 'job.state_changed', n.id, n.prompt_id, n.kind, n.state, n.version, n.attempt, n.max_attempts, n.claim, n.priority,
    n.options ->> 'model', n.available_at, n.depends_on, n.started_at, n.finished_at, n.error_kind, n.error_message, n.response_id, n.supersedes
  FROM new_rows n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION job_log_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (org_id, created_by, type, job_id, prompt_id, kind, state, version, attempt, max_attempts, claim, priority, model,
    available_at, depends_on, started_at, finished_at, error_kind, error_message, response_id, supersedes)
  SELECT n.org_id, n.created_by, 'job.state_changed', n.id, n.prompt_id, n.kind, n.state, n.version, n.attempt, n.max_attempts, n.claim, n.priority,
    n.options ->> 'model', n.available_at, n.depends_on, n.started_at, n.finished_at, n.error_kind, n.error_message, n.response_id, n.supersedes
  FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version;
  RETURN NULL;
END $$;

-- The two rules of a job's life, once a statement: as triggers of each row they cost a fifth of an update.
DROP TRIGGER job_moves_legally ON job;
DROP TRIGGER job_past_is_kept ON job;
DROP FUNCTION job_refuse_illegal_move();
DROP FUNCTION job_refuse_change_of_the_past();
CREATE FUNCTION job_refuse_illegal_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE bad record;
BEGIN
  SELECT n.id, o.state AS was, n.state AS wanted, o.state <> n.state AND NOT job_may_move(o.state, n.state) AS moves INTO bad
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE o.state <> n.state AND NOT job_may_move(o.state, n.state)
    -- A terminal job keeps its result, its error and its times for ever.
    OR o.finished_at IS NOT NULL AND (o.finished_at, o.created_at, o.response_id, o.error_kind, o.attempt)
      IS DISTINCT FROM (n.finished_at, n.created_at, n.response_id, n.error_kind, n.attempt)
  LIMIT 1;
  IF bad.moves THEN
    RAISE EXCEPTION 'job % may not move from % to %', bad.id, bad.was, bad.wanted USING ERRCODE = 'check_violation';
  ELSIF bad.id IS NOT NULL THEN
    RAISE EXCEPTION 'job % has ended as %; what it was never changes', bad.id, bad.was USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER job_moves_legally AFTER UPDATE ON job REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION job_refuse_illegal_change();

-- One index for both: a prompt has one current job (only those have nobody who superseded them), and all jobs of a prompt
-- are found by it. An update of a job enters every index again, since its state is in their conditions.
DROP INDEX job_current_of_prompt;
DROP INDEX job_by_prompt;
CREATE UNIQUE INDEX job_current_of_prompt ON job (prompt_id, coalesce(superseded_by, '00000000-0000-0000-0000-000000000000'))
  WHERE prompt_id IS NOT NULL;

-- Every claim there was or is. An ended one has its row; one that runs is the job's own row, so that a claim writes the
-- job and its event and nothing else. A row without an end is one that a release before this wrote when it claimed.
CREATE VIEW attempt AS
  SELECT job_id, claim, attempt, worker_id, started_at, first_output_at, finished_at, outcome, error_kind, error_message, retry_at, output
  FROM job_attempt
  UNION ALL
  SELECT j.id, j.claim, j.attempt, j.worker_claim, j.claimed_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM job j WHERE j.state = 'running' AND NOT EXISTS (SELECT FROM job_attempt a WHERE a.job_id = j.id AND a.claim = j.claim);
