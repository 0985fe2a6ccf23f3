import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts';
import { startChildServer } from '../test-kit/child-server.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import type { ClusterFault } from './cluster-faults.ts';
import { examineMail, ownMessages } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';
import lastRelease from './last-release.json' with { type: 'json' };
import { type OutgoingMessage, sendPersistently } from './persistent-sender.ts';
import { DOMAIN, openParts } from './prepare-people.ts';
import { addPeople, startRelease } from './run-release.ts';
import { unpackRelease } from './unpack-release.ts';

const UPGRADED = 'upgraded';
const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
const PASSWORD = 'Mot-mat-khau-dai-2026';
const PEOPLE = ['p0', 'p1', 'p2'].map((name) => `${name}@${DOMAIN}`);
const MESSAGES = 120;
const STRIKE_AFTER = 20;
const CONNECTIONS = 4;

/**
 * The previous release receives mail while its tables are migrated, then next to the current program, and
 * after a crash. It has its own database, because that of the other faults has been migrated from the start.
 */
export function upgradeFault(world: ClusterWorld, pair: PostgresPair): ClusterFault {
  return {
    name: 'migration under load, N beside N+1',
    often: false,
    async strike() {
      const folder = await mkdtemp(join(tmpdir(), 'bocau-upgrade-'));
      await using opened = new AsyncDisposableStack();
      opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
      await pair.primary.asSuperuser(`drop database if exists ${UPGRADED}`);
      await pair.primary.asSuperuser(`create database ${UPGRADED} owner bocau`);
      const dataDir = join(folder, 'data');
      const url = `postgresql://bocau@127.0.0.1:${pair.primary.port}/${UPGRADED}`;
      const env = { DATABASE_URL: url, DATA_DIR: dataDir };
      const release = join(folder, 'release');
      await mkdir(release);
      await unpackRelease(lastRelease.commit, release);
      let old = await startRelease(release, env);
      opened.defer(() => void old.child.kill('SIGKILL'));
      await addPeople(release, env, PEOPLE, PASSWORD);

      const before = ownMessages(PEOPLE, 'before an upgrade', MESSAGES);
      await takeMail(before, [() => old.lmtpPort], async () => {
        const pgConfig = { connectionString: url };
        await migrate(pgConfig, MIGRATIONS);
        await migrateJobs(pgConfig);
      });
      const present = await startChildServer({ dataDir, env });
      opened.defer(() => void present.kill('SIGKILL'));
      const beside = ownMessages(PEOPLE, 'beside the last release', MESSAGES);
      await takeMail(beside, [() => old.lmtpPort, () => present.lmtpPort], async () => {
        old.child.kill('SIGKILL');
        old = await startRelease(release, env);
      });
      const said = old.errors();
      await present.stop();
      old.child.kill('SIGKILL');

      const straight = { DATABASE_URL: url };
      const parts = await openParts(dataDir, straight);
      opened.defer(() => parts.close());
      const rows = await parts.db.selectFrom('mailboxes').select(['email', 'id']).execute();
      const people = new Map(rows.map(({ email, id }) => [email, id]));
      const upgraded = { ...world, parts, people, dataDir, acknowledged: [], straight };
      const { lost, doubled, complaints } = await examineMail(upgraded, [...before, ...beside]);
      return [...lost, ...doubled, ...complaints, ...said].map((what) => `upgraded: ${what}`);
    },
  };
}

/** Uses several ports in turn, and runs a callback after a few accepted messages. */
async function takeMail(
  messages: OutgoingMessage[],
  ports: (() => number)[],
  strike: () => Promise<void>,
): Promise<void> {
  const due = Promise.withResolvers<void>();
  let asked = 0;
  const sending = sendPersistently({
    messages,
    connections: CONNECTIONS,
    clock: systemClock,
    async port() {
      asked += 1;
      return ports[asked % ports.length]?.() ?? 0;
    },
    onAccepted(count) {
      if (count === STRIKE_AFTER) due.resolve();
    },
  });
  await due.promise;
  await strike();
  await sending;
}
