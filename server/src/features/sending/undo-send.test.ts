import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  // A long session, because days pass without a new sign-in.
  server = await startTestServer({ env: { SESSION_SECONDS: String(365 * 24 * 3600) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  // Delays count from whole seconds on.
  server.clock.set(Math.ceil(server.clock.now() / 1000) * 1000);
  [an, binh] = [await newPerson(server), await newPerson(server)];
});

const work = () => runJobsUntilIdle(server.context);
const seconds = () => Math.floor(server.clock.now() / 1000);
const write = () => writeDraft(an, [binh.email]);
const came = async () => (await mailIn(binh, 'INBOX')).length;

/** Sets the clock without firing the timers in between: over days there are many. */
const pass = (some: number) => server.clock.set(server.clock.now() + some * 1000);

async function sendLater(id: string, delay = 12) {
  return (await an.client.sendMail({ body: { msg_id: id, async: true, delay } })).data;
}
const undo = (id: string) => an.client.undoSendMail({ body: { msg_id: id } });

async function schedule(id: string, timestamp: number) {
  return (await an.client.scheduleMail({ body: { msg_id: id, timestamp } })).data;
}
const listed = async (folder: string) => (await an.client.listThreads({ query: { in: folder } })).data;
const cancel = (id: string) => an.client.cancelSchedule({ params: { id } });

async function counts() {
  for (const person of [an, binh]) expect(await recount(server.context.db, person.mailbox)).toEqual([]);
}

describe('a mail that is sent with a delay', () => {
  test.each(['send', 'schedule'] as const)(
    'SD-14 DR-9 by a %s of an older version is not taken for the newer one that leaves',
    async (kind) => {
      const order = (version: number) =>
        kind === 'send'
          ? an.client.sendMail({ body: { msg_id: draft.id, version, async: true, delay: 12 } })
          : an.client.scheduleMail({ body: { msg_id: draft.id, version, timestamp: seconds() + 3600 } });
      const draft = await write();
      const { data: newer } = await an.client.saveDraft({
        params: { id: draft.id },
        body: { subject: 'Viết ở máy khác' },
      });
      const version = newer.draft?.version as number;
      await order(version);
      expect((await refusalOf(order(version - 1))).code).toBe('not_a_draft');
      expect((await order(version)).data).toMatchObject({ subject: 'Viết ở máy khác', sending: { kind } });
    },
  );

  test('AP-43 SD-12 SD-13 waits as a draft that nobody edits, and leaves when the delay is over', async () => {
    const draft = await write();
    const held = await sendLater(draft.id);
    expect(held).toMatchObject({
      folder: 'Drafts',
      is_draft: true,
      state: 'sending',
      sending: {
        kind: 'send',
        state: 'held',
        due_at: seconds() + 12,
        undo_until: seconds() + 10,
        recipients: [],
      },
    });
    expect(await listed('Drafts')).toMatchObject([{ status: 'sending', draft_ids: [] }]);
    const save = an.client.saveDraft({ params: { id: draft.id }, body: { subject: 'Khác' } });
    expect((await refusalOf(save)).code).toBe('not_a_draft');
    await server.clock.advance(11_999);
    await work();
    expect(await came()).toBe(0);
    await server.clock.advance(1);
    await work();
    expect(await readMail(an, draft.id)).toMatchObject({
      folder: 'Sent',
      received_at: seconds(),
      date: seconds(),
    });
    expect(await came()).toBe(1);
    await counts();
  });

  test.each([0, 400, 9_999, 10_001, 11_999])(
    'AP-44 SD-11 SD-12 is a draft again when it is taken back after %i ms, also twice and in two tabs',
    async (after) => {
      const draft = await write();
      await sendLater(draft.id);
      await server.clock.advance(after);
      await work();
      const answers = await Promise.all([undo(draft.id), undo(draft.id)]);
      for (const { data } of answers) {
        expect(data).toMatchObject({
          id: draft.id,
          folder: 'Drafts',
          is_draft: true,
          state: '',
          sending: null,
        });
        expect(data.body).toBe(draft.body);
      }
      await server.clock.advance(60_000);
      await work();
      expect(await came()).toBe(0);
      await counts();
    },
  );

  test('SD-12 is refused after it has left, and told as it is', async () => {
    const draft = await write();
    await sendLater(draft.id);
    await server.clock.advance(12_000);
    await work();
    expect(await refusalOf(undo(draft.id))).toMatchObject({ status: 409, code: 'not_undoable' });
    expect(await came()).toBe(1);
  });

  test('SD-12 is taken back, or sent once, where both happen at the same moment', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const before = await came();
      const draft = await write();
      await sendLater(draft.id, 1);
      await server.clock.advance(1_000);
      const [undone] = await Promise.all([
        undo(draft.id).then(
          () => true,
          () => false,
        ),
        work(),
      ]);
      await work();
      expect((await came()) - before).toBe(undone ? 0 : 1);
      expect((await readMail(an, draft.id)).folder).toBe(undone ? 'Drafts' : 'Sent');
      outcomes.push(undone ? 'undone' : 'sent');
    }
    expect(outcomes).toHaveLength(8);
    await counts();
  });

  test('SD-14 is sent once more after it was taken back, with what was changed', async () => {
    const draft = await write();
    await sendLater(draft.id);
    await undo(draft.id);
    await an.client.saveDraft({ params: { id: draft.id }, body: { subject: 'Hợp đồng mới' } });
    await sendLater(draft.id);
    await server.clock.advance(12_000);
    await work();
    expect((await mailIn(binh, 'INBOX')).map(({ subject }) => subject)).toEqual(['Hợp đồng mới']);
  });

  test('nothing can be taken back of what was not sent, and of what is another one’s', async () => {
    const draft = await write();
    expect((await refusalOf(undo(draft.id))).code).toBe('not_undoable');
    await sendLater(draft.id);
    const foreign = await refusalOf(binh.client.undoSendMail({ body: { msg_id: draft.id } }));
    expect(foreign).toMatchObject({ status: 404, code: 'message_not_found' });
    expect(await refusalOf(cancel(draft.id))).toMatchObject({ code: 'not_scheduled' });
  });
});

