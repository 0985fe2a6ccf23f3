import type { Message } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { createDomain, createMailbox } from '../people/create-people.ts';
import { runRecall } from './run-recall.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let server: TestServer;
let trap: SmtpTrap;
let an: NewPerson;

beforeAll(async () => {
  trap = await startSmtpTrap();
  server = await startTestServer({
    env: { SMTP_RELAY: `smtp://127.0.0.1:${trap.port}`, SESSION_SECONDS: String(90 * DAY) },
  });
});
afterAll(async () => {
  await server.close();
  await trap.close();
});
beforeEach(async () => {
  trap.refuseRecipient(() => null);
  trap.messages.length = 0;
  await setDomain({ recall_seconds: null, recall_read: true });
  an = await newPerson(server);
});

const WINDOWS = [
  ['30 minutes', 30 * MINUTE],
  ['1 hour', HOUR],
  ['3 hours', 3 * HOUR],
  ['6 hours', 6 * HOUR],
  ['12 hours', 12 * HOUR],
  ['1 day', DAY],
  ['2 days', 2 * DAY],
  ['7 days', 7 * DAY],
  ['30 days', 30 * DAY],
] as const;

const work = () => runJobsUntilIdle(server.context);
const recall = async (message: Message) =>
  (await an.client.recallMessage({ body: { message_id: message.id } })).data;

async function setDomain(set: { recall_seconds: number | null; recall_read?: boolean }): Promise<void> {
  await server.context.db.updateTable('domains').set(set).where('name', '=', 'saomai.example').execute();
}

async function send(to: string[]): Promise<Message> {
  const draft = await writeDraft(an, to, { subject: 'Bảng lương' });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await work();
  return readMail(an, draft.id);
}

/** The report in the sender's inbox, one line per recipient. */
async function reportOf(): Promise<string[]> {
  const reports = (await mailIn(an, 'INBOX')).filter(({ subject }) => subject.startsWith('Kết quả thu hồi'));
  expect(reports).toHaveLength(1);
  const cells = [...(reports[0]?.body ?? '').matchAll(/<td>(.*?)<\/td><td>(.*?)<\/td>/g)];
  return cells.map(([, who, what]) => `${who}: ${what}`);
}

const open = (person: NewPerson, id: string) => person.client.getMessage({ params: { id }, query: {} });

async function onlyMail(person: NewPerson): Promise<Message> {
  const [message, ...more] = await mailIn(person, 'INBOX');
  expect(more).toEqual([]);
  if (!message) throw new Error('nothing came');
  return message;
}

async function markRead(person: NewPerson, { thread_id, folder_id }: Message): Promise<void> {
  await person.client.markThreads({ body: { ids: [thread_id], folder_id, unread: false } });
}

