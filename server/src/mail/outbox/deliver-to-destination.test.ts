import { UNSIGNED_REPLY } from '@bocau/contract/unsigned-mail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { deleteDomainKey, insertDomainKey } from '../../identity/domain-keys/domain-keys.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { readMail, writeDraft } from '../../test-kit/write-mail.ts';
import type { Try } from './attempts.store.ts';
import * as store from './attempts.store.ts';
import { deliverToDestination } from './deliver-to-destination.ts';
import { finalizeSend } from './finalize-send.ts';
import { endHoldOfSender, holdSender } from './holds.store.ts';
import { insertOutbox } from './outbox.store.ts';
import { insertRecipients, type RecipientChange } from './outbox-recipients.store.ts';

let server: TestServer;
let trap: SmtpTrap;
let mailboxId: number;

const SOURCE = 'From: lan.anh@saomai.example\r\nSubject: Xin\r\n\r\nXin.\r\n';
const DAY = 24 * 3600;

beforeAll(async () => {
  trap = await startSmtpTrap();
  server = await startTestServer({ env: { SMTP_RELAY: `smtp://127.0.0.1:${trap.port}` } });
  mailboxId = await server.mailboxId(lanAnh.email);
});

afterAll(async () => {
  await server.close();
  await trap.close();
});

beforeEach(() => {
  trap.messages.length = 0;
  trap.refuseRecipient(() => null);
  trap.refuseContent(() => null);
  trap.hangUp(null);
});

type Place = { mailboxId: number; outboxId: string; destination: string };

function leaseAttempts(place: Place, now: number): Promise<Try[]> {
  return inTransaction(server.context.db, (tx) => store.leaseAttempts(tx, place, now));
}

function beginTransmission(place: Place, tries: Try[]): Promise<boolean> {
  return inTransaction(server.context.db, (tx) => store.beginTransmission(tx, place, tries));
}

function recordAttempt(place: Place, one: Try, to: RecipientChange): Promise<unknown> {
  return inTransaction(server.context.db, (tx) => store.recordAttempt(tx, place, one, to));
}

/** A message that has been started, to the given people elsewhere. */
async function startedMessage(
  emails: string[],
  kind: 'send' | 'forward' | 'notice' | 'reply' = 'send',
): Promise<Place> {
  const { blobs, clock, db } = server.context;
  const { key } = await blobs.put(Buffer.from(SOURCE));
  const place = { mailboxId, outboxId: newId(clock), destination: 'relay' };
  const now = Math.floor(clock.now() / 1000);
  await inTransaction(db, async (tx) => {
    const row = { id: place.outboxId, message_id: newId(clock), kind, due_at: now };
    const counted = { recipientCount: emails.length, sender: lanAnh.email };
    const rest = { state: 'sending' as const, undo_until: null, blob: key, ...counted };
    await insertOutbox(tx, mailboxId, { ...row, ...rest }, now);
    const people = emails.map((email) => ({ address: email, email, name: '', destination: 'relay' }));
    const routed = people.map((one) => ({ ...one, localMailboxId: null, refusal: null }));
    await insertRecipients(tx, place, routed, now);
  });
  return place;
}

function run(place: Place, signal = new AbortController().signal): Promise<void> {
  return deliverToDestination(server.context, place, { signal });
}

async function states(place: Place): Promise<Record<string, string>> {
  const rows = await server.context.db
    .selectFrom('outbox_recipients')
    .select(['address', 'state'])
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', place.outboxId)
    .orderBy('address')
    .execute();
  return Object.fromEntries(rows.map(({ address, state }) => [address, state]));
}

async function outgoingState(place: Place): Promise<string> {
  const { state } = await server.context.db
    .selectFrom('outbox')
    .select('state')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', place.outboxId)
    .executeTakeFirstOrThrow();
  return state;
}

async function repliesOf(place: Place): Promise<(string | null)[]> {
  const rows = await server.context.db
    .selectFrom('outbox_recipients')
    .select('reply')
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', place.outboxId)
    .execute();
  return rows.map(({ reply }) => reply);
}

/** Gives the domain a key that signs and that nothing opens, until the test is over; answers how it goes away sooner. */
async function useDamagedKey(): Promise<() => Promise<void>> {
  const { db } = server.context;
  const { domain_id } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  const sealed = { selector: 'hong', private_key: Buffer.from('damaged') };
  const key = { domain_id, ...sealed, signs: true, created_at: 1 };
  await inTransaction(db, (tx) => insertDomainKey(tx, key));
  const remove = async () => void (await inTransaction(db, (tx) => deleteDomainKey(tx, domain_id, 'hong')));
  onTestFinished(remove);
  return remove;
}

