import type { Traced } from '@bocau/contract/admin-mail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trace } from '../../admin/trace.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { pruneOldTrace } from '../../mail/trace/prune-trace.ts';
import { insertTrace, slotOf } from '../../mail/trace/trace.store.ts';
import { createTraceBuffer } from '../../mail/trace/trace-buffer.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startWithTrap, type TrappedServer } from '../../test-kit/start-with-trap.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { readTracePage } from './read-trace.ts';

const DAY_MS = 24 * 3_600_000;

let world: TrappedServer;
let person: NewPerson;

beforeAll(async () => {
  world = await startWithTrap();
  person = await newPerson(world.server);
});
afterAll(() => world.close());

async function printed(...args: string[]): Promise<string> {
  let said = '';
  await trace.run({
    context: world.server.context,
    args,
    out: { write: (text: string) => (said += text) },
    err: { write: () => undefined },
  } as unknown as Parameters<typeof trace.run>[0]);
  return said;
}

/** Refusals are written a second later, in a background transaction. */
async function refusalsAreWritten(count: number, ...args: string[]): Promise<void> {
  await world.server.clock.advance(2_000);
  await expect.poll(() => traced(...args)).toHaveLength(count);
}

const traced = async (...args: string[]): Promise<Traced[]> => JSON.parse(await printed(...args, '--json'));

async function bring(to: string[], headers: string): Promise<void> {
  const port = world.server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const raw = Buffer.from(`From: Khach <khach@away.example>\r\n${headers}\r\n\r\nRat rieng tu.\r\n`);
  await client.send({ from: 'Khach@away.example', to, raw });
  await client.end();
}

test('mail that comes in is traced to its folder, and what is refused with the reason', async () => {
  await bring(
    [person.email, 'khong.co@saomai.example'],
    'Subject: Bi mat 1\r\nMessage-ID: <mot@away.example>',
  );
  await refusalsAreWritten(1, '--to', 'Khong.Co@saomai.example');
  expect(await traced('--message-id', '<mot@away.example>')).toEqual([
    expect.objectContaining({
      event: 'received',
      sender: 'khach@away.example',
      recipient: person.email,
      client: expect.stringMatching(/^lmtp .*127\.0\.0\.1$/),
      folder: 'INBOX',
    }),
  ]);
  expect(await traced('--to', 'Khong.Co@saomai.example')).toEqual([
    expect.objectContaining({ event: 'refused', sender: 'khach@away.example', code: 550, message_id: null }),
  ]);
  expect(await traced('--from', 'khach@away.example')).toHaveLength(2);
});

