import { prng } from '../demo-world/prng.ts';
import { systemClock } from '../platform/clock.ts';
import { lineFaults, roleFaults } from './cluster-faults.ts';
import { openPatroniWorld, openS3 } from './cluster-scenarios.ts';
import {
  actIsKept,
  danglingOf,
  examineMail,
  listIsRead,
  ownMessages,
  startBulks,
  untilDone,
} from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { patroniFaults } from './patroni-faults.ts';
import { type OutgoingMessage, sendPersistently } from './persistent-sender.ts';
import { s3Faults } from './storage-faults.ts';

const EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
const BATCH = 20;
const BETWEEN_BATCHES_MS = 2_000;
const CONNECTIONS = 2;

type Options = { minutes: number; seed: string; isStopped(): boolean };

/** Injects a fault into a Patroni cluster with blobs in S3 every 30 s, in an order determined by the seed. */
export async function soakRandom({ minutes, seed, isStopped }: Options): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const s3 = await openS3(opened);
  const { cluster, world } = await openPatroniWorld(opened, s3);
  const faults = [
    ...roleFaults(world),
    ...lineFaults(world),
    ...patroniFaults(world, cluster),
    ...s3Faults(world, s3.server, s3.line),
  ];
  const random = prng(seed);
  const mail = startMail(world, seed);
  const bulks: string[] = [];
  const wrong: string[] = [];
  const struck = new Map<string, number>();
  const begun = systemClock.now();
  const until = begun + minutes * MINUTE_MS;
  while (systemClock.now() < until && !isStopped()) {
    const next = systemClock.now() + EVERY_MS;
    const fault = random.pick(faults);
    const bulkFailure = await untilDone(async () => void bulks.push(...(await startBulks(world))));
    const found = await fault.strike();
    const over = systemClock.now();
    if (bulkFailure !== null) found.push(`bulk acts could not be begun before: ${bulkFailure}`);
    const readFailure = await listIsRead(world);
    if (readFailure !== null) found.push(`lists were not read again: ${readFailure}`);
    const actFailure = await actIsKept(world);
    if (actFailure !== null) found.push(`acts were not kept again: ${actFailure}`);
    const seconds = (systemClock.now() - over) / 1_000;
    await fault.settle?.();
    struck.set(fault.name, (struck.get(fault.name) ?? 0) + 1);
    const acknowledged = world.acknowledged.length;
    process.stdout.write(
      `${JSON.stringify({ minute: Math.round((over - begun) / MINUTE_MS), fault: fault.name, seconds, acknowledged })}\n`,
    );
    wrong.push(...[...found, ...world.ended.splice(0)].map((what) => `${fault.name}: ${what}`));
    await systemClock.sleep(Math.max(0, next - systemClock.now()));
  }
  const sent = await mail.stop();
  const dangling = await danglingOf(world, bulks);
  const { lost, doubled, complaints } = await examineMail(world, sent);
  const figures = { acknowledged: world.acknowledged.length, bulks: bulks.length };
  const verdict = { lost, doubled, dangling: [...wrong, ...dangling], complaints };
  process.stdout.write(
    `${JSON.stringify({ seed, minutes, ...figures, struck: Object.fromEntries(struck), ...verdict })}\n`,
  );
  return Object.values(verdict).flat();
}

/** A few messages every other second, each retried until it is accepted. */
function startMail(world: ClusterWorld, seed: string): { stop(): Promise<OutgoingMessage[]> } {
  const sent: OutgoingMessage[] = [];
  const stopping = new AbortController();
  async function work(): Promise<void> {
    for (let batch = 0; !stopping.signal.aborted; batch += 1) {
      const messages = ownMessages(world.people.keys(), `${seed} ${batch}`, BATCH);
      sent.push(...messages);
      await sendPersistently({
        messages,
        connections: CONNECTIONS,
        clock: systemClock,
        port: async () => (await world.process('mail')).lmtpPort,
        onAccepted: (_, delivery) => void world.acknowledged.push(delivery),
      });
      await systemClock.sleep(BETWEEN_BATCHES_MS, stopping.signal);
    }
  }
  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
      return sent;
    },
  };
}
