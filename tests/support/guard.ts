// What no test may leave behind: an error on the console, or a process. (Vitest itself fails on
// unhandled rejections; testDatabase fails on connections.)
import { afterAll, afterEach, beforeEach } from 'vitest';
import { killAll } from './child-process.ts';
import { eventually } from './eventually.ts';

const unexpected: string[] = [];
const print = console.error;

console.error = (...parts: unknown[]) => {
  const line = parts.map(String).join(' ');
  unexpected.push(line);
  print(...parts);
};

beforeEach(() => {
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
