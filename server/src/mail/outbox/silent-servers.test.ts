import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { freePort } from '../../test-kit/free-port.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { insertDeliveryJobs } from './enqueue-deliveries.ts';
import { insertOutbox } from './outbox.store.ts';
import { insertRecipients } from './outbox-recipients.store.ts';
import { startKey } from './sending-tasks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HOSTS = 40;
const MESSAGES = 200;
/** What is asked for is a second inside and five outside; a slow machine may take longer, silence took minutes. */
const INSIDE_SECONDS = 5;
const OUTSIDE_SECONDS = 10;
/** Longer than the test. */
const LONG_MS = 30 * 60_000;

let server: TestServer;
let trap: SmtpTrap;
let silent: Server[];
/** Conversations in which nothing has been said. */
let hanging: Set<Socket>;
let writers: NewPerson[];
let colleague: NewPerson;

beforeAll(async () => {
  trap = await startSmtpTrap({ port: await freePort() });
  hanging = new Set();
  silent = await Promise.all(Array.from({ length: HOSTS }, (_, host) => listenSilently(addressOf(host))));
  server = await startTestServer({
    env: { ROLES: 'http,jobs', DATABASE_POOL: '8' },
    clock: systemClock,
    mailElsewhere: {
      port: trap.port,
      mayConnect: () => true,
      timeouts: { connectMs: LONG_MS, silenceMs: LONG_MS, wholeMs: LONG_MS },
    },
    async resolver(name, type) {
      const host = /^im(\d+)\.example$/.exec(name)?.[1];
      if (type !== 'A') throw Object.assign(new Error(name), { code: 'ENODATA' });
      return [host === undefined ? '127.0.0.1' : addressOf(Number(host))];
    },
  });
  writers = [await newPerson(server), await newPerson(server), await newPerson(server)];
  colleague = await newPerson(server);
});

afterAll(async () => {
  await server.close();
  for (const each of silent) each.close();
  for (const socket of hanging) socket.destroy();
  await trap.close();
});

function addressOf(host: number): string {
  return `127.0.1.${host + 1}`;
}

async function listenSilently(address: string): Promise<Server> {
  const listening = createServer((socket) => {
    hanging.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => hanging.delete(socket));
  });
  listening.listen(trap.port, address);
  await once(listening, 'listening');
  return listening;
}

/** A message that is on its way out, to somebody at a server that says nothing. */
async function writeToSilence(number: number): Promise<void> {
  const { blobs, clock, db } = server.context;
  const writer = writers[number % writers.length] as NewPerson;
  const { key } = await blobs.put(Buffer.from(`Subject: ${number}\r\n\r\nXin.\r\n`));
  const outgoing = { mailboxId: writer.mailbox, outboxId: newId(clock) };
  const domain = `im${number % HOSTS}.example`;
  const email = `a${number}@${domain}`;
  const now = Math.floor(clock.now() / 1000);
  await inTransaction(db, async (tx) => {
    await insertOutbox(
      tx,
      writer.mailbox,
      {
        ...{ id: outgoing.outboxId, message_id: newId(clock), kind: 'send', due_at: now, undo_until: null },
        ...{ state: 'sending', blob: key, recipientCount: 1, sender: writer.email },
      },
      now,
    );
    const recipient = { address: email, email, name: '', destination: domain };
    await insertRecipients(tx, outgoing, [{ ...recipient, localMailboxId: null, refusal: null }], now);
    await insertDeliveryJobs(tx, outgoing, [recipient]);
  });
}

