// How the tests run: real PostgreSQL, no provider keys from outside, nothing retried.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/bench/**'],
    globalSetup: ['tests/support/server.ts'],
    setupFiles: ['tests/support/guard.ts'],
    pool: 'forks',
    // Many files wait for leases and processes more than they compute: two share even a small machine well.
    maxWorkers: 2,
    sequence: { hooks: 'stack' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Empty counts as unset: a developer's keys and database must not reach a test.
    env: {
      ASTERION_LOG_LEVEL: 'silent',
      DATABASE_URL: '',
      DIRECT_URL: '',
      PORT: '',
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: '',
      ANTHROPIC_API_KEY: '',
      GOOGLE_GENERATIVE_AI_API_KEY: '',
      OLLAMA_BASE_URL: '',
      ASTERION_DEFAULT_MODEL: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
    },
  },
});