describe('a scheduled mail', () => {
  const DAYS = 24 * 3600;

  test('AP-45 SC-6 lies among its like with its time, is found by its words, and goes at that time', async () => {
    const draft = await write();
    const due = seconds() + 60 * DAYS;
    const held = await schedule(draft.id, due);
    expect(held).toMatchObject({
      folder: 'WEBMAIL_SCHEDULED',
      is_draft: false,
      received_at: due,
      intended_time: due,
      state: 'sending',
      body: '<p>Xin chào</p>',
      sending: { kind: 'schedule', state: 'held', due_at: due, undo_until: null },
    });
    const search = (folder: string) => an.client.searchThreads({ query: { q: 'xin chao', folder } });
    expect((await search('WEBMAIL_SCHEDULED')).data).toHaveLength(1);
    await counts();
    pass(60 * DAYS - 1);
    await work();
    expect(await came()).toBe(0);
    pass(1);
    await work();
    await work();
    expect(await readMail(an, draft.id)).toMatchObject({
      folder: 'Sent',
      date: due,
      intended_time: null,
      sending: { state: 'sent' },
    });
    expect((await search('Sent')).data).toHaveLength(1);
    expect(await came()).toBe(1);
    await counts();
  });

  test('AP-45 SC-7 gets another time when it is scheduled again, and goes once', async () => {
    const draft = await write();
    await schedule(draft.id, seconds() + DAYS);
    const [due, again] = [seconds() + 2 * DAYS, await schedule(draft.id, seconds() + 2 * DAYS)];
    expect([again.intended_time, again.received_at]).toEqual([due, due]);
    pass(DAYS);
    await work();
    expect(await came()).toBe(0);
    pass(DAYS);
    await work();
    expect(await came()).toBe(1);
    expect(await schedule(draft.id, due)).toMatchObject({ folder: 'Sent' });
  });

  test('AP-46 SC-6 is a draft again when it is cancelled, also when that is said twice', async () => {
    const draft = await write();
    await schedule(draft.id, seconds() + DAYS);
    for (const { data } of [await cancel(draft.id), await cancel(draft.id)]) {
      expect(data).toMatchObject({
        folder: 'Drafts',
        is_draft: true,
        intended_time: null,
        sending: null,
        state: '',
      });
    }
    pass(2 * DAYS);
    await work();
    expect(await came()).toBe(0);
    await counts();
  });

  test('SC-3 is refused only at a time that is not in the future', async () => {
    const draft = await write();
    expect((await refusalOf(schedule(draft.id, seconds()))).code).toBe('time_in_past');
    expect((await readMail(an, draft.id)).folder).toBe('Drafts');
    expect((await schedule(draft.id, seconds() + 1)).intended_time).toBe(seconds() + 1);
    expect((await refusalOf(schedule(draft.id, seconds()))).code).toBe('time_in_past');
    expect((await refusalOf(sendLater(draft.id))).code).toBe('not_a_draft');
  });

  test('that was thrown away is not sent, and comes back as a draft', async () => {
    const draft = await write();
    const { folder_id } = await schedule(draft.id, seconds() + DAYS);
    await an.client.deleteThreads({ body: { ids: [draft.thread_id], folder_id } });
    pass(DAYS);
    await work();
    const thrown = await readMail(an, draft.id);
    expect(thrown).toMatchObject({ folder: 'Trash', is_draft: true, sending: null, state: '' });
    await an.client.restoreThreads({ body: { ids: [draft.thread_id], folder_id: thrown.folder_id } });
    expect(await readMail(an, draft.id)).toMatchObject({ folder: 'Drafts', is_draft: true });
    expect(await came()).toBe(0);
    await counts();
  });

  test('SD-6 is a failed draft where sending was switched off meanwhile', async () => {
    const draft = await write();
    await schedule(draft.id, seconds() + DAYS);
    await sql`update mailboxes set enable_smtp = false where id = ${an.mailbox}`.execute(server.context.db);
    pass(DAYS);
    await work();
    expect(await readMail(an, draft.id)).toMatchObject({
      folder: 'Drafts',
      is_draft: true,
      status: 'sending_failed',
      error_msg: 'Sending is turned off for this mailbox',
    });
    expect(await came()).toBe(0);
    await counts();
  });
});