/** A scheduled message whose time has come. */
async function scheduleForNow(writer: NewPerson, id: string): Promise<void> {
  const now = Math.floor(systemClock.now() / 1000);
  await writer.client.scheduleMail({ body: { msg_id: id, timestamp: now + 3600 } });
  const { db } = server.context;
  const { id: outbox } = await db
    .updateTable('outbox')
    .set({ due_at: now })
    .where('mailbox_id', '=', writer.mailbox)
    .where('message_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update graphile_worker._private_jobs set run_at = now() where key = ${startKey(outbox)}`.execute(db);
}

/** Seconds from when it was due until it was done with, as the program wrote them down. */
async function delayOf({ id }: { id: string }): Promise<number> {
  const { due_at: due, finished_at: finished } = await server.context.db
    .selectFrom('outbox')
    .select(['due_at', 'finished_at'])
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  return (finished ?? Number.POSITIVE_INFINITY) - due;
}

async function recallDelay({ id }: { id: string }): Promise<number> {
  const { recalled_at: asked } = await server.context.db
    .selectFrom('outbox')
    .select('recalled_at')
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  const [report] = await mailIn(writers[0] as NewPerson, 'INBOX');
  return (report?.received_at ?? Number.POSITIVE_INFINITY) - (asked ?? 0);
}

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 50 });

async function underWay(): Promise<number> {
  const { count } = await server.context.db
    .selectFrom('outbox_recipients')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('state', '=', 'trying')
    .executeTakeFirstOrThrow();
  return count;
}

test('what is inside, what is scheduled, a recall and mail to others go on while hundreds of servers are silent', async () => {
  const [an, binh] = writers as [NewPerson, NewPerson];
  const heard = await writeDraft(an, [colleague.email], { subject: 'Trước' });
  await an.client.sendMail({ body: { msg_id: heard.id } });
  await eventually(async () => (await mailIn(colleague, 'INBOX')).length).toBe(1);
  for (let number = 0; number < MESSAGES; number += 1) await writeToSilence(number);
  // Half as many at once as there are workers would be one sender; of three each gets a quarter.
  await eventually(() => hanging.size).toBeGreaterThan(MESSAGES * 0.8);
  const before = new Set(hanging);

  const inside = await writeDraft(an, [colleague.email], { subject: 'Bên trong' });
  await an.client.sendMail({ body: { msg_id: inside.id } });
  const outside = await writeDraft(binh, ['c@nhanh.example'], { subject: 'Ra ngoài' });
  await binh.client.sendMail({ body: { msg_id: outside.id } });
  const others = await writeDraft(colleague, ['d@nhanh.example'], { subject: 'Của người khác' });
  await colleague.client.sendMail({ body: { msg_id: others.id } });
  const later = await writeDraft(an, [colleague.email], { subject: 'Hẹn giờ' });
  await scheduleForNow(an, later.id);
  await an.client.recallMessage({ body: { message_id: heard.id } });

  await eventually(async () =>
    (await mailIn(colleague, 'INBOX')).map(({ subject }) => subject).sort(),
  ).toEqual(['Bên trong', 'Hẹn giờ']);
  await eventually(() => trap.messages.flatMap(({ to }) => to).sort()).toEqual([
    'c@nhanh.example',
    'd@nhanh.example',
  ]);
  for (const [sender, { id }] of [
    [binh, outside],
    [colleague, others],
    [an, inside],
    [an, later],
  ] as const)
    await eventually(async () => (await readMail(sender, id)).sending?.state).toBe('sent');
  await eventually(async () => (await mailIn(an, 'INBOX')).length).toBe(1);
  for (const message of [inside, later]) expect(await delayOf(message)).toBeLessThanOrEqual(INSIDE_SECONDS);
  expect(await recallDelay(heard)).toBeLessThanOrEqual(INSIDE_SECONDS);
  for (const message of [outside, others])
    expect(await delayOf(message)).toBeLessThanOrEqual(OUTSIDE_SECONDS);
  // All of that came while every one of those conversations hung.
  expect([...before].filter((socket) => !hanging.has(socket)).length).toBe(0);
  await eventually(async () => (await underWay()) - hanging.size).toBe(0);
  // They wait without a connection to the database, which whoever looks for work has for a moment.
  const { pool } = server.context.database;
  await eventually(() => pool.totalCount - pool.idleCount).toBe(0);
});
