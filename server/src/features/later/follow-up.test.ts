import type { DraftInput } from '@bocau/contract/drafts.ts';
import { listLabels } from '@bocau/contract/labels.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { reminderOf } from '../../mail/outbox/follow-up-sent.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { returnOverdueTask } from './later.jobs.ts';
import { returnSnoozed } from './return-snoozed.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  binh = await newPerson(server);
  return async () => {
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
    expect(await recount(server.context.db, binh.mailbox)).toEqual([]);
  };
});

const HOUR = 3600;
const DAY = 24 * HOUR;

const seconds = () => Math.floor(server.clock.now() / 1000);
const pass = (by: number) => server.clock.pass(by * 1000);
const work = () => runJobsUntilIdle(server.context);

const list = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
const idsIn = async (name: string) => (await list(name)).map(({ id }) => id);
const listWaiting = async () => (await an.client.listThreads({ query: { label: WAITING } })).data;
const waitingIds = async () => (await listWaiting()).map(({ id }) => id);

type Sent = { id: string; thread: string; messageId: string };

async function send(given: DraftInput = {}, to = [binh.email]): Promise<Sent> {
  pass(1);
  const draft = await writeDraft(an, to, { subject: `Báo giá ${seconds()}`, ...given });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await work();
  const { thread_id: thread, message_id_header } = await readMail(an, draft.id);
  return { id: draft.id, thread, messageId: message_id_header as string };
}

async function follow(ids: string[], at: number) {
  return (await an.client.followUpThreads({ body: { ids, at } })).data.changed;
}

const end = async (ids: string[]) => (await an.client.endFollowUps({ body: { ids } })).data.changed;