describe('many scheduled messages', () => {
  const cancelAll = async (message_ids?: string[]) =>
    (await an.client.cancelSchedules({ body: message_ids ? { message_ids } : {} })).data;
  const scheduled = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { id } = await write();
      await schedule(id, seconds() + 3600 + at);
      ids.push(id);
    }
    return ids;
  };

  test('TL-5 SC-6 those that are picked are drafts again, the others and those of somebody else stay', async () => {
    const [first = '', second = '', third = ''] = await scheduled(3);
    const [stranger] = [await newPerson(server)];
    const notFound = { code: 'message_not_found' };
    await expect(stranger.client.cancelSchedules({ body: { message_ids: [first] } })).rejects.toMatchObject(
      notFound,
    );
    await expect(cancelAll([first, first.replace(/.$/, 'x')])).rejects.toMatchObject(notFound);
    const draft = await write();
    expect(await cancelAll([first, second, draft.id])).toEqual({
      ended: 2,
      more: false,
    });
    expect(await cancelAll([first, second])).toEqual({ ended: 0, more: false });
    expect(await mailIn(an, 'Drafts')).toHaveLength(3);
    pass(2 * 3600);
    await work();
    expect(await came()).toBe(1);
    expect(await readMail(an, third)).toMatchObject({ folder: 'Sent' });
    await counts();
  });

  test('TL-5 all of the list end in calls of fifty', async () => {
    await scheduled(51);
    expect(await cancelAll()).toEqual({ ended: 50, more: true });
    expect(await cancelAll()).toEqual({ ended: 1, more: false });
    expect(await listed('WEBMAIL_SCHEDULED')).toEqual([]);
    await counts();
  });
});
