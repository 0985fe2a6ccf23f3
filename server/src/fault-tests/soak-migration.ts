import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { MIGRATION } from '../platform/db/deadlines.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { databaseUrl, type PgConfig } from '../platform/db/pg-config.ts';
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';
import { copyThreads } from '../test-kit/many-mailboxes.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import type { TestDb } from '../test-kit/test-context.ts';
import { cleanUp } from './clean-up.ts';
import lastRelease from './last-release.json' with { type: 'json' };
import { addPeople, startRelease } from './run-release.ts';
import { unpackRelease } from './unpack-release.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
const EMAIL = 'hue@saomai.example';
const PASSWORD = 'Mot-mat-khau-dai-2026';
const FIRST_MESSAGES = 200;
const WRITERS = 4;
const BEFORE_MS = 5_000;
const REPORT_MS = 1_500;
const BETWEEN_REPORTS_MS = 200;

/**
 * One migration of each permitted kind, over the largest table: the currently pending ones may be none of
 * these. The last is a forbidden one, to show what the rules prevent.
 */
const SPECIMENS: Record<string, string> = {
  '901-add-column.sql': 'alter table messages add column soak_number integer not null default 0;\n',
  '902-index.sql':
    '-- outside a transaction\ncreate index concurrently soak_by_number on messages (mailbox_id, soak_number);\n',
  '903-not-valid.sql':
    'alter table messages add constraint soak_positive check (soak_number >= 0) not valid;\n',
  '904-validate.sql': '-- outside a transaction\nalter table messages validate constraint soak_positive;\n',
};
const REFUSED: Record<string, string> = {
  '905-refused-by-the-rules.sql': 'create index soak_while_all_wait on messages (mailbox_id, soak_number);\n',
};

export type MigrationFigures = {
  migration: string;
  seconds: number;
  retries: number;
  deliveries: number;
  /** From the end of a message to its reply. */
  longestMs: number;
  refused?: true;
};

/** The previous release receives mail while all pending migrations run, next to a reading report. */
export async function soakMigration(
  rows: number,
  show: (figures: MigrationFigures | { rows: number }) => void,
): Promise<MigrationFigures[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  try {
    await using opened = new AsyncDisposableStack();
    const postgres = await startEmbeddedPostgres({ dataDir, clock: systemClock, log: silentLogger });
    opened.defer(() => postgres.stop());
    const release = join(dataDir, 'release');
    await mkdir(release);
    await unpackRelease(lastRelease.commit, release);
    const env = { DATABASE_URL: databaseUrl(postgres.pgConfig), DATA_DIR: dataDir };
    const program = await startRelease(release, env);
    opened.defer(() => void program.child.kill('SIGKILL'));
    await addPeople(release, env, [EMAIL], PASSWORD);
    await fill(postgres.pgConfig, program.lmtpPort, rows);
    show({ rows });

    const writers = startWriters(program.lmtpPort);
    opened.defer(() => writers.stop());
    const report = startReport(postgres.pgConfig);
    opened.defer(() => report.stop());
    return await measure(postgres.pgConfig, dataDir, writers, show);
  } finally {
    await cleanUp(dataDir);
  }
}

async function measure(
  pgConfig: PgConfig,
  dataDir: string,
  writers: Writers,
  show: (figures: MigrationFigures) => void,
): Promise<MigrationFigures[]> {
  const measured: MigrationFigures[] = [];
  let retries = 0;
  let begun = { migration: 'before', at: systemClock.now() };
  function next(migration: string): void {
    const now = systemClock.now();
    const refused = begun.migration in REFUSED ? { refused: true as const } : {};
    const seconds = Math.round((now - begun.at) / 100) / 10;
    const figures = { migration: begun.migration, seconds, retries, ...writers.take(now), ...refused };
    measured.push(figures);
    show(figures);
    retries = 0;
    begun = { migration, at: now };
  }
  await systemClock.sleep(BEFORE_MS);
  const folder = join(dataDir, 'migrations');
  await cp(MIGRATIONS, folder, { recursive: true });
  for (const [name, sql] of Object.entries({ ...SPECIMENS, ...REFUSED }))
    await writeFile(join(folder, name), sql);
  await migrate(pgConfig, folder, { onBegin: ({ name }) => next(name), onRetry: () => (retries += 1) });
  next('the job queue');
  await migrateJobs(pgConfig);
  next('after');
  return measured;
}

async function fill(pgConfig: PgConfig, lmtpPort: number, rows: number): Promise<void> {
  const client = await connectMail({ host: '127.0.0.1', port: lmtpPort, protocol: 'lmtp' });
  for (let place = 0; place < FIRST_MESSAGES; place += 1) await deliver(client, `Thư ${place}`);
  client.end();
  const database = openDatabase<Tables>({
    pgConfig,
    poolSize: 1,
    log: silentLogger,
    applicationName: 'soak',
    // Millions of rows in one statement.
    deadlines: MIGRATION,
  });
  const [{ id = 0 } = {}] = await database.db.selectFrom('mailboxes').select('id').execute();
  // It writes alongside the program, in one mailbox only.
  await copyThreads(database.db as unknown as TestDb, id, Math.max(1, Math.round(rows / FIRST_MESSAGES) - 1));
  await database.close();
}

type MailClient = Awaited<ReturnType<typeof connectMail>>;

async function deliver(client: MailClient, subject: string): Promise<void> {
  const raw = `From: <khach@minhphat.example>\r\nTo: <${EMAIL}>\r\nSubject: ${subject}\r\n\r\nXin chào\r\n`;
  const { message } = await client.send({ from: 'khach@minhphat.example', to: [EMAIL], raw });
  if (message[0]?.code !== 250) throw new Error(`a delivery was refused: ${message[0]?.lines.join(' ')}`);
}

type Writers = { take(now: number): { deliveries: number; longestMs: number }; stop(): Promise<void> };

function startWriters(lmtpPort: number): Writers {
  let [stopped, deliveries, longestMs] = [false, 0, 0];
  const begun = new Map<number, number>();
  async function write(writer: number): Promise<void> {
    const client = await connectMail({ host: '127.0.0.1', port: lmtpPort, protocol: 'lmtp' });
    for (let place = 0; !stopped; place += 1) {
      const at = systemClock.now();
      begun.set(writer, at);
      await deliver(client, `Bài ${writer}.${place}`);
      deliveries += 1;
      longestMs = Math.max(longestMs, systemClock.now() - Math.max(at, begun.get(writer) ?? at));
    }
    begun.delete(writer);
    client.end();
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  // `stop` reports its failure.
  writing.catch(() => undefined);
  return {
    /** Current waits count for the previous migration, and from here on for the next. */
    take(now) {
      for (const [writer, at] of begun) {
        longestMs = Math.max(longestMs, now - at);
        begun.set(writer, now);
      }
      const figures = { deliveries, longestMs };
      [deliveries, longestMs] = [0, 0];
      return figures;
    },
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

/** Reads the table in transactions that are longer than a migration's lock timeout. */
function startReport(pgConfig: PgConfig): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function read(): Promise<void> {
    const client = new pg.Client({ ...pgConfig, application_name: 'a report' });
    client.on('error', () => undefined);
    await client.connect();
    while (!stopping.signal.aborted) {
      await client.query('begin; select count(*) from (select from messages limit 1000) as part');
      await systemClock.sleep(REPORT_MS, stopping.signal);
      await client.query('commit');
      await systemClock.sleep(BETWEEN_REPORTS_MS, stopping.signal);
    }
    await client.end();
  }
  const reading = read();
  reading.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
