import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { findPostgresIdentity } from '../platform/db/postgres-identity.ts';
import { freePort } from '../test-kit/free-port.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import type { Sogo } from './calendar-programs.ts';
import type { DebianPostgres } from './debian-programs.ts';
import { runDaemon } from './run-daemon.ts';
import { CALENDAR, gnustepPaths, peopleStatement, sogoBackup, sogoSettings } from './sogo-files.ts';
import { startDebianPostgres } from './start-debian-postgres.ts';

const run = promisify(execFile);

export type RunningSogo = {
  port: number;
  /** The path of a person's calendar, which takes requests to the outbox too. */
  calendarOf(person: string): string;
  stop(): Promise<void>;
};

/** As many processes as Debian starts. */
const PROCESSES = 3;
/** `sogo-tool` says each event that it restores. */
const MOST_SAID = 64 * 1024 ** 2;

/** Debian's SOGo with its memcached, on Debian's PostgreSQL as it is set up by default. */
export async function startSogo(
  { root, env }: Sogo,
  postgres: DebianPostgres,
  given: {
    domain: string;
    password: string;
    /** Where its database lies, on a disk or in memory. */
    dir: string;
    /** The events of each person by the names of their files. */
    calendars: ReadonlyMap<string, ReadonlyMap<string, string>>;
  },
): Promise<RunningSogo> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'bocau-sogo-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startDebianPostgres(postgres, {}, given.dir);
  started.defer(() => database.stop());
  await queryOnce(database.pgConfig, peopleStatement([...given.calendars.keys()], given));

  // Neither program runs as root.
  const { prefix, fileOwner } = await findPostgresIdentity(undefined);
  const own = async (path: string) => {
    if (fileOwner !== undefined) await chown(path, fileOwner, fileOwner);
  };
  await own(folder);
  const defaults = join(folder, 'defaults');
  await mkdir(defaults);
  await own(defaults);
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    await own(join(folder, name));
  };
  const cachePort = await freePort();
  const memcached = `127.0.0.1:${cachePort}`;
  const settings = sogoSettings({
    databaseUrl: databaseUrl({ ...database.pgConfig, password: 'any' }),
    ...{ memcached, domain: given.domain, spool: folder },
  });
  await write('defaults/sogod.plist', settings);
  const packaged = await readFile(join(root, 'etc/GNUstep/GNUstep.conf'), 'utf8');
  await write('GNUstep.conf', gnustepPaths(packaged, { root, defaults }));
  const sogoEnv = { ...env, HOME: folder, GNUSTEP_CONFIG_FILE: join(folder, 'GNUstep.conf') };

  const cache = [join(root, 'usr/bin/memcached'), '-l', '127.0.0.1', '-p', `${cachePort}`];
  const cacheDaemon = await runDaemon([...prefix, ...cache], env, cachePort);
  started.defer(() => cacheDaemon.stop());
  const port = await freePort();
  const options = {
    ...{ WOPort: `127.0.0.1:${port}`, WONoDetach: 'YES', WOLogFile: '-', WOPidFile: join(folder, 'pid') },
    WOWorkersCount: `${PROCESSES}`,
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
  const daemon = await runDaemon([...prefix, join(root, 'usr/sbin/sogod'), ...words], sogoEnv, port);
  started.defer(() => daemon.stop());

  // Before anyone has signed in: the server would go on with the empty calendar that it had made by itself.
  const [command = '', ...before] = [...prefix, join(root, 'usr/sbin/sogo-tool'), 'restore', '-F', CALENDAR];
  for (const [person, files] of given.calendars) {
    await write(person, sogoBackup(person, files));
    await run(command, [...before, folder, person], { env: sogoEnv, maxBuffer: MOST_SAID });
  }
  const parts = started.move();
  return {
    port,
    calendarOf: (person) => `/SOGo/dav/${person}/${CALENDAR}/`,
    stop: () => parts.disposeAsync(),
  };
}
