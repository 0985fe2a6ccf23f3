import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import pg from 'pg';
import { createDomain, createMailbox } from '../features/people/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import type { Clock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import type { PgConfig } from '../platform/db/pg-config.ts';
import { findPostmaster, prepareCluster, SOCKET_PORT, SUPERUSER } from '../platform/db/postgres-cluster.ts';
import { APP_DATABASE } from '../platform/db/postgres-keeper.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Db, Tables } from '../tables.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';
import { type CuttingLine, openCuttingLine } from './cutting-line.ts';
import { DOMAIN, openParts } from './prepare-people.ts';
import { type Relay, startRelay } from './relay.ts';
import { installStandStill, type StandStill } from './stand-still.ts';

/** A sender and three colleagues for each concurrent message: a paused one must not block others' mailboxes. */
export type Seat = { sender: Person; colleagues: Person[]; token: string };

type Person = { id: number; email: string };

export type SendingWorld = {
  clock: Clock;
  seats: Seat[];
  relayLine: CuttingLine;
  relayFile: string;
  stand: StandStill;
  relay(): Relay;
  program(): ChildServer;
  /** Rejects when the program exits by itself. */
  died: Promise<never>;
  db: Db;
  /** A client of the program over this port. */
  clientAt(port: number, seat: Seat): ApiClient;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  killProgram(): Promise<void>;
  restartProgram(): Promise<void>;
  killRelay(): Promise<void>;
  restartRelay(): Promise<void>;
  /** Kills the postmaster, or a backend, and waits until it is back. */
  killDatabase(backend: number | null): Promise<void>;
  stop(): Promise<void>;
};

const POLL_MS = 10;
const PASSWORD = 'BoCau@2026';

/** The program with its own PostgreSQL, a relay in another process, and people who write to each other. */
export async function startSendingWorld(
  dataDir: string,
  { seats: count, clock }: { seats: number; clock: Clock },
): Promise<SendingWorld> {
  const people = await prepare(dataDir, count);
  const relayFile = join(dataDir, 'relay.txt');
  let relay = await startRelay(relayFile);
  const relayLine = await openCuttingLine({ port: () => relay.port });
  const start = () =>
    startChildServer({
      dataDir,
      env: {
        SMTP_RELAY: `smtp://127.0.0.1:${relayLine.port}?tls=never`,
        SENDING_PER_HOUR: '1000000',
        SENDING_PER_DAY: '1000000',
        // Paused transactions keep their connection.
        DATABASE_POOL: '32',
      },
    });
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  const killed = new Set<ChildServer>();
  const watched = async () => {
    const child = await start();
    void child.exited.then(({ code, signal }) => {
      if (killed.has(child)) return;
      died.reject(
        new Error(`the program ended by itself (code ${code}, signal ${signal}): ${child.words.join('\n')}`),
      );
    });
    return child;
  };
  let program = await watched();
  const config = () => superuser(dataDir);
  const connected = () => connect(config, clock);
  let control = await connected();
  const stand = await installStandStill(connected);
  const database = openDatabase<Tables>({
    pgConfig: await config(),
    poolSize: 2,
    log: silentLogger,
    applicationName: 'fault-tests',
  });
  const seats = await Promise.all(
    people.map(async (seat) => {
      const { email } = seat.sender;
      const { token } = await signedInClient(program.baseUrl, { email, password: PASSWORD });
      return { ...seat, token };
    }),
  );

  return {
    clock,
    seats,
    relayLine,
    relayFile,
    stand,
    db: database.db,
    relay: () => relay,
    program: () => program,
    died: died.promise,
    clientAt: (port, { token }) => createApiClient({ baseUrl: `http://127.0.0.1:${port}`, fetch, token }),
    query: async (text, values) => (await control.query(text, values)).rows,
    async killProgram() {
      killed.add(program);
      program.kill('SIGKILL');
      await program.exited;
    },
    async restartProgram() {
      program = await watched();
    },
    killRelay: () => relay.kill(),
    async restartRelay() {
      relay = await startRelay(relayFile, relay.port);
    },
    async killDatabase(backend) {
      const cluster = join(dataDir, 'pg');
      const before = await findPostmaster(cluster);
      if (!before) throw new Error('There is no PostgreSQL to kill');
      const gone = new Promise<void>((resolve) => control.once('end', resolve));
      process.kill(backend ?? before.pid, 'SIGKILL');
      await gone;
      control = await connected();
      await stand.forget();
    },
    async stop() {
      relayLine.close();
      await stand.close();
      await control.end();
      await database.close();
      killed.add(program);
      await program.stop();
      await relay.kill();
    },
  };
}

/** A sender s0@… and colleagues a0@…, b0@… and c0@…, to whom a message is delivered in this order. */
async function prepare(dataDir: string, count: number): Promise<{ sender: Person; colleagues: Person[] }[]> {
  const parts = await openParts(dataDir);
  try {
    await createDomain(parts, DOMAIN, true);
    const passwordHash = await hashPassword(PASSWORD);
    const made: { sender: Person; colleagues: Person[] }[] = [];
    for (let seat = 0; seat < count; seat += 1) {
      const people: Person[] = [];
      for (const outgoing of 'sabc') {
        const email = `${outgoing}${seat}@${DOMAIN}`;
        const id = await createMailbox(parts, {
          ...{
            email,
            name: `Người ${outgoing} ${seat}`,
            passwordHash,
            kind: 'member' as const,
            quotaMb: 10_000,
          },
          ...{ enableSmtp: true, enableDrive: false, aliases: [] },
        });
        people.push({ id, email });
      }
      const [sender, ...colleagues] = people as [Person, ...Person[]];
      made.push({ sender, colleagues });
    }
    return made;
  } finally {
    await parts.close();
  }
}

export async function superuser(dataDir: string): Promise<PgConfig> {
  const { socketDir } = await prepareCluster(dataDir);
  return { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, database: APP_DATABASE };
}

/** Waits for a database that is still starting. */
export async function connect(config: () => Promise<PgConfig>, clock: Clock): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client(await config());
    // It is killed with the database.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await clock.sleep(POLL_MS);
    }
  }
}
