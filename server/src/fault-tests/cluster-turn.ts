import { sql } from 'kysely';
import { examine } from '../admin/doctor.ts';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import type { ClusterFault } from './cluster-faults.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { type Damage, findDamage } from './crash-run.ts';
import { makeMessages } from './make-messages.ts';
import { type OutgoingMessage, sendPersistently } from './persistent-sender.ts';

const MESSAGES_A_TURN = 60;
const STRIKE_AFTER = 20;
const CONNECTIONS = 4;
const BULKS = 3;
const POLL_MS = 100;
const SETTLED_WITHIN_MS = 120_000;
const NO_PORTS = {
  PORT: '0',
  OPERATIONS_PORT: '0',
  SMTP_PORT: '0',
  LMTP_PORT: '0',
  SUBMISSION_PORT: '0',
  ROLES: 'http,mail,jobs',
};

/** Injects the fault once while mail arrives and users act. */
export async function runTurn(world: ClusterWorld, fault: ClusterFault, messages: OutgoingMessage[]) {
  const due = Promise.withResolvers<void>();
  const mailTaken = Promise.withResolvers<void>();
  let isOver = false;
  const sending = sendPersistently({
    messages,
    connections: CONNECTIONS,
    clock: systemClock,
    port: async () => (await world.process('mail')).lmtpPort,
    onAccepted(count, delivery) {
      world.acknowledged.push(delivery);
      if (count === STRIKE_AFTER) due.resolve();
      if (isOver) mailTaken.resolve();
    },
  }).finally(() => mailTaken.resolve());
  await due.promise;
  const bulks = await startBulks(world);
  const dangling = await fault.strike();
  isOver = true;
  const over = systemClock.now();
  const [readFailure, actFailure] = await Promise.all([
    listIsRead(world),
    actIsKept(world),
    mailTaken.promise,
  ]);
  const seconds = (systemClock.now() - over) / 1_000;
  if (readFailure !== null) dangling.push(`lists were not read again: ${readFailure}`);
  if (actFailure !== null) dangling.push(`acts were not kept again: ${actFailure}`);
  const { accepted: acknowledged } = await sending;
  await fault.settle?.();
  dangling.push(...(await danglingOf(world, bulks)), ...world.ended.splice(0));
  return { acknowledged, seconds, dangling };
}

/** Null once it was read; otherwise the last error. */
export function listIsRead(world: ClusterWorld, withinMs = SETTLED_WITHIN_MS): Promise<string | null> {
  return untilDone(
    async () => void (await (await world.client()).listThreads({ query: { in: 'INBOX' } })),
    withinMs,
  );
}

export function actIsKept(world: ClusterWorld): Promise<string | null> {
  return untilDone(async () => {
    const client = await world.client();
    await client.createFolder({ body: { name: `Sau sự cố ${systemClock.now()}` } });
  });
}

/** Unique senders in each turn, which identify the messages. */
export function ownMessages(
  people: Iterable<string>,
  seed: string,
  count = MESSAGES_A_TURN,
): OutgoingMessage[] {
  const domain = `@${seed.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`;
  const own = (text: string) => text.replaceAll('@minhphat.example', domain);
  const messages = makeMessages(count, [...people], seed, { longest: 4_000 });
  return messages.map((message) => ({ ...message, from: own(message.from), raw: own(message.raw) }));
}

export async function startBulks(world: ClusterWorld): Promise<string[]> {
  const client = await world.client();
  const bulks: string[] = [];
  for (let count = 0; count < BULKS; count += 1) {
    const action = count % 2 === 0 ? 'read' : 'unread';
    bulks.push((await client.startBulk({ body: { where: { in: 'INBOX' }, action } })).data.id);
  }
  return bulks;
}

/** Acts that never end, and jobs that will never run. */
export async function danglingOf(world: ClusterWorld, bulks: string[]): Promise<string[]> {
  const dangling: string[] = [];
  for (const id of bulks) {
    const endFailure = await untilDone(async () => {
      const client = await world.client();
      const state = await client.getBulk({ params: { id } }).then(
        ({ data }) => data.state,
        (error: { status?: number }) => {
          // An act that was lost with a primary never ends.
          if (error.status === 404) return 'done';
          throw error;
        },
      );
      if (state !== 'done') throw new Error(state);
    });
    if (endFailure !== null) dangling.push(`bulk ${id}: ${endFailure}`);
  }
  const jobsFailure = await untilDone(async () => {
    const { rows } = await sql`
      select from graphile_worker._private_jobs
      where locked_at is not null or (run_at <= now() and attempts < max_attempts)`.execute(
      kyselyOf(world.parts.db),
    );
    if (rows.length > 0) throw new Error(`${rows.length} are left`);
  });
  return jobsFailure === null ? dangling : [...dangling, `jobs: ${jobsFailure}`];
}

/** The outcome of everything sent, and the complaints of recounts, blobs and the doctor. */
export async function examineMail(world: ClusterWorld, sent: OutgoingMessage[]) {
  const acknowledged = [...new Set(world.acknowledged)].map((delivery) => {
    const [to = '', from = ''] = delivery.split(' ');
    return { from, to: [to], raw: '' };
  });
  const found: Damage[] = [];
  // The connection to a former primary may end meanwhile.
  const lookFailure = await untilDone(async () => {
    found.push((await findDamage(world.parts, world.people, [...sent, ...acknowledged])).damage);
  });
  const [damage] = found;
  if (damage === undefined) throw new Error(`nobody could look what became of the mail: ${lookFailure}`);
  const complaints = [...damage.lostBlobs, ...damage.differences, ...(await askDoctor(world))];
  return { lost: [...new Set(damage.missing)], doubled: damage.doubled, complaints };
}

async function askDoctor(world: ClusterWorld): Promise<string[]> {
  const words: string[] = [];
  const config = readConfig(readEnv({ ...world.straight, ...NO_PORTS, DATA_DIR: world.dataDir }));
  await examine(
    config,
    { write: (text: string) => words.push(text) > 0 },
    { clock: systemClock, resolver: async () => [], pgConfig: world.parts.pgConfig },
  );
  return words.filter((line) => line.startsWith('fail'));
}

/** Retries until it succeeds, or the time is up. Null on success, otherwise the last error. */
export async function untilDone(
  attempt: () => Promise<void>,
  withinMs = SETTLED_WITHIN_MS,
): Promise<string | null> {
  const until = systemClock.now() + withinMs;
  let why = 'there was no time to try';
  while (systemClock.now() < until) {
    try {
      await attempt();
      return null;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      await systemClock.sleep(POLL_MS);
    }
  }
  return why;
}
