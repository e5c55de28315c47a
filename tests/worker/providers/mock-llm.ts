// Starts @dwmkerr/mock-llm, an OpenAI-compatible server of somebody else's making, as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { childEnvironment } from '#lib/config.ts';

const chat = { path: '/v1/chat/completions', method: 'POST' };
const says = (word: string) => `contains(body.messages[-1].content, '${word}')`;
const fault = (word: string, status: number, error: object) => ({
  ...chat,
  match: says(word),
  response: { status, content: JSON.stringify({ error: { param: null, ...error } }) },
});

/** Echoes the last message; a message that names a status gets the error of it. JSON is YAML too. */
const config = {
  streaming: { chunkSize: 5, chunkIntervalMs: 1 },
  rules: [
    {
      ...chat,
      match: '@',
      response: {
        status: 200,
        content: JSON.stringify({
          id: 'chatcmpl-1',
          object: 'chat.completion',
          model: '{{jmes request body.model}}',
          choices: [
            {
              message: { role: 'assistant', content: '{{jmes request body.messages[-1].content}}' },
              finish_reason: 'stop',
            },
          ],
        }),
      },
    },
    fault('error-400', 400, { message: 'bad request', type: 'invalid_request_error', code: 'context_length_exceeded' }),
    fault('error-401', 401, { message: 'no key', type: 'invalid_request_error', code: 'invalid_api_key' }),
    fault('error-429', 429, { message: 'slow down', type: 'requests', code: 'rate_limit_exceeded' }),
    fault('error-500', 500, { message: 'kaputt', type: 'server_error', code: null }),
    {
      path: '/v1/models',
      method: 'GET',
      response: { status: 200, content: JSON.stringify({ object: 'list', data: [{ id: 'mock-1', object: 'model' }] }) },
    },
  ],
};

export async function startMockLlm() {
  const folder = await mkdtemp(join(tmpdir(), 'asterion-mock-llm-'));
  const configPath = join(folder, 'mock-llm.yaml');
  await writeFile(configPath, JSON.stringify(config));
  const port = await freePort();
  const main = createRequire(import.meta.url).resolve('@dwmkerr/mock-llm');
  const child = spawn(process.execPath, [main, '--config', configPath], {
    env: childEnvironment({ HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  let marks = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`mock-llm ended with ${code}: ${log}`)));
    child.stdout.on('data', (chunk) => {
      log += String(chunk);
      if (log.includes('server running')) resolve();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** How many chat requests it has seen since it started, by its own log. */
    async chatRequests() {
      // Its log comes through a pipe: once a later request shows in it, all earlier ones do.
      const mark = `/seen-${++marks}`;
      await fetch(`http://127.0.0.1:${port}${mark}`).then((response) => response.text());
      while (!log.includes(`GET ${mark}\n`)) await once(child.stdout, 'data');
      return log.split('\n').filter((line) => line === 'POST /v1/chat/completions').length;
    },
    async stop() {
      child.removeAllListeners('exit');
      await ended(child);
      await rm(folder, { recursive: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