async function waitsUntil(place: Place): Promise<number | null> {
  const row = await server.context.db
    .selectFrom('outbox_recipients')
    .select('next_at')
    .where('outbox_id', '=', place.outboxId)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return row.next_at;
}

/** The line by which a copy that comes back is known stands before everything else. */
function withoutMark(raw: Buffer | undefined): string {
  const text = raw?.toString() ?? '';
  expect(text).toMatch(/^X-Delivery-Mark: [0-9a-f]{32}\r\n/);
  return text.slice(text.indexOf('\n') + 1);
}

it('brings one message to all recipients of a destination, and ends it', async () => {
  const place = await startedMessage(['a@vpp.example', 'b@kho.example']);
  await run(place);
  expect(trap.messages.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: lanAnh.email, to: ['a@vpp.example', 'b@kho.example'] },
  ]);
  expect(withoutMark(trap.messages[0]?.raw)).toBe(SOURCE);
  expect(await states(place)).toEqual({ 'a@vpp.example': 'delivered', 'b@kho.example': 'delivered' });
  expect(await outgoingState(place)).toBe('sent');
});

it('goes in the name that it was begun with, even when the message is removed before', async () => {
  const an = await newPerson(server);
  const address = `bi.danh.${an.email}`;
  await server.context.db.insertInto('addresses').values({ address, mailbox_id: an.mailbox }).execute();
  const { id } = await writeDraft(an, ['a@vpp.example'], { from: address });
  await an.client.sendMail({ body: { msg_id: id } });
  for (const folder of ['Sent', 'Trash']) {
    const { folder: place, folder_id, thread_id } = await readMail(an, id);
    expect(place).toBe(folder);
    await an.client.deleteThreads({ body: { ids: [thread_id], folder_id } });
  }
  await runJobsUntilIdle(server.context);
  expect(trap.messages.map(({ from }) => from)).toEqual([address]);
});

it('SD-14 sends nothing when it is run again', async () => {
  const place = await startedMessage(['a@vpp.example']);
  await run(place);
  await Promise.all([run(place), run(place)]);
  expect(trap.messages).toHaveLength(1);
});

it('SD-14 sends once when two processes begin together', async () => {
  const place = await startedMessage(['a@vpp.example']);
  await Promise.all([run(place), run(place), run(place)]);
  expect(trap.messages).toHaveLength(1);
  expect(await outgoingState(place)).toBe('sent');
});

it('puts off whom the other server puts off, and brings it to them later', async () => {
  const place = await startedMessage(['a@vpp.example', 'b@kho.example']);
  trap.refuseRecipient((address) => (address.startsWith('b@') ? '450 4.2.0 Mailbox busy' : null));
  await run(place);
  expect(await states(place)).toEqual({ 'a@vpp.example': 'delivered', 'b@kho.example': 'waiting' });
  trap.refuseRecipient(() => null);
  await run(place);
  expect(trap.messages).toHaveLength(1);
  await server.clock.advance(61_000);
  await run(place);
  expect(trap.messages.map(({ to }) => to)).toEqual([['a@vpp.example'], ['b@kho.example']]);
  expect(await outgoingState(place)).toBe('sent');
});

it('waits longer each time, and gives up after five days', async () => {
  const place = await startedMessage(['a@vpp.example']);
  trap.refuseRecipient(() => '451 4.3.0 Later');
  const began = Math.floor(server.clock.now() / 1000);
  const pauses: number[] = [];
  for (;;) {
    await run(place);
    const until = await waitsUntil(place);
    if (until === null) break;
    const now = Math.floor(server.clock.now() / 1000);
    pauses.push((until - now) / 60);
    server.clock.pass((until - now) * 1000);
  }
  expect(pauses.slice(0, 9)).toEqual([1, 5, 15, 30, 60, 120, 240, 240, 240]);
  expect(Math.floor(server.clock.now() / 1000) - began).toBeGreaterThanOrEqual(5 * DAY);
  expect(Math.floor(server.clock.now() / 1000) - began).toBeLessThan(5 * DAY + 5 * 3600);
  expect(await states(place)).toEqual({ 'a@vpp.example': 'failed' });
  expect(await outgoingState(place)).toBe('failed');
  expect(trap.messages).toEqual([]);
});

