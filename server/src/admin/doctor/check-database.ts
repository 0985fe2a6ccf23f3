import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { recount } from '../../mail/mailbox/recount.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { readAppliedMigrations, readBusiestMailboxes, readServerFacts } from '../accounts.store.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const OLDEST_VERSION = 15;
const MAILBOXES_COUNTED = 20;
const SAMPLE_OF_DIFFERENCES = 3;
const CLOCK_WARN_SECONDS = 2;
const CLOCK_FAIL_SECONDS = 60;
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

export async function checkServer(db: ReadDb, now: number): Promise<Finding[]> {
  const facts = await readServerFacts(db);
  const findings = [ok('database', `PostgreSQL ${facts.version}, ${facts.encoding}, locale ${facts.locale}`)];
  if (Math.floor(facts.number / 10_000) < OLDEST_VERSION) {
    findings.push(fail('database', `PostgreSQL ${OLDEST_VERSION} or newer is needed`));
  }
  if (facts.encoding !== 'UTF8') findings.push(fail('database', 'its encoding must be UTF8'));
  return [...findings, clockFinding(Math.abs(facts.now - now / 1000))];
}

function clockFinding(seconds: number): Finding {
  const text = `this machine and the database differ by ${seconds.toFixed(1)} s`;
  if (seconds >= CLOCK_FAIL_SECONDS) return fail('clock', text);
  return seconds >= CLOCK_WARN_SECONDS ? warn('clock', text) : ok('clock', text);
}

/** Answers also whether the tables are complete, so that they can be read. */
export async function checkMigrations(db: ReadDb): Promise<{ finding: Finding; complete: boolean }> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const applied = await readAppliedMigrations(db);
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

/** Whether the counts and list rows of the mailboxes that were changed most agree with their messages. */
export async function checkMailboxes(db: Db): Promise<Finding[]> {
  const sample = await readBusiestMailboxes(db, MAILBOXES_COUNTED);
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
