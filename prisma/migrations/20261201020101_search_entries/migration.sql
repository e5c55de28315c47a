-- The words of prompts and answers beside them, not in them: an index on the text itself made every submit and every
-- settle cut its words, and now and then merge thousands of waiting entries while a person waited.

-- A row for each prompt and response, filled from the event log within about a second (lib/store/search/entries.ts), and
-- by a search before it looks. A derived thing: emptied together with search_place, it fills itself again.
-- No foreign key: entities are never removed, and a row without its entity is found by nobody.
CREATE TABLE search_entry (
  entity_id  uuid PRIMARY KEY,
  org_id     bigint NOT NULL,
  created_by bigint NOT NULL,
  document   tsvector NOT NULL
);
CREATE INDEX search_entry_words ON search_entry USING gin (document) WITH (fastupdate = on);

-- One row: up to where the log has been read, as a snapshot, so that no event is missed whatever order transactions
-- commit in, and none waits for a long one. filled_to: until it is null, entities from before the log are still being
-- filled in, in the order of their ids. An epoch that is not the log's own means: begin again.
CREATE TABLE search_place (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch     text NOT NULL DEFAULT '',
  snapshot  text NOT NULL DEFAULT '',
  filled_to uuid
);
INSERT INTO search_place DEFAULT VALUES;

DROP INDEX entity_search;