it('keeps the words of a server that refuses for good', async () => {
  const place = await startedMessage(['a@vpp.example', 'b@kho.example']);
  trap.refuseRecipient((address) => (address.startsWith('b@') ? '550 5.1.1 User unknown' : null));
  await run(place);
  const row = await server.context.db
    .selectFrom('outbox_recipients')
    .select(['state', 'code', 'reply'])
    .where('outbox_id', '=', place.outboxId)
    .where('address', '=', 'b@kho.example')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'failed', code: 550, reply: '550 5.1.1 User unknown' });
  expect(await outgoingState(place)).toBe('failed');
});

it('SD-17 takes a fault of our own for no try and for no answer of the other server', async () => {
  const { blobs, clock } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const open = async () => {
    throw new Error('connect ENOENT /data/pg/socket/.s.PGSQL.5432');
  };
  const broken = { ...server.context, blobs: { ...blobs, stat: blobs.stat.bind(blobs), open } };
  await deliverToDestination(broken, place, { signal: new AbortController().signal });
  const row = await server.context.db
    .selectFrom('outbox_recipients')
    .select(['state', 'attempts', 'code', 'reply', 'next_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', place.outboxId)
    .executeTakeFirstOrThrow();
  const next_at = Math.floor(clock.now() / 1000) + 60;
  expect(row).toEqual({ state: 'waiting', attempts: 0, code: null, reply: null, next_at });
  await server.clock.advance(61_000);
  await run(place);
  expect(trap.messages).toHaveLength(1);
  expect(await outgoingState(place)).toBe('sent');
});

it('defers, and says so, while the key that signs for the domain can not be read', async () => {
  const { clock, db } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const removeKey = await useDamagedKey();
  // What another server said before is not what it waits for now.
  await db
    .updateTable('outbox_recipients')
    .set({ code: 451, reply: '451 Greylisted' })
    .where('outbox_id', '=', place.outboxId)
    .execute();
  const log = vi.spyOn(server.context.log, 'error');
  onTestFinished(() => log.mockRestore());
  await run(place);
  const event = 'signing_key_unreadable';
  const about = { event, outbox: place.outboxId, domain: 'saomai.example', selector: 'hong' };
  expect(log.mock.calls.map(([fields]) => fields)).toEqual([about]);
  const row = await db
    .selectFrom('outbox_recipients')
    .select(['state', 'attempts', 'code', 'reply', 'next_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', place.outboxId)
    .executeTakeFirstOrThrow();
  const next_at = Math.floor(clock.now() / 1000) + 300;
  const reply = expect.stringMatching(UNSIGNED_REPLY);
  expect(row).toEqual({ state: 'waiting', attempts: 0, code: null, reply, next_at });
  await removeKey();
  await server.clock.advance(301_000);
  await run(place);
  expect(await outgoingState(place)).toBe('sent');
});

it('refuses a recipient at a domain that does not exist, even while the key that signs can not be read', async () => {
  const { outboundTransport } = server.context;
  const place = await startedMessage(['a@nowhere.example']);
  await useDamagedKey();
  const direct = { ...outboundTransport, relay: null, resolver: async () => [] };
  const log = vi.spyOn(server.context.log, 'error');
  onTestFinished(() => log.mockRestore());
  await deliverToDestination({ ...server.context, outboundTransport: direct }, place, {
    signal: new AbortController().signal,
  });
  expect(log.mock.calls).toEqual([]);
  expect(await states(place)).toEqual({ 'a@nowhere.example': 'failed' });
  expect(await repliesOf(place)).toEqual(['domain not found']);
});

it('traces as failed what is given up for a fault of our own', async () => {
  const { blobs, clock, db } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const first_tried_at = Math.floor(clock.now() / 1000) - 6 * DAY;
  await db
    .updateTable('outbox_recipients')
    .set({ first_tried_at })
    .where('outbox_id', '=', place.outboxId)
    .execute();
  const open = async () => {
    throw new Error('connect ENOENT');
  };
  const broken = { ...server.context, blobs: { ...blobs, stat: blobs.stat.bind(blobs), open } };
  await deliverToDestination(broken, place, { signal: new AbortController().signal });
  expect(await outgoingState(place)).toBe('failed');
  expect(await traced(place)).toEqual([{ event: 'failed', said: expect.stringContaining('five days') }]);
});

it('tries again what a process was only trying when it died', async () => {
  const place = await startedMessage(['a@vpp.example']);
  await leaseAttempts(place, Math.floor(server.clock.now() / 1000));
  await run(place);
  expect(trap.messages).toHaveLength(1);
  expect(await outgoingState(place)).toBe('sent');
});

/** As a process leaves it that died between the end of a message and the answer. */
async function diedTransmitting(place: Place): Promise<void> {
  const tries = await leaseAttempts(place, Math.floor(server.clock.now() / 1000));
  expect(await beginTransmission(place, tries)).toBe(true);
}

function unclearLines(logged: { mock: { calls: unknown[][] } }): unknown[] {
  return logged.mock.calls.flatMap(([line]) =>
    (line as { event?: string }).event === 'message_unclear' ? [line] : [],
  );
}

it.each(['send', 'reply'] as const)(
  'shows as unclear what a process was handing over when it died, and does not send it again: a %s',
  async (kind) => {
    const logged = vi.spyOn(server.context.log, 'warn');
    onTestFinished(() => logged.mockRestore());
    const place = await startedMessage(['a@vpp.example'], kind);
    await diedTransmitting(place);
    await run(place);
    expect(trap.messages).toEqual([]);
    expect(await states(place)).toEqual({ 'a@vpp.example': 'unclear' });
    expect(await outgoingState(place)).toBe('unclear');
    expect(await traced(place)).toEqual([{ event: 'unclear', said: expect.stringContaining('stopped') }]);
    expect(unclearLines(logged)).toMatchObject([{ outbox: place.outboxId, attempt: 1, again: false }]);
  },
);

it.each(['forward', 'notice'] as const)(
  'FW-7 transmits again what nobody could send again by hand, where a process died transmitting it: a %s',
  async (kind) => {
    const logged = vi.spyOn(server.context.log, 'warn');
    onTestFinished(() => logged.mockRestore());
    const place = await startedMessage(['a@vpp.example'], kind);
    await diedTransmitting(place);
    await run(place);
    expect(trap.messages.map(({ raw }) => withoutMark(raw))).toEqual([SOURCE]);
    expect(await outgoingState(place)).toBe('sent');
    expect((await traced(place)).map(({ event }) => event)).toEqual(['unclear', 'delivered']);
    expect(unclearLines(logged)).toMatchObject([{ outbox: place.outboxId, attempt: 1, again: true }]);
  },
);

it('FW-7 transmits a forward again that was taken without a word, and ends after four times', async () => {
  const logged = vi.spyOn(server.context.log, 'warn');
  onTestFinished(() => logged.mockRestore());
  const place = await startedMessage(['a@vpp.example'], 'forward');
  trap.hangUp('before-answer');
  for (const left of ['waiting', 'waiting', 'waiting', 'unclear']) {
    await run(place);
    expect(await states(place)).toEqual({ 'a@vpp.example': left });
    server.clock.pass(DAY * 1000);
  }
  trap.hangUp(null);
  await run(place);
  expect(trap.messages).toHaveLength(4);
  expect(await outgoingState(place)).toBe('unclear');
  expect((await traced(place)).map(({ event }) => event)).toEqual(Array(4).fill('unclear'));
  expect(unclearLines(logged)).toMatchObject([
    ...Array(3).fill({ again: true }),
    { again: false, outbox: place.outboxId },
  ]);
});

it('leaves unclear what the other server took without a word', async () => {
  const place = await startedMessage(['a@vpp.example']);
  trap.hangUp('before-answer');
  await run(place);
  trap.hangUp(null);
  server.clock.pass(DAY * 1000);
  await run(place);
  expect(trap.messages).toHaveLength(1);
  expect(await outgoingState(place)).toBe('unclear');
});

it('says that a message arrived when the answer is heard after others thought the try to be dead', async () => {
  const { clock } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const tries = await leaseAttempts(place, Math.floor(clock.now() / 1000));
  await beginTransmission(place, tries);
  await run(place);
  expect(await outgoingState(place)).toBe('unclear');
  await recordAttempt(place, tries[0] as Try, { state: 'delivered' });
  await finalizeSend(server.context, place);
  expect(await outgoingState(place)).toBe('sent');
});

it('has failed for whom it is put off where the answer is heard after the message ended', async () => {
  const { clock, db } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const now = Math.floor(clock.now() / 1000);
  const tries = await leaseAttempts(place, now);
  await beginTransmission(place, tries);
  await run(place);
  expect(await outgoingState(place)).toBe('unclear');
  const late = { state: 'waiting', code: 451, reply: '451 Later', at: now, next_at: now + 60 } as const;
  expect(await recordAttempt(place, tries[0] as Try, late)).toBe('failed');
  await finalizeSend(server.context, place);
  expect(await outgoingState(place)).toBe('failed');
  const { rows } =
    await sql`select from outbox_recipients where outbox_id = ${place.outboxId} and queued_at is not null`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

it('has only the latest try give the message away', async () => {
  const { clock } = server.context;
  const place = await startedMessage(['a@vpp.example', 'b@kho.example']);
  const now = Math.floor(clock.now() / 1000);
  const stalled = await leaseAttempts(place, now);
  const latest = await leaseAttempts(place, now);
  expect(await beginTransmission(place, stalled)).toBe(false);
  expect(await beginTransmission(place, latest)).toBe(true);
  await recordAttempt(place, stalled[0] as Try, { state: 'failed' });
  expect(await states(place)).toEqual({ 'a@vpp.example': 'handing_over', 'b@kho.example': 'handing_over' });
});

it('gives the message to all recipients of a try or to none', async () => {
  const { clock } = server.context;
  const place = await startedMessage(['a@vpp.example', 'b@kho.example']);
  const tries = await leaseAttempts(place, Math.floor(clock.now() / 1000));
  await recordAttempt(place, tries[0] as Try, { state: 'failed' });
  expect(await beginTransmission(place, tries)).toBe(false);
  expect(await states(place)).toEqual({ 'a@vpp.example': 'failed', 'b@kho.example': 'trying' });
});

it('puts off without an attempt while the other server is left alone, says so, and fails after five days', async () => {
  const { db, clock } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const began = Math.floor(clock.now() / 1000);
  const silent = { address: '127.0.0.1', failures: 1, open_at: began + 600, probe_until: null };
  await db.insertInto('silent_hosts').values(silent).execute();
  const log = vi.spyOn(server.context.log, 'warn');
  const read = () =>
    db
      .selectFrom('outbox_recipients')
      .select(['state', 'attempts', 'next_at', 'reply'])
      .where('mailbox_id', '=', mailboxId)
      .where('outbox_id', '=', place.outboxId)
      .executeTakeFirstOrThrow();
  await run(place);
  const reply = '127.0.0.1 has not answered, and is left alone for a while';
  expect(await read()).toEqual({ state: 'waiting', attempts: 0, next_at: began + 600, reply });
  const jobs = await sql<{ key: string; shares: string[] }>`
    select key, array(select jsonb_object_keys(flags) order by 1) as shares from graphile_worker._private_jobs
    where key like ${`elsewhere ${place.outboxId}%`} and run_at = to_timestamp(${began + 600})`.execute(db);
  expect(jobs.rows.map(({ shares }) => shares)).toEqual([[`from ${mailboxId}`, 'to relay']]);
  server.clock.pass(5 * DAY * 1000);
  await db
    .updateTable('silent_hosts')
    .set({ open_at: began + 6 * DAY })
    .execute();
  await run(place);
  expect(await read()).toMatchObject({ state: 'failed', attempts: 0, next_at: null, reply });
  expect(await outgoingState(place)).toBe('failed');
  expect(await traced(place)).toEqual([
    { event: 'deferred', said: reply },
    { event: 'failed', said: reply },
  ]);
  expect(log.mock.calls.flatMap(([fields]) => (fields as unknown as { event: string }).event)).toEqual([
    'message_deferred',
    'message_failed',
  ]);
  log.mockRestore();
  await db.deleteFrom('silent_hosts').execute();
  expect(trap.messages).toEqual([]);
});

it('does not give up what an administrator has held meanwhile', async () => {
  const { db, clock } = server.context;
  const place = await startedMessage(['a@vpp.example']);
  const now = Math.floor(clock.now() / 1000);
  await db
    .updateTable('outbox_recipients')
    .set({ first_tried_at: now - 6 * DAY })
    .where('outbox_id', '=', place.outboxId)
    .execute();
  const silent = { address: '127.0.0.1', failures: 1, open_at: now + 600, probe_until: null };
  await db.insertInto('silent_hosts').values(silent).execute();
  const hold = { at: now, actor: 'Quản trị', reason: '' };
  await inTransaction(db, (tx) => holdSender(tx, mailboxId, hold));
  await run(place);
  expect(await states(place)).toEqual({ 'a@vpp.example': 'held' });
  await inTransaction(db, (tx) => endHoldOfSender(tx, mailboxId, now));
  await db.deleteFrom('silent_hosts').execute();
});

async function traced({ outboxId }: Place): Promise<{ event: string; said: string }[]> {
  const { rows } = await sql<{
    event: string;
    said: string;
  }>`select event, said from mail_trace where ref = ${outboxId} order by at, ctid`.execute(server.context.db);
  return rows;
}