describe('RE-3 RE-5 within a window of', () => {
  // The windows in between are tested in the next test.
  it.each([WINDOWS[0], WINDOWS[5], WINDOWS[8]])(
    '%s takes the mail from those who can be reached, whatever they did',
    async (_, seconds) => {
      await setDomain({ recall_seconds: seconds });
      const people = await Promise.all(Array.from({ length: 5 }, () => newPerson(server)));
      const [unread, read, moved, trashed, deleted] = people as [
        NewPerson,
        NewPerson,
        NewPerson,
        NewPerson,
        NewPerson,
      ];
      trap.refuseRecipient((address) => (address === 'ai@kho.example' ? '550 5.1.1 User unknown' : null));
      const sent = await send([...people.map(({ email }) => email), 'quan@vpp.example', 'ai@kho.example']);
      expect(sent.recall).toBe(true);

      await markRead(read, await onlyMail(read));
      const { data: folder } = await moved.client.createFolder({ body: { name: 'Lương' } });
      const toMove = await onlyMail(moved);
      await moved.client.moveThreads({
        body: [{ thread_ids: [toMove.thread_id], from_folder_id: toMove.folder_id, to_folder_id: folder.id }],
      });
      for (const person of [trashed, deleted]) {
        const { thread_id, folder_id } = await onlyMail(person);
        await person.client.deleteThreads({ body: { ids: [thread_id], folder_id } });
      }
      await deleted.client.emptyTrash({});
      await work();

      server.clock.pass((seconds - 1) * 1000);
      await recall(sent);
      await work();

      for (const person of people) {
        for (const list of ['INBOX', 'Lương', 'Trash']) {
          if (list === 'Lương' && person !== moved) continue;
          expect(await mailIn(person, list)).toEqual([]);
        }
        expect(await recount(server.context.db, person.mailbox)).toEqual([]);
      }
      const expected = new Map([
        [unread.email, 'Đã thu hồi, người nhận chưa đọc'],
        [read.email, 'Đã thu hồi, người nhận đã mở thư trước đó'],
        [moved.email, 'Đã thu hồi, người nhận chưa đọc'],
        [trashed.email, 'Đã thu hồi, người nhận chưa đọc'],
        [deleted.email, 'Người nhận đã xóa thư này từ trước'],
        ['quan@vpp.example', 'Không thu hồi được: hộp thư ngoài tổ chức'],
        ['ai@kho.example', 'Thư chưa từng đến người nhận này'],
      ]);
      expect((await reportOf()).sort()).toEqual([...expected].map(([who, what]) => `${who}: ${what}`).sort());
      // The original stays.
      expect(await readMail(an, sent.id)).toMatchObject({ folder: 'Sent', recall: false });
    },
  );

  it.each(WINDOWS)('%s refuses when it is over, and says how long it was', async (_, seconds) => {
    await setDomain({ recall_seconds: seconds });
    const binh = await newPerson(server);
    const sent = await send([binh.email]);
    server.clock.pass((seconds - 1) * 1000);
    expect((await readMail(an, sent.id)).recall).toBe(true);
    server.clock.pass(2_000);
    const refusal = await refusalOf(recall(sent));
    expect(refusal).toMatchObject({ code: 'recall_expired', details: { expried_time: seconds } });
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });
});

it('RE-5 takes a day where the domain says nothing', async () => {
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  server.clock.pass((DAY + 1) * 1000);
  expect((await refusalOf(recall(sent))).details).toEqual({ expried_time: DAY });
});

it('leaves what was read where the domain says so', async () => {
  await setDomain({ recall_seconds: null, recall_read: false });
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  await markRead(binh, await onlyMail(binh));
  await recall(sent);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  expect(await reportOf()).toEqual([`${binh.email}: Không thu hồi vì người nhận đã đọc`]);
});

it('RE-1 is not offered, and refused, where nobody of the organisation got the mail', async () => {
  const sent = await send(['quan@vpp.example']);
  expect(sent.recall).toBe(false);
  expect((await refusalOf(recall(sent))).code).toBe('recall_not_available');
  const draft = await writeDraft(an, [an.email]);
  expect((await refusalOf(recall(draft))).code).toBe('recall_not_available');
});

it('RE-3 does not reach into another organisation on the same server', async () => {
  const domain = 'congty-khac.example';
  await createDomain(server.context, domain, true);
  const email = `thu@${domain}`;
  const stranger = { email, name: 'Thu', kind: 'owner' as const, quotaMb: 10 };
  const mailboxId = await createMailbox(server.context, {
    ...stranger,
    passwordHash: null,
    aliases: [],
    enableSmtp: true,
    enableDrive: false,
  });
  const binh = await newPerson(server);
  const sent = await send([email, binh.email]);
  await recall(sent);
  await work();
  const theirs = await server.context.db
    .selectFrom('messages')
    .select('subject')
    .where('mailbox_id', '=', mailboxId)
    .execute();
  expect(theirs).toEqual([{ subject: 'Bảng lương' }]);
  expect(await reportOf()).toContain(`${email}: Không thu hồi được: hộp thư ngoài tổ chức`);
});

it('RE-6 needs the right to it', async () => {
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  await server.context.db
    .updateTable('mailboxes')
    .set({ enable_recall: false })
    .where('id', '=', an.mailbox)
    .execute();
  expect((await readMail(an, sent.id)).recall).toBe(false);
  expect((await refusalOf(recall(sent))).code).toBe('recall_not_allowed');
});

