import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { PARKED_SECONDS } from '../../platform/backups/parked-seconds.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { TrappedMessage } from '../../test-kit/smtp-trap.ts';
import { startWithTrap, type TrappedServer } from '../../test-kit/start-with-trap.ts';
import { sendOwed } from './send-owed.ts';

const at = (clock: string) => ({ day: '2026-11-24', clock, zone: 'Asia/Ho_Chi_Minh' });
const GUESTS = ['binh@doitac.example', 'hung@khach.example'];

let trapped: TrappedServer;
let an: NewPerson;

beforeAll(async () => {
  trapped = await startWithTrap();
  an = await newPerson(trapped.server);
});
afterAll(() => trapped.close());

async function ask(title: string) {
  const guests = GUESTS.map((email) => ({ name: '', email }));
  const fields = { title, place: 'Phòng 3', start: at('09:00'), end: at('10:30'), guests };
  return (await an.client.createEvent({ body: { fields } })).data;
}

const pass = () => trapped.server.clock.pass(60_000);
const work = () => runJobsUntilIdle(trapped.server.context);
const about = (words: string) => trapped.trap.messages.filter(({ raw }) => bodyOf(raw).includes(words));

/** All parts, decoded. */
function bodyOf(raw: Buffer): string {
  return raw
    .toString()
    .split(/\r\n--[^\r\n]+\r\n/)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const text = body.join('\r\n\r\n');
      if (/^content-transfer-encoding: base64/im.test(head))
        return `${head}\n${Buffer.from(text, 'base64').toString()}`;
      const joined = text.replaceAll(/=\r\n/g, '');
      const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      return `${head}\n${Buffer.from(bytes, 'latin1').toString()}`;
    })
    .join('\n');
}

