import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../admin/doctor.ts';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { systemClock } from '../platform/clock.ts';
import { databaseUrl, type PgConfig, withDatabase } from '../platform/db/pg-config.ts';
import { needsOf } from '../platform/http/endpoint-needs.ts';
import { silentLogger } from '../platform/logger.ts';
import { reachDatabase } from '../prepare-database.ts';
import { callEndpoint } from '../test-kit/call-endpoint.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { CARELESS } from '../test-kit/global-setup.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { makeOwnThings } from '../test-kit/own-things.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { sampleCall } from '../test-kit/sample-calls.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../test-kit/write-mail.ts';
import { findDebianPostgres } from './debian-programs.ts';
import { type RunningPostgres, startDebianPostgres } from './start-debian-postgres.ts';

const programs = findDebianPostgres();
const reads = (Object.entries(API) as [string, Endpoint][]).filter(
  ([, { access, method }]) => needsOf(access) !== null && method === 'GET',
);

describe.skipIf(programs === null)('PostgreSQL 15 from Debian', () => {
  let postgres: RunningPostgres;
  let server: TestServer;

  beforeAll(async () => {
    if (programs === null) return;
    postgres = await startDebianPostgres(programs, CARELESS);
    server = await startTestServer({ env: { ROLES: 'http,mail' }, pgConfig: postgres.pgConfig });
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.stop();
  });

  test('is given the tables that the embedded one has', async () => {
    const embedded = await createTestDatabase();
    expect(await describeTables(postgres.pgConfig)).toEqual(await describeTables(embedded.pgConfig));
    await embedded.drop();
  });

  test('brings mail in, finds it, and sends an answer', async () => {
    const [an, binh] = [await newPerson(server), await newPerson(server)];
    const smtp = await connectMail({
      host: '127.0.0.1',
      port: server.running.smtpPort ?? 0,
      protocol: 'smtp',
    });
    const raw = `From: khach@minhphat.example\r\nTo: ${an.email}\r\nSubject: =?utf-8?q?B=C3=A1o_gi=C3=A1?=\r\n\r\nGiá tháng này\r\n`;
    await smtp.send({ from: 'khach@minhphat.example', to: [an.email], raw });
    smtp.end();
    await runJobsUntilIdle(server.context);
    const found = await an.client.listThreads({ query: { q: 'bao gia' } });
    expect(found.data).toHaveLength(1);
    const draft = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('answers every endpoint that reads', async () => {
    const person = await newPerson(server);
    const own = await makeOwnThings(server.context, person.mailbox);
    const headers = { [SESSION_HEADER]: person.client.token };
    const failed: string[] = [];
    for (const [name, endpoint] of reads) {
      const { status, code } = await callEndpoint(
        server.baseUrl,
        endpoint,
        sampleCall(endpoint, own).input,
        headers,
      );
      if (status === 404 || status >= 500) failed.push(`${name} ${status} ${code}`);
    }
    expect(failed).toEqual([]);
  });

  test('is refused in one line, by the start and by the doctor, in another encoding and as a standby', async () => {
    await change(postgres.superuser, `create database latin encoding 'LATIN1' locale 'C' template template0`);
    const latin = withDatabase(postgres.pgConfig, 'latin');
    const encoding = 'the encoding of the database is LATIN1, and UTF8 is needed. Make one with:';
    expect(await startOn(latin)).toContain(encoding);
    expect(await diagnose(latin)).toContain(`fail  database: ${encoding}`);

    // The server's pool notices that its database is gone; it is unusable from here on.
    await server.close();
    await postgres.demote();
    const standby =
      'this server is a standby, which can only be read. Name the primary, or promote this one.';
    expect(await startOn(postgres.pgConfig)).toContain(standby);
    expect(await diagnose(postgres.pgConfig)).toContain(`fail  database: ${standby}`);
  });
});

function configOf(pgConfig: PgConfig) {
  const ports = { PORT: '0', OPERATIONS_PORT: '0', ROLES: 'http' };
  const dataDir = join(tmpdir(), 'bocau-of-no-installation');
  return readConfig(
    readEnv({ ...ports, DATABASE_URL: databaseUrl(pgConfig), DATA_DIR: dataDir, SOFFICE: 'none' }),
  );
}

/** Its one-line error. */
async function startOn(pgConfig: PgConfig): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const refusal = reachDatabase(configOf(pgConfig), systemClock, silentLogger, opened);
  const { name, message } = await refusal.then(
    () => ({ name: 'none', message: '' }),
    (error: Error) => error,
  );
  expect([name, message.split('\n').length]).toEqual(['StartError', 1]);
  return message;
}

async function diagnose(pgConfig: PgConfig): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  const code = await examine(configOf(pgConfig), out, {
    clock: systemClock,
    resolver: async () => [],
    pgConfig,
  });
  expect(code).toBe(1);
  return said;
}

async function change(pgConfig: PgConfig, statement: string): Promise<void> {
  const client = new pg.Client(pgConfig);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Columns, constraints and indexes, as each server describes them. */
async function describeTables(pgConfig: PgConfig): Promise<string[]> {
  const client = new pg.Client(pgConfig);
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(`
      select line from (select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attstorage,
          a.attnotnull) as line
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select indexdef from pg_indexes where schemaname = 'public') lines
      order by line collate "C"`);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}