it('stops what still waits to leave', async () => {
  const binh = await newPerson(server);
  trap.refuseRecipient(() => '450 4.2.0 Later');
  const sent = await send([binh.email, 'quan@vpp.example']);
  await recall(sent);
  await work();
  trap.refuseRecipient(() => null);
  server.clock.pass(HOUR * 1000);
  await work();
  expect(trap.messages).toEqual([]);
  expect(await reportOf()).toContain('quan@vpp.example: Đã dừng trước khi thư được gửi');
  expect((await readMail(an, sent.id)).sending?.recipients.map(({ state }) => state)).toEqual([
    'recalled',
    'recalled',
  ]);
});

it('RE-3 takes back what was delivered while it looked', async () => {
  const [binh, chi] = [await newPerson(server), await newPerson(server)];
  const sent = await send([binh.email, chi.email]);
  const { db } = server.context;
  const copy = await onlyMail(binh);
  const ofBinh = sql`local_message_id = ${copy.id}`;
  await recall(sent);
  await sql`update outbox_recipients set state = 'waiting', at = null where ${ofBinh}`.execute(db);
  const before = await rowOf(copy.id);
  await sql`update outbox_recipients set local_message_id = null where ${ofBinh}`.execute(db);
  const running = await db.transaction().execute(async (tx) => {
    await sql`update outbox_recipients set state = 'delivered', local_message_id = ${copy.id}
      where outbox_id = ${before.outbox_id} and address = ${before.address}`.execute(tx);
    const job = { mailboxId: an.mailbox, messageId: sent.id, outboxId: before.outbox_id };
    const started = runRecall(server.context, job);
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%outbox_recipients%'`.execute(
        db,
      );
      return rows.length > 0;
    });
    return { started };
  });
  await running.started;
  await server.clock.advance(MINUTE * 1000);
  await work();
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect(await reportOf()).toContain(`${binh.email}: Đã thu hồi, người nhận chưa đọc`);
});

async function rowOf(copyId: string): Promise<{ outbox_id: string; address: string }> {
  return server.context.db
    .selectFrom('outbox_recipients')
    .select(['outbox_id', 'address'])
    .where('local_message_id', '=', copyId)
    .executeTakeFirstOrThrow();
}

it('waits for the answer of a mail server that is being talked with', async () => {
  const binh = await newPerson(server);
  trap.refuseRecipient(() => '450 4.2.0 Later');
  const sent = await send([binh.email, 'quan@vpp.example']);
  const setState = (state: string) =>
    sql`update outbox_recipients set state = ${state}
      where mailbox_id = ${an.mailbox} and email = 'quan@vpp.example'`.execute(server.context.db);
  await setState('trying');
  await recall(sent);
  await work();
  // The copy is removed immediately; the report waits until every outcome is known.
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect(await mailIn(an, 'INBOX')).toEqual([]);
  await setState('waiting');
  await server.clock.advance(MINUTE * 1000);
  await work();
  expect(await reportOf()).toContain('quan@vpp.example: Đã dừng trước khi thư được gửi');
  expect(trap.messages).toEqual([]);
});

it('RE-2 reports once, however often it is asked for or run', async () => {
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  const { id: outboxId } = await server.context.db
    .selectFrom('outbox')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  await Promise.all([recall(sent), recall(sent)]);
  await work();
  await recall(sent);
  await work();
  await runRecall(server.context, { mailboxId: an.mailbox, messageId: sent.id, outboxId });
  expect(await reportOf()).toHaveLength(1);
});

it('is nobody else’s to ask for', async () => {
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  const came = await onlyMail(binh);
  const byBinh = (id: string) => binh.client.recallMessage({ body: { message_id: id } });
  expect((await refusalOf(byBinh(sent.id))).code).toBe('message_not_found');
  expect((await refusalOf(byBinh(came.id))).code).toBe('recall_not_available');
  expect((await open(binh, came.id)).data.recall).toBe(false);
});
