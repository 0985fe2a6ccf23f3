import type { Message, PeriodicRule } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { requeuePeriodicTask } from './periodic.jobs.ts';
import { sendOccurrence } from './send-occurrence.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
});

const HOUR = 3600;
const DAY = 24 * HOUR;
const HANOI_OFFSET = 7 * HOUR;

const seconds = () => Math.floor(server.clock.now() / 1000);
const advance = (by: number) => server.clock.advance(by * 1000);
const work = () => runJobsUntilIdle(server.context);

/** Today in Hanoi, or this many days later. */
function day(later = 0): string {
  return new Date((seconds() + HANOI_OFFSET + later * DAY) * 1000).toISOString().slice(0, 10);
}

/** Daily at eight, from tomorrow on. */
function daily(given: Partial<PeriodicRule> = {}): PeriodicRule {
  return { period: { by_days: 1 }, time_send: '08:00', start_day: day(1), ...given };
}

async function begin(draft: Message, rule: PeriodicRule): Promise<Message> {
  return (await an.client.sendPeriodically({ body: { msg_id: draft.id, ...rule } })).data;
}

const change = (id: string, action: 'pause' | 'resume' | 'skip_next') =>
  an.client.changePeriodic({ params: { id }, body: { action } });

it('PE-7 lists the message in webmail_period with its next dates', async () => {
  const draft = await writeDraft(an, [binh.email]);
  const message = await begin(draft, daily());
  const first = Date.parse(`${day(1)}T08:00:00+07:00`) / 1000;
  expect(message).toMatchObject({
    id: draft.id,
    folder: 'webmail_period',
    is_draft: false,
    periodic: true,
    received_at: first,
    period: {
      state: 'active',
      time_zone: 'Asia/Ho_Chi_Minh',
      sent_count: 0,
      next_dates: [0, 1, 2, 3, 4].map((later) => first + later * DAY),
    },
  });
  expect(await mailIn(an, 'Drafts')).toEqual([]);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('PE-6 sends one copy at each date, each a message of its own in Sent', async () => {
  const message = await begin(await writeDraft(an, [binh.email]), daily());
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  await advance(2 * DAY);
  await work();
  await advance(DAY);
  await work();
  const sent = await mailIn(an, 'Sent');
  const came = await mailIn(binh, 'INBOX');
  expect(sent).toHaveLength(2);
  expect(came.map((one) => one.message_id_header).sort()).toEqual(
    sent.map((one) => one.message_id_header).sort(),
  );
  expect(new Set(sent.map((one) => one.message_id_header)).size).toBe(2);
  expect(sent[0]).toMatchObject({ body: '<p>Xin chào</p>', sending: { kind: 'period', state: 'sent' } });
  expect(await readMail(an, message.id)).toMatchObject({
    folder: 'webmail_period',
    period: { sent_count: 2 },
  });
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('PE-6 sends once on return when several dates passed meanwhile', async () => {
  const message = await begin(await writeDraft(an, [binh.email]), daily());
  await advance(5 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  const { period } = await readMail(an, message.id);
  expect(period?.next_dates[0]).toBeGreaterThan(seconds());
  expect(period?.sent_count).toBe(1);
});

it('PE-6 sends once when its job runs in two processes at the same time', async () => {
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  await advance(2 * DAY);
  const key = { mailboxId: an.mailbox, messageId: id };
  const send = () => sendOccurrence(server.context, key, { lastAttempt: false });
  await Promise.all([send(), send(), send()]);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
});

it('PE-5 ends after so many sends', async () => {
  const message = await begin(await writeDraft(an, [binh.email]), daily({ end_after: 2 }));
  for (let count = 0; count < 4; count += 1) {
    await advance(DAY);
    await work();
  }
  expect(await mailIn(binh, 'INBOX')).toHaveLength(2);
  expect((await readMail(an, message.id)).period).toMatchObject({
    state: 'ended',
    next_dates: [],
    sent_count: 2,
  });
});

it('TL-5 PE-7 many are cancelled at once, those that are picked or all', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await begin(await writeDraft(an, [binh.email]), daily())).id);
  const cancel = async (message_ids?: string[]) =>
    (await an.client.cancelPeriodics({ body: message_ids ? { message_ids } : {} })).data;
  const refusal = await refusalOf(binh.client.cancelPeriodics({ body: { message_ids: ids } }));
  expect(refusal.code).toBe('message_not_found');
  expect(await cancel(ids.slice(0, 1))).toEqual({ ended: 1, more: false });
  expect(await cancel()).toEqual({ ended: 2, more: false });
  expect(await mailIn(an, 'Drafts')).toHaveLength(3);
  await advance(2 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('PE-7 a cancelled one is a draft again, and nothing is sent any more', async () => {
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  const { data } = await an.client.cancelPeriodic({ params: { id } });
  expect(data).toMatchObject({ id, folder: 'Drafts', is_draft: true, periodic: false, period: null });
  await advance(3 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect((await refusalOf(an.client.cancelPeriodic({ params: { id } }))).code).toBe('not_periodic');
});

it('can be paused, and leaves out what fell due meanwhile', async () => {
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  expect((await change(id, 'pause')).data.period?.state).toBe('paused');
  await advance(3 * DAY);
  await work();
  expect((await change(id, 'resume')).data.period).toMatchObject({ state: 'active', sent_count: 0 });
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  await advance(DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
});

it('can leave out the next date', async () => {
  const { id, period } = await begin(await writeDraft(an, [binh.email]), daily());
  const { data } = await change(id, 'skip_next');
  expect(data.period?.next_dates[0]).toBe(period?.next_dates[1]);
  await advance(DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
});

it('takes another rule', async () => {
  const draft = await writeDraft(an, [binh.email]);
  await begin(draft, daily());
  const weekly = await begin(draft, daily({ period: { by_week: { every_x_weeks: 1, weekdays: [0] } } }));
  const [first = 0, second = 0] = weekly.period?.next_dates ?? [];
  expect(second - first).toBe(7 * DAY);
});

it('pauses when its sender may not send any more', async () => {
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  await server.context.db
    .updateTable('mailboxes')
    .set({ enable_smtp: false })
    .where('id', '=', an.mailbox)
    .execute();
  await advance(2 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect((await readMail(an, id)).period?.state).toBe('paused');
});

it('ends when it lies in Trash at its date, and is a draft there', async () => {
  const { id, thread_id } = await begin(await writeDraft(an, [binh.email]), daily());
  await an.client.deleteThreads({ body: { ids: [thread_id] } });
  await advance(2 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect(await readMail(an, id)).toMatchObject({ folder: 'Trash', is_draft: true, periodic: false });
  await an.client.restoreThreads({ body: { ids: [thread_id] } });
  expect(await readMail(an, id)).toMatchObject({ folder: 'Drafts' });
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('sends nothing of one that was removed for good', async () => {
  const { id, thread_id, folder_id } = await begin(await writeDraft(an, [binh.email]), daily());
  await an.client.deleteThreads({ body: { ids: [thread_id], folder_id } });
  await an.client.emptyTrash({});
  await advance(2 * DAY);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect((await refusalOf(readMail(an, id))).code).toBe('message_not_found');
});

it('PE-6 SC-7 is taken up again where its job is lost, and only then', async () => {
  const { db } = server.context;
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  const jobs = async () => {
    const { rows } = await sql<{ id: string }>`
      select id::text from graphile_worker.jobs where key = ${`periodic ${id}`}`.execute(db);
    return rows;
  };
  const loseJob = () =>
    sql`delete from graphile_worker._private_jobs where key = ${`periodic ${id}`}`.execute(db);
  const look = async () => {
    await inTransaction(db, (tx) => addJob(tx, requeuePeriodicTask, {}));
    await work();
  };
  await loseJob();
  await look();
  expect(await jobs()).toEqual([]);
  await advance(2 * DAY);
  await look();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  const planned = await jobs();
  expect(planned).toHaveLength(1);
  await look();
  expect(await jobs()).toEqual(planned);
  await change(id, 'pause');
  await advance(2 * DAY);
  await look();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
});

it('waits where the mailbox has sent too much, and pauses what could never go', async () => {
  const { sending } = server.context.config;
  const { id } = await begin(await writeDraft(an, [binh.email]), daily());
  const deps = {
    ...server.context,
    config: { ...server.context.config, sending: { ...sending, perHour: 1 } },
  };
  const occur = () => sendOccurrence(deps, { mailboxId: an.mailbox, messageId: id }, { lastAttempt: false });
  await advance(2 * DAY);
  await an.client.sendMail({ body: { msg_id: (await writeDraft(an, [an.email])).id } });
  await occur();
  expect((await readMail(an, id)).period).toMatchObject({ state: 'active', sent_count: 0 });
  await advance(HOUR + 1);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  const many = await begin(await writeDraft(an, [binh.email, an.email]), daily());
  await advance(2 * DAY);
  await sendOccurrence(deps, { mailboxId: an.mailbox, messageId: many.id }, { lastAttempt: false });
  expect((await readMail(an, many.id)).period).toMatchObject({ state: 'paused', sent_count: 0 });
});

it('pauses when its copy can not be made, however often it is tried', async () => {
  const form = new FormData();
  form.append('file', new Blob(['xin chào']), 'a.txt');
  const { data: files } = await an.client.uploadFile({ form });
  const draft = await writeDraft(an, [binh.email], { files: files.map((file) => file.id) });
  const { id } = await begin(draft, daily());
  await sql`update attachments set blob = decode(${'ab'.repeat(32)}, 'hex') where message_id = ${id}`.execute(
    server.context.db,
  );
  await advance(2 * DAY);
  const key = { mailboxId: an.mailbox, messageId: id };
  await expect(sendOccurrence(server.context, key, { lastAttempt: false })).rejects.toThrow();
  expect((await readMail(an, id)).period?.state).toBe('active');
  await sendOccurrence(server.context, key, { lastAttempt: true });
  expect((await readMail(an, id)).period?.state).toBe('paused');
});

it.each([
  ['PE-4 a start that has passed', () => daily({ start_day: day(-1) }), 'time_in_past'],
  ['PE-5 an end before the start', () => daily({ start_day: day(5), end_day: day(2) }), 'no_dates'],
  ['a day that no calendar has', () => daily({ start_day: '2027-02-30' }), 'invalid_input'],
  ['PE-2 a month by two days', () => monthly({ day: 1, weekday_of_month: [1, 0] }), 'invalid_input'],
  ['PE-2 a month by none', () => monthly({}), 'invalid_input'],
  ['PE-1 no time', () => ({ ...daily(), time_send: '' }), 'invalid_input'],
])('refuses %s', async (_, rule, code) => {
  const draft = await writeDraft(an, [binh.email]);
  expect((await refusalOf(begin(draft, rule() as PeriodicRule))).code).toBe(code);
  expect((await readMail(an, draft.id)).folder).toBe('Drafts');
});

function monthly(which: object): unknown {
  return { ...daily(), period: { by_month: { every_x_month: 1, ...which } } };
}

it('SD-3 refuses a draft that could not be sent', async () => {
  const draft = await writeDraft(an, ['không phải địa chỉ']);
  expect((await refusalOf(begin(draft, daily()))).code).toBe('no_recipient');
});

it('shows the next dates before anything is saved', async () => {
  const { data } = await an.client.previewPeriodic({ body: daily({ end_after: 3 }) });
  expect(data.time_zone).toBe('Asia/Ho_Chi_Minh');
  expect(data.next_dates).toHaveLength(3);
  expect(data.last_date).toBe(data.next_dates.at(-1));
  const long = await an.client.previewPeriodic({ body: daily({ end_after: 9 }) });
  expect(long.data.last_date).toBe((long.data.next_dates[0] as number) + 8 * 86_400);
  expect((await an.client.previewPeriodic({ body: daily() })).data.last_date).toBeNull();
});
