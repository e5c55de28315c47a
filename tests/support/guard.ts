// What no test may leave behind: an error on the console that it did not expect, or a process. (Vitest itself fails on
// unhandled rejections; testDatabase fails on connections.)
import { afterAll, afterEach, beforeEach } from 'vitest';
import { killAll } from './child-process.ts';
import { eventually } from './eventually.ts';
import { expectedErrors } from './expected-errors.ts';

const unexpected: string[] = [];
const print = console.error;

console.error = (...parts: unknown[]) => {
  const line = parts.map(String).join(' ');
  if (expectedErrors.some((pattern) => pattern.test(line))) return;
  unexpected.push(line);
  print(...parts);
};

beforeEach(() => {
  expectedErrors.length = 0;
  unexpected.length = 0;
});

afterEach(() => {
  if (unexpected.length > 0) throw new Error(`unexpected console.error: ${unexpected.join('\n')}`);
});

afterAll(async () => {
  await killAll();
  await eventually(
    () => {
      const left = process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
      if (left > 0) throw new Error(`${left} process(es) started by this file still run`);
    },
    { withinMs: 5_000 },
  );
});
