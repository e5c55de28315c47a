// Loaded before a process of the product (NODE_OPTIONS): the process kills itself at one exact statement, so that a death can be placed.
import { writeSync } from 'node:fs';
import pg from 'pg';

// `statement` is a statement's name; `when` is before (not sent yet), answered (sent, its rows are here, a transaction
// around it is still open) or committed (that transaction's commit, or the statement that is one by itself, was answered);
// `nth` counts statements that touched a row.
const { searchParams } = new URL(import.meta.url);
const statement = searchParams.get('statement');
const when = searchParams.get('when');
const nth = Number(searchParams.get('nth') ?? 1);

/** Clients inside a transaction; and of these, or since their last begin, those whose statement touched a row. */
const open = new WeakSet();
const touched = new WeakSet();
const query = pg.Client.prototype.query;
let seen = 0;

pg.Client.prototype.query = function (config, ...rest) {
  const name = typeof config === 'string' ? config : config?.name;
  if (name === 'begin') {
    open.add(this);
    touched.delete(this);
  }
  if (name === statement && when === 'before') count(1);
  const callback = rest.at(-1);
  if (typeof callback === 'function') {
    const told = (error, result) => {
      if (!error) answered(this, name, result);
      callback(error, result);
    };
    return query.call(this, config, ...rest.slice(0, -1), told);
  }
  const answer = query.call(this, config, ...rest);
  if (typeof answer?.then !== 'function') return answer;
  return answer.then((result) => {
    answered(this, name, result);
    return result;
  });
};

function answered(client, name, { rowCount }) {
  if (name === statement) {
    if (rowCount > 0) touched.add(client);
    if (when === 'answered' || (when === 'committed' && !open.has(client))) count(rowCount);
  }
  if (name === 'commit' && when === 'committed' && touched.has(client)) count(1);
  if (name === 'commit' || name === 'rollback') open.delete(client);
}

function count(rows) {
  if (rows > 0) seen += 1;
  if (seen < nth) return;
  writeSync(2, `kill point: ${statement} ${when}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Not one more instruction of the product, however long the signal takes.
  for (;;);
}
