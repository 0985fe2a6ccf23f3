import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { recount } from '../../features/mailbox/recount.ts';
import type { Db } from '../../tables.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const OLDEST_VERSION = 15;
const MAILBOXES_COUNTED = 20;
const SAMPLE_OF_DIFFERENCES = 3;
const CLOCK_WARN_SECONDS = 2;
const CLOCK_FAIL_SECONDS = 60;
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

type ServerFacts = { version: string; number: number; encoding: string; locale: string; now: number };

export async function checkServer(db: Db, now: number): Promise<Finding[]> {
  const facts = await readServerFacts(db);
  const findings = [ok('database', `PostgreSQL ${facts.version}, ${facts.encoding}, locale ${facts.locale}`)];
  if (Math.floor(facts.number / 10_000) < OLDEST_VERSION) {
    findings.push(fail('database', `PostgreSQL ${OLDEST_VERSION} or newer is needed`));
  }
  if (facts.encoding !== 'UTF8') findings.push(fail('database', 'its encoding must be UTF8'));
  return [...findings, clockFinding(Math.abs(facts.now - now / 1000))];
}

async function readServerFacts(db: Kysely<unknown> | Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
      pg_encoding_to_char(encoding) as encoding, datcollate as locale,
      extract(epoch from clock_timestamp())::float8 as now
    from pg_database where datname = current_database()`.execute(db as Db);
  return rows[0] as ServerFacts;
}

function clockFinding(seconds: number): Finding {
  const text = `this machine and the database differ by ${seconds.toFixed(1)} s`;
  if (seconds >= CLOCK_FAIL_SECONDS) return fail('clock', text);
  return seconds >= CLOCK_WARN_SECONDS ? warn('clock', text) : ok('clock', text);
}

/** Answers whether the tables are there to be looked at. */
export async function checkMigrations(db: Db): Promise<{ finding: Finding; complete: boolean }> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('schema_migrations') is not null as there`.execute(db);
  const applied = rows[0]?.there
    ? (await sql<{ name: string }>`select name from schema_migrations`.execute(db)).rows.map(
        (row) => row.name,
      )
    : [];
  const pending = files.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    const finding = fail(
      'migrations',
      `the database is newer than this program: it has ${unknown.join(', ')}`,
    );
    return { finding, complete: false };
  }
  if (pending.length > 0) {
    return { finding: warn('migrations', `the next start applies ${pending.join(', ')}`), complete: false };
  }
  return { finding: ok('migrations', `all ${files.length} are applied`), complete: true };
}

/** Whether what is kept about some mailboxes, the ones changed most, agrees with their mail. */
export async function checkMailboxes(db: Db): Promise<Finding[]> {
  const sample = await db
    .selectFrom('mailbox_state')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_state.mailbox_id')
    .select(['id', 'email'])
    .orderBy('seq', 'desc')
    .orderBy('id')
    .limit(MAILBOXES_COUNTED)
    .execute();
  const findings: Finding[] = [];
  for (const { id, email } of sample) {
    try {
      const differences = await recount(db, id);
      if (differences.length > 0) findings.push(fail('counts', `${email}: ${few(differences)}`));
    } catch (error) {
      findings.push(fail('counts', `${email}: ${reasonOf(error)}`));
    }
  }
  if (findings.length > 0) return findings;
  return [ok('counts', `counts and list rows of ${sample.length} mailboxes agree with their messages`)];
}

function few(texts: string[]): string {
  const shown = texts.slice(0, SAMPLE_OF_DIFFERENCES).join('; ');
  return texts.length > SAMPLE_OF_DIFFERENCES
    ? `${shown}; and ${texts.length - SAMPLE_OF_DIFFERENCES} more`
    : shown;
}
