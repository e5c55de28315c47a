// The environment, read and checked once; nothing else reads process.env.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { parseLaneLimits } from '#lib/domain/lanes/lane.ts';
import { parsePrices } from '#lib/domain/ledger/price.ts';

const positiveMs = (name: string, min: number) =>
  z.coerce
    .number({ error: `${name} must be a number of milliseconds` })
    .int()
    .min(min, `${name} must be at least ${min} ms`);
const optionalUrl = (name: string, protocol: RegExp) =>
  z.url({ protocol, error: `${name} is not a usable URL` }).optional();
const optionalKey = z.string().min(1).optional();

/** `name=value,name=value`; values may be percent-encoded. */
const keyValueList = (name: string) =>
  z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, `${name} must look like name=value,name=value`)
    .transform((text) =>
      Object.fromEntries(
        text.split(',').map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), decoded(pair.slice(at + 1))];
        }),
      ),
    );

function decoded(value: string): string {
  // A lone % is no encoding: then it stands for itself.
  return /%(?![0-9a-f]{2})/i.test(value) ? value : decodeURIComponent(value);
}

const environment = z
  .object({
    // Set by whoever starts the web process: development needs eval and a socket, which nothing else may have.
    NODE_ENV: z.string().optional(),
    PORT: z.coerce
      .number({ error: 'PORT must be a number' })
      .int()
      .min(0, 'PORT must be 0..65535')
      .max(65_535, 'PORT must be 0..65535')
      .default(3000),
    HOST: z
      .string()
      .default('127.0.0.1')
      .refine(
        (host) => ['127.0.0.1', 'localhost', '::1'].includes(host),
        'HOST must be a loopback address (127.0.0.1, localhost or ::1): there are no accounts yet, so other machines are refused',
      ),
    DATABASE_URL: optionalUrl('DATABASE_URL', /^postgres(ql)?$/),
    DIRECT_URL: optionalUrl('DIRECT_URL', /^postgres(ql)?$/),
    ASTERION_DATA_DIR: z.string().min(1).default('.data'),
    ASTERION_WORKER_CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1, 'ASTERION_WORKER_CONCURRENCY must be at least 1')
      .max(1_000, 'ASTERION_WORKER_CONCURRENCY must be at most 1000')
      .default(16),
    // Garbage falls back to 4 by contract: the cap of running tasks must never stop the product.
    ASTERION_JOB_WORKERS: z.coerce.number().int().min(1).default(4).catch(4),
    ASTERION_HEARTBEAT_MS: positiveMs('ASTERION_HEARTBEAT_MS', 50).default(5_000),
    ASTERION_LEASE_MS: positiveMs('ASTERION_LEASE_MS', 300).default(30_000),
    ASTERION_RETRY_SCALE: z.coerce
      .number({ error: 'ASTERION_RETRY_SCALE must be a number' })
      .min(0, 'ASTERION_RETRY_SCALE must be 0 or more')
      .default(1),
    ASTERION_DEFAULT_MODEL: z.string().min(1).optional(),
    ASTERION_LANE_LIMITS: z
      .string()
      .default('')
      .transform((text, context) => {
        const parsed = parseLaneLimits(text);
        if (parsed.ok) return parsed.limits;
        context.addIssue({ code: 'custom', message: `ASTERION_LANE_LIMITS: ${parsed.problem}` });
        return z.NEVER;
      }),
    ASTERION_PRICES: z
      .string()
      .default('')
      .transform((text, context) => {
        const parsed = parsePrices(text);
        if (parsed.ok) return parsed.prices;
        context.addIssue({ code: 'custom', message: `ASTERION_PRICES: ${parsed.problem}` });
        return z.NEVER;
      }),
    OPENAI_API_KEY: optionalKey,
    OPENAI_BASE_URL: optionalUrl('OPENAI_BASE_URL', /^https?$/),
    ANTHROPIC_API_KEY: optionalKey,
    GOOGLE_GENERATIVE_AI_API_KEY: optionalKey,
    OLLAMA_BASE_URL: optionalUrl('OLLAMA_BASE_URL', /^https?$/),
    // OpenTelemetry's own names, as its specification has them.
    OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', /^https?$/),
    OTEL_EXPORTER_OTLP_HEADERS: keyValueList('OTEL_EXPORTER_OTLP_HEADERS').optional(),
    OTEL_SERVICE_NAME: z.string().min(1).default('asterion'),
    ASTERION_LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'ASTERION_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
      )
      .default('info'),
  })
  .refine((env) => env.ASTERION_LEASE_MS >= 4 * env.ASTERION_HEARTBEAT_MS, {
    path: ['ASTERION_LEASE_MS'],
    error: 'ASTERION_LEASE_MS must be at least 4 × ASTERION_HEARTBEAT_MS, or one late beat loses the lease',
  });

export type Config = z.infer<typeof environment>;

/** A wrong setting: `message` is one sentence per fault, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Checks an environment. An empty value counts as unset. Throws ConfigError. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues
      .map(({ path, message }) => (message.includes(String(path[0])) ? message : `${String(path[0])}: ${message}`))
      .join('\n'),
  );
}

let config: Config | undefined;

/** The process's settings, checked at the first call; a `.env` file in the working folder counts too, below what is set. Throws ConfigError. */
export function readConfig(): Config {
  if (config === undefined && existsSync('.env')) process.loadEnvFile('.env');
  config ??= parseConfig(process.env);
  return config;
}

/** The environment for a child process: this one's with `extra` laid over it. The only door besides the settings. */
export function childEnvironment(extra: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
