// Whether the web part's address is free, said before anything is started.
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The address cannot be used; `message` says why and what to do. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

/**
 * Resolves to the port that will be used: `port` itself, or a free one for 0. A web process whose supervisor was killed
 * needs a moment to leave, so a taken port is asked again for `patienceMs`. Throws PortError.
 */
export async function claimPort(host: string, port: number, patienceMs = 2_000): Promise<number> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await tryPort(host, port);
    if (typeof answer === 'number') return answer;
    if (answer.code !== 'EADDRINUSE') {
      throw new PortError(`The address ${host}:${port} cannot be used: ${answer.message}. Set HOST or PORT.`);
    }
    if (performance.now() > until) {
      throw new PortError(
        `Port ${port} is in use by another program (or another Asterion). Stop it, or choose another: PORT=${port + 1} npm start`,
      );
    }
    await wait(100);
  }
}

function tryPort(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
