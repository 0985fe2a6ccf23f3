import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCopies, addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import { createSqlRecorder, type SqlRecorder } from '@bocau/server/test-kit/record-sql.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import { generateMailbox } from '../mailboxes/generate-mailbox.ts';
import { writeMaildir } from '../mailboxes/write-maildir.ts';
import type { Row } from '../measure/row.ts';
import { runAdmin } from '../program/run-admin.ts';
import { type Program, root, startProgram } from '../program/start-program.ts';
import { type BenchMailbox, openMailbox, PASSWORD, SINGLES } from './bench-mailbox.ts';

export type World = {
  dataDir: string;
  databaseUrl: string;
  program: Program;
  recorder: SqlRecorder;
  /** One of the many small mailboxes. */
  tiny: BenchMailbox;
  small: BenchMailbox;
  large: BenchMailbox;
  /** Empty mailboxes that mail is delivered to. */
  incoming: string[];
  importRows: Row[];
  close(): Promise<void>;
};

export type WorldOptions = {
  sizes: { small: number; large: number };
  /** How many small mailboxes exist alongside. */
  neighbours: number;
  /** Keeps the filled mailboxes for the next run, which then needs no import. */
  keep: boolean;
  /** A folder on the disk to be measured; defaults to the temporary folder. */
  dir: string | null;
  profileDir: string | null;
  say(line: string): void;
};

/**
 * Increment when the generator or the way the program fills the same tables changes, so that kept mailboxes
 * are rebuilt.
 */
const GENERATOR_VERSION = 4;
const INCOMING = 50;
/** Messages in each of the small mailboxes. */
const NEIGHBOUR = 50;
const QUOTA_MB = 100_000;

/** The program with two filled mailboxes of different sizes and many small ones. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { small, large } = options.sizes;
  const name = `mailboxes-${small}-${large}-${options.neighbours}-v${GENERATOR_VERSION}-${hashOfTables()}`;
  const kept = options.keep ? name : `${name}-${process.pid}`;
  const dataDir = join(options.dir ?? tmpdir(), `webmail-bench-${kept}`);
  const filledFile = join(dataDir, 'filled.json');
  if (!existsSync(filledFile)) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });

  await using opened = new AsyncDisposableStack();
  opened.defer(() => {
    if (!options.keep) rmSync(dataDir, { recursive: true, force: true });
  });
  const program = await startProgram({
    dataDir,
    roles: 'http,mail,jobs',
    databaseUrl: null,
    profileDir: options.profileDir,
  });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  const incoming = Array.from({ length: INCOMING }, (_, i) => `incoming${i}@${BENCH_DOMAIN}`);
  if (!existsSync(filledFile)) {
    const emails = [mailboxEmail(NEIGHBOUR), mailboxEmail(small), mailboxEmail(large), ...incoming];
    await addMailboxes(databaseUrl, { domain: BENCH_DOMAIN, emails, password: PASSWORD, quotaMb: QUOTA_MB });
    await fill(options, dataDir, NEIGHBOUR);
    options.say(`Copying it ${options.neighbours} times`);
    await addCopies(databaseUrl, mailboxEmail(NEIGHBOUR), options.neighbours);
    const rows: Row[] = [];
    for (const size of [small, large]) rows.push(await fill(options, dataDir, size));
    writeFileSync(filledFile, JSON.stringify(rows));
  }
  const recorder = await createSqlRecorder(databaseUrl, dataDir);
  opened.defer(() => recorder.close());
  // Autovacuum would do this some seconds later anyway; the mailbox is measured at rest.
  await changeDatabase(dataDir, 'vacuum analyze');

  const parts = opened.move();
  return {
    dataDir,
    databaseUrl,
    program,
    recorder,
    tiny: await openMailbox(program.httpPort, mailboxEmail(NEIGHBOUR), NEIGHBOUR),
    small: await openFull(program.httpPort, small),
    large: await openFull(program.httpPort, large),
    incoming,
    importRows: JSON.parse(readFileSync(filledFile, 'utf8')),
    close: () => parts.disposeAsync(),
  };
}

async function openFull(port: number, size: number): Promise<BenchMailbox> {
  const mailbox = await openMailbox(port, mailboxEmail(size), size);
  const { singles, longs } = mailbox;
  if (singles.length < SINGLES || longs.length === 0) {
    throw new Error(`The inbox has ${singles.length} threads of one message and ${longs.length} long ones`);
  }
  return mailbox;
}

/** Kept mailboxes are invalid for a program with a different schema. */
function hashOfTables(): string {
  const folder = join(root, 'server/src/migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 8);
}

function mailboxEmail(size: number): string {
  return `mailbox-of-${size}@${BENCH_DOMAIN}`;
}

async function fill(options: WorldOptions, dataDir: string, size: number): Promise<Row> {
  const email = mailboxEmail(size);
  const maildir = join(dataDir, `maildir-${size}`);
  options.say(`Writing a Maildir of ${size} messages`);
  const owner = { name: 'Lê Bảo Châu', email };
  const written = writeMaildir(maildir, generateMailbox(`mailbox-${size}`, owner, size));
  options.say(`Importing it (${Math.round(written.bytes / 1e6)} MB)`);
  const began = performance.now();
  await runAdmin(dataDir, ['import', email, '--maildir', maildir]);
  const seconds = (performance.now() - began) / 1000;
  rmSync(maildir, { recursive: true });
  return {
    scenario: 'import',
    title: 'import of a Maildir by the command line',
    size,
    samples: size,
    perSecond: size / seconds,
  };
}
