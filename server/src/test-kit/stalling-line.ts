import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { PgConfig } from '../platform/db/pg-config.ts';

export type StallingLine = {
  /** The same database, through the proxy. */
  pgConfig: PgConfig;
  /** On loopback. */
  port: number;
  /** Holds back what both sides send from now on, also on new connections; both stay open. */
  stall(): void;
  /** The same for the currently open connections; new ones pass. */
  swallow(): void;
  /** Delivers what was held back. */
  resume(): void;
  /** PostgreSQL's next responses arrive in one chunk with the termination of the connection. */
  endWithAnswers(): void;
  /** Breaks all connections and accepts no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
};

/** PostgreSQL's `ErrorResponse` of a connection terminated by the server's shutdown. */
const ENDED_FIELDS = 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
const ENDED_BY_POSTGRES = Buffer.concat([
  Buffer.from([0x45, 0, 0, 0, 4 + ENDED_FIELDS.length]),
  Buffer.from(ENDED_FIELDS),
]);

/** It ends with `ReadyForQuery`. */
function isWholeAnswer(chunk: Buffer): boolean {
  return chunk.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));
}

/** A TCP proxy to a test's PostgreSQL, which listens on a socket file. */
export async function openStallingLine(target: PgConfig): Promise<StallingLine> {
  if (!('host' in target)) throw new Error('tests name the host of their database');
  const { host, port } = target;
  const pairs = new Set<readonly [Socket, Socket]>();
  let stalled = false;
  let ending = false;

  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (chunk: Buffer) => {
        const ends = ending && one === far && isWholeAnswer(chunk);
        other.write(ends ? Buffer.concat([chunk, ENDED_BY_POSTGRES]) : chunk);
      });
      one.on('end', () => other.end());
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      if (stalled) one.pause();
    }
  });

  async function listen(at: number): Promise<number> {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  function destroyAll(): void {
    for (const socket of [...pairs].flat()) socket.destroy();
  }

  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    destroyAll();
    await closed;
  }

  const own = await listen(0);
  function pauseAll(): void {
    for (const socket of [...pairs].flat()) socket.pause();
  }

  return {
    pgConfig: { ...target, host: '127.0.0.1', port: own },
    port: own,
    stall() {
      stalled = true;
      pauseAll();
    },
    swallow: pauseAll,
    resume() {
      stalled = false;
      for (const socket of [...pairs].flat()) socket.resume();
    },
    endWithAnswers() {
      ending = true;
    },
    cut,
    mend: async () => void (await listen(own)),
    async close() {
      if (server.listening) await cut();
    },
  };
}