test('a terminal obeys nothing that a stranger has written into a message', async () => {
  await bring([person.email], 'Subject: Xoa\r\nMessage-ID: <\x1b[2Jhai@away.example>');
  expect(await printed('--message-id', '\x1b[2Jhai@away.example')).toMatch(
    /^[^\p{Cc}]*received[^\p{Cc}]*< \[2Jhai@away\.example>[^\p{Cc}]*\n$/u,
  );
});

test('a mail program that signed in and is refused is traced with the reason, and so is a command at the door', async () => {
  const { server } = world;
  const sender = await newPerson(server);
  const stranger = `khac.${sender.email}`;
  const host = '127.0.0.1';
  const program = await connectMail({
    host,
    port: server.running.submissionPort as number,
    protocol: 'smtp',
  });
  const plain = Buffer.from(`\0${sender.email}\0${lanAnh.password}`).toString('base64');
  await program.command(`AUTH PLAIN ${plain}`);
  expect(await program.command(`MAIL FROM:<${stranger}>`)).toMatchObject({ code: 550 });
  await program.command(`MAIL FROM:<${sender.email}>`);
  expect(await program.command('RCPT TO:<khong.co@saomai.example>')).toMatchObject({ code: 550 });
  await program.command(`RCPT TO:<${person.email}>`);
  await program.command('DATA');
  expect(await program.command('Subject: Khong co From\r\n\r\nNoi dung\r\n.')).toMatchObject({ code: 554 });
  program.end();
  const port = server.running.smtpPort as number;
  const door = await connectMail({ host, port, protocol: 'smtp' });
  const tooLarge = await door.command('MAIL FROM:<lon@away.example> SIZE=999999999');
  expect(tooLarge.code).toBe(552);
  expect((await door.command('MAIL FROM:<khong\0@away.example>')).code).toBeGreaterThanOrEqual(500);
  door.end();
  await refusalsAreWritten(2, '--from', sender.email);
  const [refused, ...none] = await traced('--from', stranger);
  expect(none).toEqual([]);
  const client = 'submission 127.0.0.1';
  expect(refused).toMatchObject({ event: 'refused', client, recipient: null, code: 550 });
  expect(await traced('--from', sender.email)).toEqual([
    expect.objectContaining({ event: 'refused', recipient: 'khong.co@saomai.example', code: 550 }),
    expect.objectContaining({ event: 'refused', recipient: person.email, code: 554, client }),
  ]);
  await refusalsAreWritten(1, '--from', 'lon@away.example');
  expect(await traced('--from', 'lon@away.example')).toEqual([
    expect.objectContaining({ event: 'refused', code: 552, client: 'smtp 127.0.0.1' }),
  ]);
});

test('what a stranger writes with a NUL loses no other refusal', async () => {
  const { server } = world;
  const refused = { at: Math.floor(server.clock.now() / 1000), event: 'refused' as const };
  await inTransaction(server.context.db, (tx) =>
    insertTrace(tx, [
      { ...refused, sender: 'a\0b@nul.example', said: '550\0' },
      { ...refused, sender: 'c@nul.example' },
    ]),
  );
  expect(await traced('--from', 'ab@nul.example')).toMatchObject([{ said: '550' }]);
  expect(await traced('--from', 'c@nul.example')).toHaveLength(1);
});

test('whoever guesses addresses fills no trace, and over LMTP nobody shares the bound of another', async () => {
  const trace = createTraceBuffer(world.server.context);
  const refusal = { recipient: null, address: '192.0.2.7', code: 550, said: '' };
  for (let each = 0; each < 70; each += 1) {
    for (const protocol of ['smtp', 'lmtp'])
      trace.refused({ ...refusal, protocol, sender: `${protocol}@nhieu.example` });
  }
  await trace.close();
  const counted = await sql<{ sender: string; count: number }>`
    select sender, count(*)::integer as count from mail_trace where sender like '%@nhieu.example'
    group by sender order by sender`.execute(world.server.context.db);
  expect(counted.rows.map(({ count }) => count)).toEqual([70, 60]);
});

test('mail without a Message-ID is the same for an hour from its arrival, whatever the clock shows', async () => {
  const { server } = world;
  const near = 3_600_000 - (server.clock.now() % 3_600_000);
  server.clock.pass(near - 60_000);
  const reader = await newPerson(server);
  await bring([reader.email], 'Subject: Bao cao');
  for (const minutes of [2, 57, 2, 59]) {
    server.clock.pass(minutes * 60_000);
    await bring([reader.email], 'Subject: Bao cao');
  }
  const events = (await traced('--to', reader.email)).map(({ event }) => event);
  expect(events).toEqual(['received', 'repeated', 'repeated', 'received', 'repeated']);
});

test('a message that leaves is traced through each attempt, with the other server’s words', async () => {
  const { server, trap } = world;
  trap.refuseRecipient((to) => (to.startsWith('cho') ? '451 4.7.1 Greylisted' : null));
  const colleague = await newPerson(server);
  const { id } = await writeDraft(person, ['cho@away.example', colleague.email], { subject: 'Bi mat 2' });
  await person.client.sendMail({ body: { msg_id: id } });
  await server.clock.advance(60_000);
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  await server.clock.advance(3_600_000);
  await runJobsUntilIdle(server.context);
  const [accepted] = await traced('--from', person.email);
  expect(accepted).toMatchObject({ event: 'accepted', said: 'send', recipient: null });
  const all = await traced('--message-id', accepted?.message_id ?? '');
  const of = (recipient: string) => all.filter((one) => one.recipient === recipient);
  expect(of(colleague.email)).toEqual([expect.objectContaining({ event: 'received', client: 'local' })]);
  expect(of('cho@away.example').map(({ event }) => event)).toEqual(
    expect.arrayContaining(['deferred', 'delivered']),
  );
  expect(of('cho@away.example')[0]).toMatchObject({ code: 451, said: expect.stringContaining('Greylisted') });
  const rows = await sql<{ row: string }>`select t::text as row from mail_trace t`.execute(server.context.db);
  expect(rows.rows.filter(({ row }) => /bi mat|rieng tu/i.test(row))).toEqual([]);
});

test('comes in pages that leave out nothing and repeat nothing, however much happened in one second', async () => {
  const { server } = world;
  const { db, clock } = server.context;
  const at = Math.floor(clock.now() / 1000);
  const long = `${'x'.repeat(300)}@away.example`;
  const of = (recipient: string, seconds: number) => ({
    at: at - seconds,
    event: 'received' as const,
    message_id: long,
    recipient,
  });
  const ages = [...Array.from({ length: 5 }, () => 10), 3_000, 40_000, 40_000, 3 * 86_400];
  await inTransaction(db, (tx) =>
    insertTrace(
      tx,
      ages.map((age, place) => of(`nguoi.${place}@saomai.example`, age)),
    ),
  );
  const found: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await readTracePage(server.context, { message: `<${long}>`, limit: 2, cursor });
    found.push(...page.events.map(({ recipient }) => recipient));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(found).toEqual([4, 3, 2, 1, 0, 5, 7, 6, 8].map((place) => `nguoi.${place}@saomai.example`));
  expect(await traced('--message-id', long, '--limit', '3')).toHaveLength(3);
});

test('a delivery costs at most 300 bytes of log, and a day goes with its partition after thirty', async () => {
  const { server } = world;
  const { db, clock } = server.context;
  const at = Math.floor(clock.now() / 1000);
  const deliveries = Array.from({ length: 100 }, (_, index) => ({
    at,
    event: 'received' as const,
    message_id: `CAF=hXk2o6rDsVq9qz8Zb1mXc+${index}@mail.gmail.example`,
    sender: 'phuong.nguyen@khachhang.example',
    recipient: person.email,
    client: 'smtp 203.0.113.25',
    ref: '019aa0e2-7f2c-7abc-8def-0123456789ab',
    folder: 'INBOX',
  }));
  await inTransaction(db, (tx) => insertTrace(tx, deliveries));
  let bytes = 0;
  for (const { message_id, sender, recipient, client, ref } of deliveries) {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'WAL Bytes': number } }] }>`
      explain (analyze, wal, format json)
      insert into mail_trace (slot, at, event, message_id, sender, recipient, client, ref, folder)
      values (${slotOf(at)}, ${at}, 'received', ${message_id}, ${sender}, ${recipient}, ${client}, ${ref}, 'INBOX')`.execute(
      db,
    );
    bytes += rows[0]?.['QUERY PLAN'][0].Plan['WAL Bytes'] ?? Number.NaN;
  }
  const each = bytes / deliveries.length;
  expect(each).toBeLessThanOrEqual(300);
  expect(await traced('--message-id', deliveries[7]?.message_id ?? '')).toHaveLength(2);

  server.clock.pass(31 * DAY_MS);
  await pruneOldTrace(server.context, new AbortController().signal);
  await bring([person.email], 'Subject: Moi\r\nMessage-ID: <moi@away.example>');
  const left = await sql<{ message_id: string }>`select message_id from mail_trace`.execute(db);
  expect(left.rows).toEqual([{ message_id: 'moi@away.example' }]);
});
