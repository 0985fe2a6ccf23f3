import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { type AttachmentBytes, openAttachment } from '../mail/attachments/attachment-bytes.ts';
import { HELD } from '../mail/attachments/attachments.store.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { hashBytes } from '../platform/blobs/hash-bytes.ts';
import type { Clock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { type Kill, startKilledServer } from './killed-server.ts';
import { makeMessages } from './make-messages.ts';
import { type OutgoingMessage, type SenderFigures, sendPersistently } from './persistent-sender.ts';
import { openParts, preparePeople } from './prepare-people.ts';

export type CrashRun = {
  dataDir: string;
  messages: number;
  connections: number;
  /** Spread evenly over the messages. */
  kills: Kill[];
  seed: string;
  clock: Clock;
  /** Additional activity in this world. */
  more?: {
    env: Record<string, string>;
    /** Envelope senders, each of several messages. */
    writers: number;
    /** Before the program starts. */
    prepare(parts: AppContext, people: Map<string, number>): Promise<void>;
    /** When all mail was accepted, and the program still runs. */
    settle(): Promise<void>;
  };
};

/** The lists should be empty. */
export type Damage = { missing: string[]; doubled: string[]; lostBlobs: string[]; differences: string[] };
export type CrashFigures = SenderFigures & Damage & { deliveries: number; blobs: number; kills: number };

const PEOPLE = 6;

/**
 * Delivers many messages while parts of the program are killed repeatedly, and checks what became of the
 * messages.
 */
export async function crashRun(run: CrashRun): Promise<CrashFigures> {
  const { dataDir, clock } = run;
  const prepared = await openParts(dataDir);
  const people = await preparePeople(prepared, PEOPLE);
  await run.more?.prepare(prepared, people);
  await prepared.close();

  const given = run.more ? { named: 1, writers: run.more.writers } : {};
  const messages = makeMessages(run.messages, [...people.keys()], run.seed, given);
  const deliveries = messages.reduce((sum, message) => sum + message.to.length, 0);
  const kills = [...run.kills];
  const killed = await startKilledServer({ dataDir, clock, ...(run.more ? { env: run.more.env } : {}) });

  const sending = sendPersistently({
    messages,
    connections: run.connections,
    clock,
    port: async () => (await killed.server()).lmtpPort,
    onAccepted(count) {
      const struck = run.kills.length - kills.length;
      if (count < ((struck + 1) * deliveries) / (run.kills.length + 1)) return;
      const kill = kills.shift();
      if (kill !== undefined) killed.strike(kill);
    },
  });
  const figures = await killed.untilDone(sending);
  await run.more?.settle();
  await killed.stop();

  const parts = await openParts(dataDir);
  try {
    const { blobs, damage } = await findDamage(parts, people, messages);
    return { ...figures, ...damage, deliveries, blobs, kills: run.kills.length - kills.length };
  } finally {
    await parts.close();
  }
}

export async function findDamage(
  parts: AppContext,
  people: Map<string, number>,
  messages: OutgoingMessage[],
): Promise<{ blobs: number; damage: Damage }> {
  const { rows: found } = await sql<{ place: string; count: number }>`
    select b.email || ' ' || (m.sender->>'email') as place, count(*)::integer as count
    from messages m join mailboxes b on b.id = m.mailbox_id group by 1`.execute(kyselyOf(parts.db));
  const counts = new Map(found.map(({ place, count }) => [place, count]));
  const wanted = messages.flatMap((message) => message.to.map((email) => `${email} ${message.from}`));
  const differences: string[] = [];
  for (const mailbox of people.values()) differences.push(...(await recount(parts.db, mailbox)));
  const { rows: named } = await sql<AttachmentBytes>`
    select encode(m.blob, 'hex') as blob, m.size, null as held from messages m
    union all
    select encode(a.blob, 'hex'), a.size, ${HELD} from attachments a`.execute(kyselyOf(parts.db));
  const lostBlobs: string[] = [];
  for (const one of named) {
    const bytes = await openAttachment(parts.blobs, one)
      .then(buffer)
      .catch(() => null);
    if (bytes === null || (await hashBytes(bytes)) !== one.blob) lostBlobs.push(one.blob);
  }
  return {
    blobs: named.length,
    damage: {
      missing: wanted.filter((place) => !counts.has(place)),
      doubled: found.filter(({ count }) => count > 1).map(({ place }) => place),
      lostBlobs,
      differences,
    },
  };
}
