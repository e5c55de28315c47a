-- What people say about answers, and finding them again.

-- A row per verdict on one response: the latest (highest id) counts, the others are its history. Never rewritten.
CREATE TABLE verdict (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  response_id uuid NOT NULL REFERENCES entity (id) ON DELETE CASCADE ON UPDATE NO ACTION,
  org_id      bigint NOT NULL,
  created_by  bigint NOT NULL,
  verdict     text NOT NULL,
  note        text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT verdict_known CHECK (verdict IN ('accept', 'reject', 'needs_work'))
);
CREATE INDEX verdict_by_response ON verdict (response_id, id);

-- What search looks through: words as they stand, no language's stemming, so that any language is found. Signs part words:
-- otherwise a path, an address or a dotted name would be one word of its own, and all behind <script would be skipped.
-- A document is cut: PostgreSQL refuses to store a tsvector of more than 1 MB, and a long answer must never fail for it.
CREATE FUNCTION search_document(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('pg_catalog.simple'::regconfig, translate(left(content, 100000), '<>/\_=@&?#:.-', '             '))
$$;
-- New entries wait in a list and are merged in batches, so that a submit or a settle pays for one append.
CREATE INDEX entity_search ON entity USING gin (search_document(content)) WITH (fastupdate = on) WHERE kind IN ('prompt', 'response');
