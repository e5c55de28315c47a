-- Which release a worker process runs, so that an operator sees who is still an old one. Empty: it did not say.
ALTER TABLE worker ADD COLUMN version TEXT NOT NULL DEFAULT '';