/** Mail that arrives for an. */
async function deliver(
  { messageId }: Sent,
  headers: Record<string, string> = {},
  sender?: string,
): Promise<void> {
  pass(1);
  const { lmtpPort } = server.running;
  const client = await connectMail({ host: '127.0.0.1', port: lmtpPort as number, protocol: 'lmtp' });
  const all = {
    From: `Binh <${binh.email}>`,
    To: an.email,
    Subject: 'Re: Báo giá',
    'Message-ID': `<${seconds()}@minhphat.example>`,
    References: `<${messageId}>`,
    'In-Reply-To': `<${messageId}>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const raw = Buffer.from(`${lines.join('')}\r\nChào chị\r\n`);
  await client.send({ from: sender ?? 'khach@minhphat.example', to: [an.email], raw });
  await client.end();
}

describe('what waits', () => {
  test('FU-18 the description of the API says which list among the labels has no name', () => {
    expect(listLabels.summary).toContain(WAITING);
  });

  test('FU-1 FU-8 what a draft wishes counts from when it leaves, and the list says whom and until when', async () => {
    const draft = await writeDraft(an, [binh.email], { follow_up: { after_days: 3 } });
    expect((await readMail(an, draft.id)).draft?.follow_up).toEqual({ after_days: 3 });
    expect(await an.client.listLabels({})).toMatchObject({ data: [] });
    const due = seconds() + 2 * DAY;
    await an.client.scheduleMail({ body: { msg_id: draft.id, timestamp: due } });
    server.clock.set(due * 1000);
    await work();
    const { follow_up_at: at = 0 } = await readMail(an, draft.id);
    expect(at).toBe(reminderOf({ after_days: 3 }, due, 'Asia/Ho_Chi_Minh'));
    expect(await listWaiting()).toMatchObject([
      { to: [{ email: binh.email }], follow_up_at: at, last_message_timestamp: due, mailbox_name: 'Sent' },
    ]);
    expect(await list('Sent')).toMatchObject([{ follow_up_at: at }]);
    expect((await an.client.listLabels({})).data).toMatchObject([
      { id: WAITING, total: 1, unread: 0, name: '' },
    ]);
  });

  test('FU-1 taken back, nothing waits, and the draft still wishes it until it does not', async () => {
    const draft = await writeDraft(an, [binh.email], { follow_up: { after_days: 1 } });
    await an.client.sendMail({ body: { msg_id: draft.id, async: true, delay: 30 } });
    await an.client.undoSendMail({ body: { msg_id: draft.id } });
    pass(60);
    await work();
    expect((await readMail(an, draft.id)).draft?.follow_up).toEqual({ after_days: 1 });
    await an.client.saveDraft({ params: { id: draft.id }, body: { follow_up: null } });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await work();
    expect((await readMail(an, draft.id)).follow_up_at).toBeUndefined();
    expect(await listWaiting()).toEqual([]);
  });

  test('FU-12 so many days after is the morning of a working day, and a moment that passed is a day after', () => {
    const zone = 'Europe/Berlin';
    // A Friday, two days before the clocks go back.
    const at = Date.UTC(2026, 9, 23, 20, 43, 5) / 1000;
    const monday = Date.UTC(2026, 9, 26, 7) / 1000;
    expect(reminderOf({ after_days: 3 }, at, zone)).toBe(monday);
    expect(reminderOf({ after_days: 1 }, at, zone)).toBe(monday);
    expect(reminderOf({ after_days: 7 }, at, zone)).toBe(monday + 4 * DAY);
    expect(reminderOf({ after_days: 3 }, at, 'Asia/Ho_Chi_Minh')).toBe(Date.UTC(2026, 9, 27, 1) / 1000);
    expect(reminderOf({ at: at + HOUR }, at, zone)).toBe(at + HOUR);
    expect(reminderOf({ at: at - HOUR }, at, zone)).toBe(monday);
  });

  test('FU-2 what was sent gets a time, another one, and none; past and far away are refused', async () => {
    const { thread, id } = await send();
    const [first, second] = [seconds() + DAY, seconds() + 2 * DAY];
    expect(await follow([thread], first)).toEqual([{ thread_id: thread, message_id: id, at_before: null }]);
    expect(await follow([thread], second)).toMatchObject([{ at_before: first }]);
    expect(await listWaiting()).toMatchObject([{ id: thread, follow_up_at: second }]);
    expect(await end([thread])).toMatchObject([{ at_before: second }]);
    expect(await end([thread])).toEqual([]);
    expect(await waitingIds()).toEqual([]);
    expect((await list('Sent'))[0]?.follow_up_at).toBeUndefined();
    for (const at of [seconds(), seconds() - 1, seconds() + 733 * DAY]) {
      const refused = await refusalOf(follow([thread], at));
      expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
      expect(JSON.stringify(refused.details)).toContain('"at"');
    }
  });

  test('FU-19 a draft wishes no moment more than two years away, when it is made and when it is saved', async () => {
    const refused = {
      code: 'invalid_input',
      details: { fields: [{ field: 'follow_up.at', problem: 'is more than two years away' }] },
    };
    const far = { follow_up: { at: 9_000_000_000_000_000 } };
    expect(await refusalOf(an.client.createDraft({ body: far }))).toMatchObject(refused);
    const draft = await writeDraft(an, [binh.email], { follow_up: { at: seconds() + 300 * DAY } });
    const params = { id: draft.id };
    expect(await refusalOf(an.client.saveDraft({ params, body: far }))).toMatchObject(refused);
    // A window that was left open saves the moment that has passed meanwhile.
    const past = { follow_up: { at: seconds() - DAY } };
    expect((await an.client.saveDraft({ params, body: past })).data.draft).toMatchObject(past);
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await work();
    expect((await readMail(an, draft.id)).draft).toBeNull();
    expect(await waitingIds()).toEqual([draft.thread_id]);
  });

  test('FU-2 of received mail nothing waits, of two sent messages the last', async () => {
    const sent = await send();
    await deliver(sent, { From: 'Khach <khach@minhphat.example>' });
    const answer = await writeDraft(an, [binh.email], { answers: sent.id, action: 'reply' });
    await an.client.sendMail({ body: { msg_id: answer.id } });
    await work();
    expect(await follow([sent.thread], seconds() + DAY)).toMatchObject([{ message_id: answer.id }]);
    const other = await send({}, [an.email]);
    await an.client.deleteThreads({ body: { ids: [other.thread], folder_id: (await folder('Sent')).id } });
    expect(await follow([other.thread], seconds() + DAY)).toEqual([]);
  });

  test('FU-2 two devices at the same time end alike', async () => {
    const { thread } = await send();
    await Promise.all([follow([thread], seconds() + DAY), follow([thread], seconds() + 2 * DAY)]);
    expect(await waitingIds()).toEqual([thread]);
    await Promise.all([end([thread]), end([thread])]);
    expect(await waitingIds()).toEqual([]);
  });

  test('FU-8 FU-10 lists of single messages have it, and a search finds it', async () => {
    const { thread, id } = await send({ subject: 'Báo giá tháng mười' });
    await send();
    await follow([thread], seconds() + DAY);
    const search = async (q: string) => (await an.client.searchThreads({ query: { q } })).data;
    expect(await search('là:chờ trả lời')).toMatchObject([{ id: thread }]);
    expect(await search('is:waiting tháng mười')).toMatchObject([{ id: thread }]);
    expect(await search('is:waiting khác')).toEqual([]);
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    expect(await listWaiting()).toMatchObject([{ thread_id: thread, message_ids: [id] }]);
    expect(await search('is:waiting tháng mười')).toMatchObject([{ thread_id: thread }]);
    const [row] = await listWaiting();
    expect(await end([row?.id as string])).toMatchObject([{ thread_id: row?.id, message_id: id }]);
  });

  test('FU-9 it is no label', async () => {
    const { thread, id } = await send();
    await follow([thread], seconds() + DAY);
    const params = { id: WAITING };
    const calls = [
      () => an.client.changeLabel({ params, body: { color: 'red' } }),
      () => an.client.deleteLabel({ params }),
      () => an.client.labelThreads({ body: { ids: [thread], add: [WAITING], remove: [] } }),
      () => an.client.labelMessages({ body: { ids: [id], add: [], remove: [WAITING] } }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe('label_not_found');
    await an.client.createLabel({ body: { name: 'Khách', color: 'blue' } });
    expect((await an.client.listLabels({})).data).toHaveLength(2);
    expect(await waitingIds()).toEqual([thread]);
  });
});

describe('nobody answers', () => {
  test('FU-5 at its time it is on top of the inbox, unread, once, and says since when', async () => {
    const { thread, id } = await send();
    const sentAt = seconds();
    const at = seconds() + 3 * DAY;
    await follow([thread], at);
    server.clock.set((at - 3) * 1000);
    await work();
    expect(await idsIn('INBOX')).toEqual([]);
    server.clock.set(at * 1000);
    await work();
    const [row] = await list('INBOX');
    expect(row).toMatchObject({
      id: thread,
      unread: true,
      back_at: at,
      unanswered_since: expect.any(Number),
    });
    expect(row?.unanswered_since).toBeLessThanOrEqual(sentAt);
    expect(await waitingIds()).toEqual([]);
    expect(await idsIn('Sent')).toEqual([]);
    await work();
    expect(await newMail(id)).toBe(1);
  });

  test('FU-5 late when nothing ran then, once whoever looks, with a job that was lost', async () => {
    const { thread, id } = await send();
    const at = seconds() + HOUR;
    await follow([thread], at);
    await sql`delete from graphile_worker._private_jobs where key like 'snooze %'`.execute(server.context.db);
    pass(2 * DAY);
    const moment = { mailboxId: an.mailbox, at };
    const back = () => returnSnoozed(server.context, moment, new AbortController().signal);
    await Promise.all([
      back(),
      back(),
      inTransaction(server.context.db, (tx) => addJob(tx, returnOverdueTask, {})),
    ]);
    await work();
    expect(await list('INBOX')).toMatchObject([{ id: thread, back_at: seconds() }]);
    expect(await newMail(id)).toBe(1);
  });

  test('FU-7 an answer, another time and another message put it back into Sent', async () => {
    const acts: ((sent: Sent) => Promise<unknown>)[] = [
      (sent) => deliver(sent),
      (sent) => follow([sent.thread], seconds() + DAY),
      (sent) => end([sent.thread]),
      async (sent) => {
        const draft = await writeDraft(an, [binh.email], { answers: sent.id, action: 'reply' });
        await an.client.sendMail({ body: { msg_id: draft.id } });
        await work();
      },
    ];
    for (const act of acts) {
      const sent = await send({ subject: 'Báo giá' });
      await follow([sent.thread], seconds() + HOUR);
      pass(HOUR);
      await work();
      expect((await readMail(an, sent.id)).folder).toBe('INBOX');
      await act(sent);
      expect(await readMail(an, sent.id)).toMatchObject({ folder: 'Sent', unread: false });
      const row = (await list('INBOX')).find(({ id }) => id === sent.thread);
      expect(row?.unanswered_since).toBeUndefined();
    }
  });

  test('FU-6 in Trash it does not come; restored it waits on, or comes if its time has passed', async () => {
    const { thread } = await send();
    await follow([thread], seconds() + HOUR);
    const [sent, trash] = [(await folder('Sent')).id, (await folder('Trash')).id];
    const remove = () => an.client.deleteThreads({ body: { ids: [thread], folder_id: sent } });
    const restore = () => an.client.restoreThreads({ body: { ids: [thread], folder_id: trash } });
    await remove();
    expect(await waitingIds()).toEqual([]);
    await restore();
    expect(await waitingIds()).toEqual([thread]);
    await remove();
    pass(HOUR);
    await work();
    expect(await idsIn('INBOX')).toEqual([]);
    await restore();
    await work();
    expect(await idsIn('INBOX')).toEqual([thread]);
  });

  test('FU-6 recalled, it is waited for no longer', async () => {
    const { thread, id } = await send();
    await follow([thread], seconds() + HOUR);
    await an.client.recallMessage({ body: { message_id: id } });
    expect(await waitingIds()).toEqual([]);
  });
});

describe('what is an answer', () => {
  test('FU-3 FU-17 of a recipient, or of their organisation naming the message, ends the wait; other mail does not', async () => {
    const sent = await send({ subject: 'Báo giá' });
    await follow([sent.thread], seconds() + DAY);
    const stranger = { From: 'Khach <khach@minhphat.example>', 'In-Reply-To': '<x@minhphat.example>' };
    await deliver(sent, stranger);
    expect(await waitingIds()).toEqual([sent.thread]);
    await deliver(sent, { From: `An <${an.email}>` }, an.email);
    await deliver(sent, {
      Subject: 'Tin khác',
      References: '<y@minhphat.example>',
      'In-Reply-To': '<y@minhphat.example>',
    });
    expect(await waitingIds()).toEqual([sent.thread]);
    await deliver(sent, { 'In-Reply-To': '<x@minhphat.example>' });
    expect(await waitingIds()).toEqual([]);
    pass(2 * DAY);
    await work();
    expect((await list('INBOX')).every((row) => row.unanswered_since === undefined)).toBe(true);

    await follow([sent.thread], seconds() + DAY);
    await deliver(sent, { From: 'Nguoi thu ba <ai@nguoila.example>' });
    expect(await waitingIds()).toEqual([sent.thread]);
    await deliver(sent, { From: `Phong mua hang <mua${binh.email.slice(binh.email.indexOf('@'))}>` });
    expect(await waitingIds()).toEqual([]);
  });

  test('FU-3 under another subject, too, which begins a conversation of its own', async () => {
    const sent = await send({ subject: 'Báo giá' });
    await follow([sent.thread], seconds() + DAY);
    await deliver(sent, { Subject: 'Đơn đặt hàng', 'In-Reply-To': '<y@minhphat.example>' });
    expect(await waitingIds()).toEqual([sent.thread]);
    await deliver(sent, { Subject: 'Đơn đặt hàng' });
    expect(await waitingIds()).toEqual([]);
    expect(await idsIn('INBOX')).not.toContain(sent.thread);
  });

  test('FU-3 the copy of a message that one sends to oneself ends nothing', async () => {
    const sent = await send({ follow_up: { after_days: 1 } }, [an.email, binh.email]);
    expect(await idsIn('INBOX')).toEqual([sent.thread]);
    expect(await waitingIds()).toEqual([sent.thread]);
  });

  test('FU-3 of a colleague whose mail does not leave the house', async () => {
    const sent = await send({ follow_up: { after_days: 1 } });
    const [received] = (await binh.client.listThreads({ query: { in: 'INBOX' } })).data;
    const answers = received?.message_ids[0] as string;
    const draft = await writeDraft(binh, [an.email], {
      answers,
      action: 'reply',
      subject: `Re: ${received?.subject}`,
    });
    await binh.client.sendMail({ body: { msg_id: draft.id } });
    await work();
    expect(await waitingIds()).toEqual([]);
    expect(await idsIn('INBOX')).toEqual([sent.thread]);
  });

  test('FU-4 automatic replies and reports end nothing', async () => {
    const sent = await send({ subject: 'Báo giá' });
    await follow([sent.thread], seconds() + DAY);
    const automatic: Record<string, string>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { 'Auto-Submitted': 'auto-generated (vacation)' },
      { Precedence: 'auto_reply' },
      { Precedence: 'bulk' },
      { 'X-Autoreply': 'yes' },
      { 'X-Autorespond': 'Re: Báo giá' },
      { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=a' },
    ];
    for (const headers of automatic) await deliver(sent, headers);
    await deliver(sent, {}, '');
    expect(await waitingIds()).toEqual([sent.thread]);
    await deliver(sent, { 'Auto-Submitted': 'no', 'List-Id': '<phong.minhphat.example>' });
    expect(await waitingIds()).toEqual([]);
  });
});

async function folder(name: string) {
  return (await an.client.getFolderByName({ query: { name } })).data;
}

async function newMail(id: string): Promise<number> {
  const { rows } = await sql`
    select from changes where mailbox_id = ${an.mailbox} and kind = 'new_mail' and entity = ${id}`.execute(
    server.context.db,
  );
  return rows.length;
}
