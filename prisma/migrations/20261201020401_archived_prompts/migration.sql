-- Prompts a person has put away: out of the field, found by search, brought back at will.

-- On the prompt and not on its job: a retry makes another job, and retention moves jobs about.
ALTER TABLE entity ADD COLUMN archived_at timestamptz;
-- What the archive lists; nearly all prompts stay out of it, so that a submit pays nothing for it.
CREATE INDEX entity_archived ON entity (org_id, created_by, created_at, id) WHERE kind = 'prompt' AND archived_at IS NOT NULL;
