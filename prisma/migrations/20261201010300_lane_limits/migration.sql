-- Limits of models: what a claim counts, and what other processes may know about them.

-- The limits a worker keeps, so that whoever explains a wait need not have the worker's settings.
ALTER TABLE worker ADD COLUMN limits jsonb NOT NULL DEFAULT '[]';

-- Requests and tokens of the last minute are counted from the rows themselves. Both tables grow in the order of these
-- times, so a BRIN finds the last minute and costs an insert nearly nothing.
CREATE INDEX job_attempt_by_start ON job_attempt USING brin (started_at);
CREATE INDEX ledger_by_age ON ledger USING brin (created_at);