test('CL-86 an invitation says in words when it is and in which zone, and has its METHOD and a file with a name', async () => {
  await ask('Họp chốt giá');
  pass();
  await work();
  const [message] = about('Họp chốt giá') as [TrappedMessage];
  expect(message.to.toSorted()).toEqual(GUESTS);
  const text = bodyOf(message.raw);
  expect(text).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  expect(text).toMatch(/Content-Type: application\/ics; name="?invite\.ics/i);
  expect(text).toMatch(/Thời gian: .*24 tháng 11, 2026, 09:00 – 10:30 \(Asia\/Ho_Chi_Minh, GMT\+7\)/);
  expect(text).toContain('Địa điểm: Phòng 3');
  expect(text).toMatch(/BEGIN:VTIMEZONE\r?\nTZID:Asia\/Ho_Chi_Minh/);
});

test('CL-90 a job that ends before it is settled sends nothing again, and what changed meanwhile is told after it', async () => {
  const { context } = trapped.server;
  const { id } = await ask('Họp giao ban');
  const job = { mailboxId: an.mailbox, objectId: id };
  pass();
  const owed = await readOwed(context.db, an.mailbox, id);
  if (!owed) throw new Error('an invitation is owed');
  await sendOwed(context, job);
  // As it was when the program was killed: what is told was set down, and nothing settled.
  const whole = await context.db
    .selectFrom('calendar_sources')
    .select('source')
    .where('mailbox_id', '=', an.mailbox)
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('calendar_owed')
    .values({ ...owed, mailbox_id: an.mailbox, taken: whole.source })
    .execute();
  await an.client.changeEvent({ params: { id }, body: { fields: { title: 'Họp giao ban tuần' } } });
  await sendOwed(context, job);
  await sendOwed(context, job);
  await work();
  expect(about('SUMMARY:Họp giao ban\r\n')).toHaveLength(1);
  pass();
  await work();
  expect(about('SUMMARY:Họp giao ban tuần')).toHaveLength(1);
  expect(await readOwed(context.db, an.mailbox, id)).toBeUndefined();
});

test('CL-290 what a restored backup was telling, and what was changed in it before, is unclear; what is changed later is told', async () => {
  const { context } = trapped.server;
  const { id } = await ask('Họp khôi phục');
  pass();
  const { source } = await context.db
    .selectFrom('calendar_sources')
    .select('source')
    .where('mailbox_id', '=', an.mailbox)
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow();
  await context.db
    .updateTable('calendar_owed')
    .set({ taken: source, due_at: sql`due_at + ${PARKED_SECONDS}::bigint` })
    .where('mailbox_id', '=', an.mailbox)
    .where('object_id', '=', id)
    .execute();
  await an.client.changeEvent({ params: { id }, body: { fields: { title: 'Họp khôi phục, dời' } } });
  pass();
  await work();
  expect(about('Họp khôi phục')).toEqual([]);
  expect(await readOwed(context.db, an.mailbox, id)).toBeUndefined();
  const unclear = await context.db
    .selectFrom('outbox')
    .select('state')
    .where('mailbox_id', '=', an.mailbox)
    .where('state', '=', 'unclear')
    .execute();
  expect(unclear).toHaveLength(2);
  await an.client.changeEvent({ params: { id }, body: { fields: { title: 'Họp khôi phục, mới' } } });
  pass();
  await work();
  expect(about('SUMMARY:Họp khôi phục')).toHaveLength(1);
});

test('CL-90 what was handed over without an answer goes again, as the same message', async () => {
  const { trap, server } = trapped;
  await ask('Họp nghiệm thu');
  pass();
  trap.hangUp('before-answer');
  await work();
  trap.hangUp(null);
  server.clock.pass(24 * 3_600_000);
  await work();
  const all = about('SUMMARY:Họp nghiệm thu');
  expect(all).toHaveLength(2);
  expect(new Set(all.map(({ raw }) => /^Message-ID: .*$/im.exec(raw.toString())?.[0])).size).toBe(1);
});

test('CL-86 a message says which one of a series has changed, and what of it is apart from the rest', async () => {
  const guests = [{ name: '', email: 'binh@doitac.example' }];
  const fields = {
    title: 'Giao ban',
    start: at('09:00'),
    end: at('10:00'),
    rule: 'FREQ=WEEKLY;COUNT=5',
    guests,
  };
  const { id } = (await an.client.createEvent({ body: { fields } })).data;
  const told = async () => {
    trapped.trap.messages.length = 0;
    pass();
    await work();
    return trapped.trap.messages.map(({ raw }) => bodyOf(raw)).join('\n');
  };
  await told();
  const params = { id };
  const second = { ...at('15:00'), day: '2026-12-01' };
  const moved = { start: second, end: { ...second, clock: '16:00' } };
  const body = { scope: 'one' as const, original: '20261201T020000Z', fields: moved };
  await an.client.changeEvent({ params, body });
  const one = await told();
  expect(one).toMatch(/Thời gian: .*1 tháng 12, 2026, 15:00 – 16:00/);
  expect(one).toMatch(/Buổi đã thay đổi: .*1 tháng 12, 2026/);
  expect(one).not.toContain('Cuộc hẹn này lặp lại.');
  await an.client.dropOccurrences({ params, body: { scope: 'one', original: '20261208T020000Z' } });
  const dropped = await told();
  expect(dropped).toContain('Cuộc hẹn này lặp lại.');
  expect(dropped).toMatch(/1 tháng 12, 2026: chuyển sang .*15:00/);
  expect(dropped).toMatch(/Không họp: .*8 tháng 12, 2026/);
});

test('CL-80 what an organiser notes for themselves is told to nobody', async () => {
  const { id } = await ask('Họp kín');
  pass();
  await work();
  trapped.trap.messages.length = 0;
  await an.client.changeEvent({ params: { id }, body: { fields: { is_busy: false, is_private: true } } });
  pass();
  await work();
  expect(trapped.trap.messages).toEqual([]);
});

test('CL-261 a guest whom the invitation did not reach is told apart from who has not answered, until it is delivered', async () => {
  const [gone = '', there = ''] = GUESTS;
  trapped.trap.refuseRecipient((address) => (address === gone ? '550 5.1.1 No such user' : null));
  const { id } = await ask('Họp không tới');
  const seen = async () => {
    const { attendees } = (await an.client.getEvent({ params: { id }, query: {} })).data;
    return Object.fromEntries(attendees.map((one) => [one.email, one.is_undelivered ?? false]));
  };
  expect(await seen()).toEqual({ [gone]: false, [there]: false });
  pass();
  await work();
  expect(await seen()).toEqual({ [gone]: true, [there]: false });
  trapped.trap.refuseRecipient(() => null);
  const moved = { start: at('14:00'), end: at('15:00') };
  await an.client.changeEvent({ params: { id }, body: { fields: moved } });
  pass();
  await work();
  expect(await seen()).toEqual({ [gone]: false, [there]: false });
});
