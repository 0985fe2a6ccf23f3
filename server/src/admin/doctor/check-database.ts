import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { recountCalendar } from '../../calendar/recount/recount-calendar.ts';
import { recountContacts } from '../../contacts/recount/recount-contacts.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { readLastBackup } from '../../features/backup/last-backup.store.ts';
import { countDamage } from '../../features/scrub/damage.store.ts';
import { recountGroups } from '../../mail/groups/recount-groups.ts';
import { recountApart } from '../../mail/mailbox/recount.ts';
import { waitsForRebuild } from '../../mail/rebuild/rebuild.store.ts';
import { canReadBackup } from '../../platform/backups/backup-folder.ts';
import { isUntested, serverFault } from '../../platform/db/examine-server.ts';
import { SUPPORTED_POSTGRES } from '../../platform/db/supported-postgres.ts';
import type { Db, ReadDb } from '../../tables.ts';
import {
  type ExaminedServer,
  examineServer,
  readAppliedMigrations,
  readBusiestMailboxes,
} from '../accounts.store.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const UNTESTED = `PostgreSQL ${SUPPORTED_POSTGRES.lowest} to ${SUPPORTED_POSTGRES.highest} were tested`;
const MAILBOXES_COUNTED = 20;
const SAMPLE_OF_DIFFERENCES = 3;
const ADVISED_CHECKPOINT_SECONDS = 15 * 60;
/** The same as the alert BocauBackupOld. */
const BACKUP_WARN_HOURS = 36;
const BACKUP_FAIL_HOURS = 7 * 24;
const NOT_THERE = ', but it is not there any more, or this user may not read it';
const CLOCK_WARN_SECONDS = 2;
const CLOCK_FAIL_SECONDS = 60;
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

export async function checkServer(db: ReadDb, now: number): Promise<Finding[]> {
  const facts = await examineServer(db);
  const findings = [ok('database', `PostgreSQL ${facts.version}, ${facts.encoding}, locale ${facts.locale}`)];
  const fault = serverFault(facts);
  if (fault !== null) findings.push(fail('database', `${fault.what}. ${fault.remedy}`));
  else if (isUntested(facts)) findings.push(warn('database', UNTESTED));
  return [...findings, ...logFindings(facts), clockFinding(Math.abs(facts.now - now / 1000))];
}

/** PostgreSQL's defaults write several times as much: to its disk, to each standby and into the archive. */
function logFindings({ walCompression, checkpointSeconds }: ExaminedServer): Finding[] {
  const findings: Finding[] = [];
  if (walCompression === 'off') {
    findings.push(warn('database', "wal_compression is off; with 'lz4' its log takes half the room"));
  }
  if (checkpointSeconds < ADVISED_CHECKPOINT_SECONDS) {
    findings.push(
      warn(
        'database',
        `checkpoint_timeout is ${checkpointSeconds} s; with 30min its log repeats fewer pages`,
      ),
    );
  }
  return findings;
}

function clockFinding(seconds: number): Finding {
  const text = `this machine and the database differ by ${seconds.toFixed(1)} s`;
  if (seconds >= CLOCK_FAIL_SECONDS) return fail('clock', text);
  return seconds >= CLOCK_WARN_SECONDS ? warn('clock', text) : ok('clock', text);
}

/** Also returns whether the tables are complete, so that they can be read. */
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
    return { finding: warn('migrations', `'migrate' applies ${pending.join(', ')}`), complete: false };
  }
  return { finding: ok('migrations', `all ${files.length} are applied`), complete: true };
}

/** The findings of the scrub. */
export async function checkDamage(db: ReadDb): Promise<Finding[]> {
  const { suspected, damaged, missing } = await countDamage(db);
  if (damaged + missing > 0)
    return [fail('blobs', `${damaged} damaged and ${missing} missing; 'scrub status' names them`)];
  if (suspected > 0) return [warn('blobs', `${suspected} seem damaged, and are yet to be read once more`)];
  return [ok('blobs', 'none is known to be damaged or missing')];
}

/** One should be made every night; the unit in deploy/systemd does. */
export async function checkBackup(db: ReadDb, now: number): Promise<Finding> {
  const last = await readLastBackup(db);
  if (last === null) return warn('backup', "none has been made yet; 'backup --out DIR' makes one");
  const hours = Math.floor((now / 1000 - last.at) / 3600);
  const isThere = await canReadBackup(last.dir, last.name);
  const text = `${last.name} in ${last.dir}, ${hours} hours old${isThere ? '' : NOT_THERE}`;
  if (last.damaged > 0) {
    return fail('backup', `${text}, and ${last.damaged} parts of it were found damaged by 'verify'`);
  }
  if (hours >= BACKUP_FAIL_HOURS) return fail('backup', text);
  if (last.lost > 0) return warn('backup', `${text}, without ${last.lost} blobs that could not be copied`);
  return hours >= BACKUP_WARN_HOURS || !isThere ? warn('backup', text) : ok('backup', text);
}

/** Whether the counts and list rows of the most frequently changed mailboxes match their messages. */
export async function checkMailboxes(db: Db): Promise<Finding[]> {
  const sample = await readBusiestMailboxes(db, MAILBOXES_COUNTED);
  const findings: Finding[] = [];
  for (const { id, email } of sample) {
    try {
      const { counts, cards } = await recountApart(db, id);
      const waits = cards.length > 0 && (await waitsForRebuild(db, id));
      if (waits) findings.push(warn('counts', `${email}: its list rows wait for the rebuild`));
      const differences = [
        ...[...counts, ...(waits ? [] : cards), ...(await recountDrive(db, id))],
        ...[...(await recountContacts(db, id)), ...(await recountCalendar(db, id))],
      ];
      if (differences.length > 0) findings.push(fail('counts', `${email}: ${few(differences)}`));
    } catch (error) {
      findings.push(fail('counts', `${email}: ${reasonOf(error)}`));
    }
  }
  if (findings.length > 0) return findings;
  return [ok('counts', `counts and list rows of ${sample.length} mailboxes agree with their messages`)];
}

/** Whether groups have all that belongs to them, and what was accepted is being distributed. */
export async function checkGroups(db: ReadDb): Promise<Finding> {
  const differences = await recountGroups(db);
  return differences.length === 0
    ? ok('groups', 'members, held messages and what is being distributed belong together')
    : fail('groups', `${few(differences)}; npm run admin -- recount --all --repair`);
}

function few(texts: string[]): string {
  const shown = texts.slice(0, SAMPLE_OF_DIFFERENCES).join('; ');
  return texts.length > SAMPLE_OF_DIFFERENCES
    ? `${shown}; and ${texts.length - SAMPLE_OF_DIFFERENCES} more`
    : shown;
}
