// A proxy before PostgreSQL whose connections can go half-open: nothing is passed on any more, and nobody is told.
import { connect, createServer, type Socket } from 'node:net';
import type { Stage } from './stage.ts';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private frozen = 0;

  private constructor(
    /** The proxied database. */
    readonly url: string,
  ) {}

  /** Listens on a free port before the database of `url`, until the scenario is over. */
  static async start(stage: Stage, url: string): Promise<TcpProxy> {
    const target = new URL(url);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const proxy = new TcpProxy(proxied.href);
    server.on('connection', (client) => proxy.pass(client, connect(Number(target.port), target.hostname)));
    stage.atEnd(async () => {
      for (const { client, server: behind } of proxy.pairs) for (const socket of [client, behind]) socket.destroy();
      server.close();
    });
    return proxy;
  }

  /** Connections that were half-open so far. */
  get frozenCount(): number {
    return this.frozen;
  }

  /** Whatever is connected now hears nothing more and is not told; who connects from now on is served. */
  freeze(): void {
    for (const { client, server } of this.pairs) {
      this.frozen += 1;
      client.unpipe(server);
      server.unpipe(client);
      // Read and dropped: a full buffer would be felt by the sender.
      client.resume();
      server.resume();
    }
  }

  private pass(client: Socket, server: Socket): void {
    const pair = { client, server };
    this.pairs.add(pair);
    client.pipe(server, { end: false });
    server.pipe(client, { end: false });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      // The end of one side ends the other; what broke says no more than that.
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.pairs.delete(pair);
        other.destroy();
      });
      one.on('end', () => one.destroy());
    }
  }
}
