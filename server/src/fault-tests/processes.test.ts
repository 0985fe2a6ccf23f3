import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AppContext } from '../context.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { createEmptyDatabase, type TestDatabase } from '../test-kit/database.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { connectSocket } from '../test-kit/socket-client.ts';
import { makeMessages } from './make-messages.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

const EMAIL = `p0@${DOMAIN}`;
const PASSWORD = 'BoCau@2026';

/** For three programs at once, beside other tests on a machine that may have two processors. */
const PATIENCE = { timeout: 45_000 };
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let dataDir: string;
let children: ChildServer[];
let parts: AppContext;

/** All at the same moment, on an empty folder. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  dataDir = await mkdtemp(join(fastFolder(), 'bocau-processes-'));
  const env = { DATABASE_URL: databaseUrl(database.pgConfig), DATABASE_POOL: '4' };
  children = await Promise.all(
    ['http,jobs', 'http,jobs', 'mail,jobs'].map((roles) =>
      startChildServer({ dataDir, env: { ...env, ROLES: roles } }),
    ),
  );
  parts = await openParts(dataDir, env);
  await preparePeople(parts, 1, { password: PASSWORD });
});

afterAll(async () => {
  const codes = await Promise.all(children.map((child) => child.stop()));
  await parts.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  expect(codes).toEqual([0, 0, 0]);
});

function signIn({ baseUrl }: ChildServer) {
  return signedInClient(baseUrl, { email: EMAIL, password: PASSWORD });
}

async function deliver(count: number, seed: string): Promise<void> {
  const client = await connectMail({
    host: '127.0.0.1',
    port: children[2]?.lmtpPort as number,
    protocol: 'lmtp',
  });
  for (const { from, raw } of makeMessages(count, [EMAIL], seed)) {
    const { message } = await client.send({ from, to: [EMAIL], raw });
    expect(message[0]).toMatchObject({ code: 250 });
  }
  client.end();
}

describe('several processes on one database', () => {
  test('make the tables once, though all begin at the same moment', async () => {
    const { rows } = await sql<{ name: string; times: number }>`
      select name, count(*)::integer as times from schema_migrations group by name`.execute(
      kyselyOf(parts.db),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  });

  test('AP-70 NT-6 tell what one of them filed to the open pages of all others', async () => {
    const [one, two] = children as [ChildServer, ChildServer];
    const clients = [await signIn(one), await signIn(two)];
    const sockets = await Promise.all(
      clients.map((client, place) =>
        connectSocket((place === 0 ? one : two).baseUrl, { room: EMAIL, token: client.token }),
      ),
    );
    const greetings = await Promise.all(sockets.map((socket) => socket.next('hello')));
    await deliver(1, 'socket');
    const [first, second] = await Promise.all(sockets.map((socket) => socket.next('new_mail')));
    expect(first?.thread).toMatchObject({ unread: true, mailbox_name: 'INBOX' });
    expect(second).toEqual(first);
    const changed = await Promise.all(
      clients.map((client, place) => client.getChanges({ query: { since: String(greetings[place]?.seq) } })),
    );
    expect(changed[0]?.data.new_mail).toHaveLength(1);
    expect(changed[1]?.data).toEqual(changed[0]?.data);
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  test('a session that one of them began holds at the other, and ends there too', async () => {
    const [one, two] = children as [ChildServer, ChildServer];
    const client = await signIn(one);
    const other = createApiClient({ baseUrl: two.baseUrl, fetch, token: client.token });
    expect((await other.getUserInfo({})).data.email).toBe(EMAIL);
    await client.logout({});
    await expect
      .poll(() => other.getUserInfo({}).catch((error: { status: number }) => error.status), PATIENCE)
      .toBe(401);
  });

  test('do each job once, though all of them look for work', async () => {
    await sql`create table begun (job bigint not null)`.execute(kyselyOf(parts.db));
    await sql`
      create function note_begun() returns trigger language plpgsql as
      $$ begin insert into begun values (new.id); return new; end $$`.execute(kyselyOf(parts.db));
    await sql`
      create trigger note_begun after update on graphile_worker._private_jobs for each row
      when (new.attempts > old.attempts) execute function note_begun()`.execute(kyselyOf(parts.db));
    await deliver(20, 'jobs');
    const client = await signIn(children[0] as ChildServer);
    const jobs: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const action = count % 2 === 0 ? 'read' : 'unread';
      jobs.push((await client.startBulk({ body: { where: { in: 'INBOX' }, action } })).data.id);
    }
    for (const id of jobs) {
      await expect
        .poll(async () => (await client.getBulk({ params: { id } })).data.state, PATIENCE)
        .toBe('done');
    }
    const { rows } = await sql<{ job: number; times: number }>`
      select job, count(*)::integer as times from begun group by job`.execute(kyselyOf(parts.db));
    expect(rows.length).toBeGreaterThanOrEqual(jobs.length);
    expect(rows.filter(({ times }) => times > 1)).toEqual([]);
  });
});
