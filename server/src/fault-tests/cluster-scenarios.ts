import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchDebianPrograms, findDebianPatroni, findDebianPostgres } from '../interop/debian-programs.ts';
import { startDebianPostgres } from '../interop/start-debian-postgres.ts';
import { startPatroni } from '../interop/start-patroni.ts';
import { startPgBouncer } from '../interop/start-pgbouncer.ts';
import { startTestS3Server } from '../platform/blobs/test-s3-server.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { startPostgresPair } from '../test-kit/postgres-pair.ts';
import { asynchronousFailover } from './async-failover.ts';
import { backupFault } from './backup-fault.ts';
import { type ClusterFault, done, lineFaults, pairFaults, roleFaults } from './cluster-faults.ts';
import { type ClusterWorld, openClusterWorld, openLine } from './cluster-world.ts';
import { patroniFaults } from './patroni-faults.ts';
import { mountSmallDisk } from './small-disk.ts';
import { diskFaults, s3Faults } from './storage-faults.ts';
import { upgradeFault } from './upgrade-fault.ts';

type OpenedCluster = { world: ClusterWorld; faults: ClusterFault[] };
type Scenario = { name: string; open(opened: AsyncDisposableStack): Promise<OpenedCluster> };

/** More than the doctor requires to be free. */
const BLOB_DISK_MB = 400;
const DATABASE_DISK_MB = 700;

/** Each with its own cluster, sequentially: all of it fits on a machine with two processors. */
export const CLUSTER_SCENARIOS: Scenario[] = [
  { name: 'synchronous', open: openSynchronous },
  { name: 'asynchronous', open: openAsynchronous },
  { name: 'S3', open: openWithS3 },
  { name: 'disks', open: openOnSmallDisks },
  { name: 'pooler', open: openBehindPooler },
  { name: 'Patroni', open: openPatroni },
];

async function openSynchronous(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const pair = await startPostgresPair();
  opened.defer(() => pair.close());
  await pair.setSynchronous(true);
  const world = await openClusterWorld({ ports: [pair.primary.port, pair.standby.port] });
  opened.defer(() => world.close());
  const faults = [
    ...roleFaults(world),
    ...lineFaults(world),
    backupFault(world, pair),
    upgradeFault(world, pair),
    ...pairFaults(pair),
  ];
  return { world, faults };
}

async function openAsynchronous(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const replication = Promise.withResolvers<Awaited<ReturnType<typeof openLine>>>();
  const pair = await startPostgresPair({
    async followThrough(port) {
      replication.resolve(openLine(port));
      return (await replication.promise).port;
    },
  });
  opened.defer(() => pair.close());
  const line = await replication.promise;
  opened.defer(() => line.close());
  const world = await openClusterWorld({ ports: [pair.primary.port, pair.standby.port] });
  opened.defer(() => world.close());
  return { world, faults: [asynchronousFailover(world, pair, line)] };
}

async function openWithS3(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const pair = await startPostgresPair();
  opened.defer(() => pair.close());
  const s3 = await openS3(opened);
  const world = await openClusterWorld({ ports: [pair.primary.port, pair.standby.port], ...s3 });
  opened.defer(() => world.close());
  return { world, faults: s3Faults(world, s3.server, s3.line) };
}

/** A store behind a proxy, and the settings for it: through the proxy, and directly. */
export async function openS3(opened: AsyncDisposableStack) {
  const server = await startTestS3Server();
  opened.defer(() => server.close());
  const { port } = new URL(new URL(server.url).searchParams.get('endpoint') ?? '');
  const line = await openLine(Number(port));
  opened.defer(() => line.close());
  const { accessKeyId, secretAccessKey } = server.credentials;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const env = { BLOB_STORE: server.url.replace(`%3A${port}`, `%3A${line.port}`), ...keys };
  return { server, line, env, straight: { BLOB_STORE: server.url } };
}

async function openOnSmallDisks(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-disks-'));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const disks = { blobs: join(folder, 'blobs'), database: join(folder, 'database') };
  for (const [place, megabytes] of [
    [disks.blobs, BLOB_DISK_MB],
    [disks.database, DATABASE_DISK_MB],
  ] as const) {
    await mkdir(place);
    const unmount = mountSmallDisk(place, megabytes);
    opened.defer(async () => unmount());
  }
  const pair = await startPostgresPair({ folder: disks.database });
  opened.defer(() => pair.close());
  const ports = [pair.primary.port, pair.standby.port];
  const world = await openClusterWorld({ ports, env: { BLOB_STORE: `file:${disks.blobs}` } });
  opened.defer(() => world.close());
  return { world, faults: diskFaults(world, disks, pair) };
}

async function openBehindPooler(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const hindrance = await fetchDebianPrograms();
  const programs = findDebianPostgres();
  if (programs === null) throw new Error(`PgBouncer could not be fetched: ${hindrance}`);
  const postgres = await startDebianPostgres(programs, { fsync: 'off' });
  opened.defer(() => postgres.stop());
  const pooler = await startPgBouncer(programs, postgres, 'transaction');
  opened.defer(() => pooler.stop());
  const direct = databaseUrl(postgres.pgConfig);
  const world = await openClusterWorld({
    ports: [postgres.pgConfig.port],
    env: { DATABASE_URL: databaseUrl(pooler.pgConfig), DATABASE_DIRECT_URL: direct },
    straight: { DATABASE_URL: direct },
  });
  opened.defer(() => world.close());
  const faults = [
    { name: 'pooler restarted', often: false, strike: done(() => pooler.restart()) },
    { name: 'PostgreSQL restarted behind a pooler', often: false, strike: done(() => postgres.restart()) },
    ...roleFaults(world).map((fault) => ({ ...fault, name: `${fault.name} behind a pooler`, often: false })),
  ];
  return { world, faults };
}

async function openPatroni(opened: AsyncDisposableStack): Promise<OpenedCluster> {
  const { cluster, world } = await openPatroniWorld(opened, {});
  return { world, faults: patroniFaults(world, cluster) };
}

export async function openPatroniWorld(
  opened: AsyncDisposableStack,
  more: { env?: Record<string, string>; straight?: Record<string, string> },
) {
  const hindrance = await fetchDebianPrograms('cluster');
  const [patroni, postgres] = [findDebianPatroni(), findDebianPostgres()];
  if (patroni === null || postgres === null) throw new Error(`Patroni could not be fetched: ${hindrance}`);
  const cluster = await startPatroni(patroni, postgres);
  opened.defer(() => cluster.stop());
  const world = await openClusterWorld({ ports: cluster.nodes.map(({ port }) => port), ...more });
  opened.defer(() => world.close());
  return { cluster, world };
}
