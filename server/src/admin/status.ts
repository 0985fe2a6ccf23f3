import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { refuseWithoutInstallation } from '../config/expected-installation.ts';
import { type LastBackup, readLastBackup } from '../features/backup/last-backup.store.ts';
import { readDatabaseFacts } from '../features/processes/processes.store.ts';
import {
  type LaneStatus,
  lacksJobs,
  type ProcessStatus,
  readLanes,
  readProcessStatus,
} from '../features/processes/read-status.ts';
// Registers every task, so that its lane is known.
import '../job-handlers.ts';
import { openBlobStore } from '../platform/blobs/open-blob-store.ts';
import { type Clock, systemClock, unixSeconds } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { silentLogger } from '../platform/logger.ts';
import { readCertificateEnd } from '../platform/tls/measure-certificate.ts';
import { findUnfinishedRestore, lookAtSchema, reachDatabase } from '../prepare-database.ts';
import type { Tables } from '../tables.ts';
import type { ConfigCommand } from './command.ts';
import { alignColumns, shortDuration } from './text-table.ts';

const DATABASE_CONNECTIONS = 2;

type Status = {
  processes: ProcessStatus[];
  pending: string[];
  migrating: boolean;
  /** The backup of an unfinished restore. */
  restoring: string | null;
  lanes: LaneStatus[];
  database: { version: string; standby: boolean; connections: number; most_connections: number; ms: number };
  blobs: { ok: boolean; reason?: string };
  backup: LastBackup | null;
  /** The certificate of the mail ports, with its expiry; null when there is none. */
  certificate: { expires_at: number } | { reason: string } | null;
};

export const statusCommand: ConfigCommand = {
  usage: 'status [--json]',
  summary:
    'Shows the processes that run, what waits in the queues, and the state of schema, database and blob store; answers 1 when something is not in order',
  async runWithout(config, out, { args }) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    const status = await readStatus(config, systemClock);
    if (values.json) out.write(`${JSON.stringify(status, null, 2)}\n`);
    else out.write(textOf(status, unixSeconds(systemClock)));
    return isInOrder(status) ? 0 : 1;
  },
};

/**
 * Independent of running processes: it waits for no migration, and uses nothing that a failing process would
 * need.
 */
async function readStatus(config: Config, clock: Clock): Promise<Status> {
  refuseWithoutInstallation(config);
  await using opened = new AsyncDisposableStack();
  const pgConfig = await reachDatabase(config, clock, silentLogger, opened);
  const { pending, migrating } = await lookAtSchema(pgConfig);
  const restoring = (await findUnfinishedRestore(pgConfig))?.backup ?? null;
  const database = openDatabase<Tables>({
    pgConfig,
    poolSize: DATABASE_CONNECTIONS,
    log: silentLogger,
    applicationName: 'status',
  });
  opened.defer(() => database.close());
  const { db } = database;
  const began = clock.now();
  const facts = await readDatabaseFacts(db);
  const ms = clock.now() - began;
  // Before the migrations the tables of either may be missing.
  const processes = await readProcessStatus(db, clock).catch(ifMissing([]));
  const lanes = await readLanes(db).catch(ifMissing([]));
  return {
    processes,
    pending,
    migrating,
    restoring,
    lanes,
    database: { version: '', standby: false, connections: 0, most_connections: 0, ...facts, ms },
    blobs: await examineBlobs(config, clock),
    backup: await readLastBackup(db).catch(ifMissing(null)),
    certificate: await examineCertificate(config),
  };
}

const UNDEFINED_TABLE = '42P01';

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return value;
    throw error;
  };
}

async function examineBlobs({ blobStore }: Config, clock: Clock): Promise<Status['blobs']> {
  const { url, ...options } = blobStore;
  try {
    const store = await openBlobStore(url, { clock, ...options });
    try {
      await store.check();
      return { ok: true };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}

async function examineCertificate({ mail: { tls } }: Config): Promise<Status['certificate']> {
  if (tls === null) return null;
  try {
    return { expires_at: await readCertificateEnd(tls) };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

function isInOrder({ processes, pending, migrating, restoring, blobs, database }: Status): boolean {
  const running = processes.some(({ state }) => state === 'running');
  const complete = pending.length === 0 && !migrating && restoring === null;
  return running && !lacksJobs(processes) && complete && blobs.ok && !database.standby;
}

function textOf(status: Status, now: number): string {
  const { processes, lanes, database, blobs } = status;
  const version = ['PostgreSQL', database.version, database.standby ? 'a standby' : 'primary'].join(' ');
  const connections = `${database.connections} of ${database.most_connections} connections`;
  const sections = [
    processes.length === 0
      ? 'No process shows itself.'
      : alignColumns([
          ['process', 'roles', 'version', 'state', 'up', 'seen', 'operations'],
          ...processes.map((one) => [
            one.id,
            one.roles.join(),
            one.version,
            one.state,
            shortDuration(now - one.started_at),
            `${shortDuration(now - one.seen_at)} ago`,
            one.operations,
          ]),
        ]),
    ...(lacksJobs(processes)
      ? ['No running process has the role jobs: nothing is sent, and nobody is reminded.']
      : []),
    alignColumns([
      ['queue', 'waiting', 'due', 'oldest due', 'running', 'failed'],
      ...lanes.map(({ lane, waiting, due, oldest_due, running, failed }) => [
        lane,
        String(waiting),
        String(due),
        oldest_due === null ? '-' : shortDuration(oldest_due),
        String(running),
        String(failed),
      ]),
    ]),
    alignColumns([
      ['schema', schemaText(status)],
      ['database', `${version}, ${connections}, answers in ${database.ms} ms`],
      ['blobs', blobs.ok ? 'ok' : `failing: ${blobs.reason}`],
      ['backup', backupText(status, now)],
      ...(status.certificate === null ? [] : [['certificate', certificateText(status.certificate, now)]]),
    ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function backupText({ backup }: Status, now: number): string {
  if (backup === null) return 'none has been made';
  const lost = backup.lost === 0 ? '' : `, without ${backup.lost} blobs`;
  const damaged = backup.damaged === 0 ? '' : `, ${backup.damaged} parts found damaged`;
  return `${backup.name} in ${backup.dir}, ${shortDuration(now - backup.at)} old${lost}${damaged}`;
}

function certificateText(certificate: NonNullable<Status['certificate']>, now: number): string {
  if ('reason' in certificate) return `can not be read: ${certificate.reason}`;
  const left = certificate.expires_at - now;
  return left > 0 ? `expires in ${shortDuration(left)}` : `expired ${shortDuration(-left)} ago`;
}

function schemaText({ pending, migrating, restoring }: Status): string {
  if (restoring !== null) return `a restore of backup ${restoring} has not ended`;
  const names = pending.length === 0 ? 'nothing is pending' : `pending: ${pending.join(', ')}`;
  if (!migrating) return names;
  return pending.length === 0 ? 'a migration is running' : `a migration is running; ${names}`;
}
