import type { BulkJob } from '@bocau/contract/bulk.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAILBOX_EVENTS } from '../../mail/mailbox/publish-event.ts';
import { fileMail, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { runBulk } from './run-bulk.ts';

const OWNER = 'lan.anh@saomai.example';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn(OWNER);
  mailbox = await server.mailboxId(OWNER);
});
afterAll(() => server.close());

/** Every test begins with an empty mailbox, at a later time than the one before. */
beforeEach(async () => {
  const { db } = server.context;
  for (const table of [
    'messages',
    'message_contents',
    'message_search',
    'list_rows',
    'threads',
    'thread_keys',
  ]) {
    await sql`delete from ${sql.table(table)} where mailbox_id = ${mailbox}`.execute(db);
  }
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await sql`delete from bulk_jobs`.execute(db);
  await sql`delete from folders where mailbox_id = ${mailbox} and role is null`.execute(db);
  await sql`update folders set total_threads = 0, unread_threads = 0 where mailbox_id = ${mailbox}`.execute(
    db,
  );
  await later(1);
});

async function later(seconds: number): Promise<void> {
  server.clock.set(server.clock.now() + seconds * 1000);
}

async function folderId(name: string): Promise<string> {
  return (await lanAnh.getFolderByName({ query: { name } })).data.id;
}

async function counts(name: string) {
  const { total_threads, unread_threads } = (await lanAnh.getFolderByName({ query: { name } })).data;
  return { total: total_threads, unread: unread_threads };
}

async function job(id: string): Promise<BulkJob> {
  return (await lanAnh.getBulk({ params: { id } })).data;
}

/**
 * Everything that a bulk job may change, and what is derived from it; restored messages get a new uid in
 * IMAP.
 */
async function wholeMailbox(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(m order by m.id) from messages m where m.mailbox_id = ${mailbox}) as messages,
      (select json_agg(r order by r.thread_id, r.folder_id) from list_rows r where r.mailbox_id = ${mailbox}) as rows,
      (select json_agg(to_jsonb(f) - 'uid_next' order by f.id) from folders f where f.mailbox_id = ${mailbox}) as folders,
      (select used_bytes from mailbox_state where mailbox_id = ${mailbox}) as used
  `.execute(server.context.db);
  return rows[0];
}

/** Threads of one and of two messages, read and unread, starred and not, some partly in another folder. */
async function fileThreads(count: number, folder = 'INBOX'): Promise<void> {
  const mails: MailGiven[] = [];
  for (let index = 0; index < count; index += 1) {
    const subject = `Đơn hàng ${index}`;
    const messageId = `${folder}.${index}@khach.example`;
    mails.push({ subject, messageId, folder, unread: index % 3 !== 0, starred: index % 7 === 0 });
    if (index % 4 === 0) {
      const answer = { subject: `Re: ${subject}`, inReplyTo: messageId, messageId: `re.${messageId}` };
      mails.push({ ...answer, folder: index % 8 === 0 ? 'Sent' : folder, unread: false });
    }
  }
  for (let from = 0; from < mails.length; from += 250) {
    await fileMails(server.context, mailbox, mails.slice(from, from + 250));
  }
  await later(1);
}

/** Runs a job like a runner that is stopped after some chunks. */
async function runChunks(id: string, chunks: number): Promise<void> {
  const stop = new AbortController();
  let left = chunks;
  const publisher = {
    changed() {
      left -= 1;
      if (left === 0) stop.abort(new Error('stopped'));
    },
  };
  const run = { signal: stop.signal, lastAttempt: false };
  await expect(runBulk({ ...server.context, publisher }, { mailboxId: mailbox, id }, run)).rejects.toThrow(
    'stopped',
  );
}

describe('a whole folder', () => {
  test('AP-11 FO-11 is marked read by a job, but not the mail that came after the call', async () => {
    await fileThreads(30);
    const inbox = await folderId('INBOX');
    const { data } = await lanAnh.markFolder({ body: { folder_id: inbox, is_read: true } });
    expect(await job(data.id)).toMatchObject({ state: 'running', action: 'read', total: 30, done: 0 });
    await later(1);
    await fileMail(server.context, mailbox, { subject: 'Mới', unread: true });
    await fileMail(server.context, mailbox, {
      subject: 'Re: Đơn hàng 5',
      inReplyTo: 'INBOX.5@khach.example',
      unread: true,
    });
    await runJobsUntilIdle(server.context);
    expect(await counts('INBOX')).toEqual({ total: 31, unread: 2 });
    expect(await job(data.id)).toMatchObject({ state: 'done', total: 30, done: 30, can_undo: true });
  });

  test('AP-11 OR-18 is marked unread: the latest message of each thread is enough', async () => {
    await fileThreads(12);
    const before = await wholeMailbox();
    const { data } = await lanAnh.markFolder({ body: { folder_id: await folderId('INBOX'), is_read: 0 } });
    await runJobsUntilIdle(server.context);
    expect(await counts('INBOX')).toEqual({ total: 12, unread: 12 });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
  });

  test('OR-5 OR-18 of 450 threads is moved although the job fails in the middle, and undo puts back every message as it was', async () => {
    await fileThreads(450);
    const { data: target } = await lanAnh.createFolder({ body: { name: 'Cất giữ' } });
    const before = await wholeMailbox();
    const { db } = server.context;
    // A sequence is not rolled back: the update fails only the first time, after the chunk's work.
    await sql`drop sequence if exists falls`.execute(db);
    await sql`create sequence falls`.execute(db);
    await sql`create or replace function fall() returns trigger language plpgsql as $$
      begin if new.done = 400 and nextval('falls') = 1 then raise exception 'fell over'; end if; return new; end $$`.execute(
      db,
    );
    await sql`create or replace trigger fall before update on bulk_jobs for each row execute function fall()`.execute(
      db,
    );

    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX' }, action: 'move', to_folder_id: target.id },
    });
    const ran = await runJobsUntilIdle(server.context, { retry: true });
    await sql`drop trigger fall on bulk_jobs`.execute(db);
    expect(ran).toEqual(['bulk', 'bulk']);
    expect(await counts('INBOX')).toEqual({ total: 0, unread: 0 });
    expect(await counts('Cất giữ')).toEqual({ total: 450, unread: 300 });
    expect(await counts('Sent')).toMatchObject({ total: 57 });
    expect(await job(data.id)).toEqual({
      id: data.id,
      action: 'move',
      state: 'done',
      total: 450,
      done: 450,
      can_undo: true,
      created_at: expect.any(Number),
      to_folder_id: target.id,
      ...{ blocked: 0, unblocked: 0, not_blocked: 0, changed: 0 },
    });

    await lanAnh.undoBulk({ params: { id: data.id } });
    expect(await job(data.id)).toMatchObject({ state: 'undoing', done: 0, can_undo: false });
    await expect(lanAnh.undoBulk({ params: { id: data.id } })).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
    expect(await job(data.id)).toMatchObject({ state: 'undone', total: 450, done: 450, can_undo: false });
    // A repeated call succeeds and changes nothing.
    await lanAnh.undoBulk({ params: { id: data.id } });
    expect(await runJobsUntilIdle(server.context)).toEqual([]);
  });

  test.each(['star', 'unstar', 'read', 'delete'] as const)(
    'OR-5 undo of %s puts back every message as it was',
    async (action) => {
      await fileThreads(60);
      const before = await wholeMailbox();
      const { data } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action } });
      await runJobsUntilIdle(server.context);
      expect(await wholeMailbox()).not.toEqual(before);
      await lanAnh.undoBulk({ params: { id: data.id } });
      await runJobsUntilIdle(server.context);
      expect(await wholeMailbox()).toEqual(before);
    },
  );

  test('OR-11 OR-5 restored from Trash goes where each message came from, and undo puts it back into Trash', async () => {
    await fileThreads(20);
    const { data: deleted } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'delete' } });
    await runJobsUntilIdle(server.context);
    expect(await counts('Trash')).toMatchObject({ total: 20 });
    await later(3600);
    const trashed = await wholeMailbox();
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'Trash' }, action: 'restore' } });
    await runJobsUntilIdle(server.context);
    expect(await counts('INBOX')).toMatchObject({ total: 20 });
    expect(await counts('Trash')).toMatchObject({ total: 0 });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(trashed);
    expect(await job(deleted.id)).toMatchObject({ state: 'done' });
  });

  test('OR-13 moved out of Starred leaves each thread to its own folder', async () => {
    const starred = await fileMail(server.context, mailbox, { subject: 'Sao', starred: true });
    await fileMail(server.context, mailbox, { subject: 'Không sao' });
    await later(1);
    const { data: target } = await lanAnh.createFolder({ body: { name: 'Quan trọng' } });
    await lanAnh.startBulk({ body: { where: { in: 'Starred' }, action: 'move', to_folder_id: target.id } });
    await runJobsUntilIdle(server.context);
    const { data } = await lanAnh.listThreads({ query: { in: 'Quan trọng' } });
    expect(data.map((thread) => thread.message_ids)).toEqual([[starred]]);
    expect(await counts('INBOX')).toMatchObject({ total: 1 });
  });
});

describe('cancel and undo', () => {
  test('OR-3 cancel stops a job after the chunk under way, and what is done stays done', async () => {
    await fileThreads(700);
    const { data: target } = await lanAnh.createFolder({ body: { name: 'Một phần' } });
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX' }, action: 'move', to_folder_id: target.id },
    });
    await runChunks(data.id, 2);
    await lanAnh.cancelBulk({ params: { id: data.id } });
    await lanAnh.cancelBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await job(data.id)).toMatchObject({ state: 'cancelled', total: 700, done: 400, can_undo: true });
    expect(await counts('Một phần')).toMatchObject({ total: 400 });
    expect(await counts('INBOX')).toMatchObject({ total: 300 });
  });

  test('OR-5 undo of a job that still runs cancels what is left and puts back the rest', async () => {
    await fileThreads(500);
    const { data: target } = await lanAnh.createFolder({ body: { name: 'Nửa chừng' } });
    const before = await wholeMailbox();
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX' }, action: 'move', to_folder_id: target.id },
    });
    await runChunks(data.id, 1);
    expect(await counts('Nửa chừng')).toMatchObject({ total: 200 });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
    expect(await job(data.id)).toMatchObject({ state: 'undone', total: 200, done: 200 });
  });

  test('ends when the folder that it moves to is deleted, and no mail goes with it', async () => {
    await fileThreads(10);
    const to = (await lanAnh.createFolder({ body: { name: 'Sắp xóa' } })).data;
    const body = { where: { in: 'INBOX' }, action: 'move' as const, to_folder_id: to.id };
    const { data } = await lanAnh.startBulk({ body });
    await lanAnh.deleteFolder({ params: { id: to.id } });
    await runJobsUntilIdle(server.context);
    expect((await job(data.id)).state).toBe('failed');
    expect((await counts('INBOX')).total).toBe(10);
  });

  test('OR-5 undo leaves alone what was acted on since, and uses the inbox for a folder that is gone', async () => {
    const { data: from } = await lanAnh.createFolder({ body: { name: 'Tạm' } });
    const { data: to } = await lanAnh.createFolder({ body: { name: 'Đích' } });
    const [stays, deleted] = await fileMails(server.context, mailbox, [
      { subject: 'A', folder: from.id },
      { subject: 'B', folder: from.id },
    ]);
    await later(1);
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'Tạm' }, action: 'move', to_folder_id: to.id },
    });
    await runJobsUntilIdle(server.context);
    const thread = (await lanAnh.getMessage({ params: { id: deleted as string }, query: {} })).data.thread_id;
    await lanAnh.deleteThreads({ body: { ids: [thread], folder_id: to.id } });
    await lanAnh.deleteFolder({ params: { id: from.id } });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await counts('Trash')).toMatchObject({ total: 1 });
    const inbox = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(inbox.data.map((row) => row.message_ids)).toEqual([[stays]]);
  });

  test('OR-7 what is deleted from Trash or Junk is gone for good and has no undo', async () => {
    await fileThreads(10, 'Junk');
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'Junk' }, action: 'delete' } });
    await runJobsUntilIdle(server.context);
    expect(await job(data.id)).toMatchObject({ state: 'done', done: 10, can_undo: false });
    await expect(lanAnh.undoBulk({ params: { id: data.id } })).rejects.toMatchObject({
      code: 'not_undoable',
    });
    const { rows } =
      await sql`select 1 from messages where mailbox_id = ${mailbox} and folder_id = ${await folderId('Junk')}`.execute(
        server.context.db,
      );
    expect(rows).toEqual([]);
  });

  test('OR-4 a job can be undone for a day and not longer', async () => {
    await fileThreads(3);
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'delete' } });
    await runJobsUntilIdle(server.context);
    await later(24 * 3600 + 1);
    expect(await job(data.id)).toMatchObject({ can_undo: false });
    await expect(lanAnh.undoBulk({ params: { id: data.id } })).rejects.toMatchObject({
      code: 'not_undoable',
    });
  });

  test('a job that fails to the last attempt says so, and what it did can still be undone', async () => {
    await fileThreads(250);
    const before = await wholeMailbox();
    const { db } = server.context;
    await sql`create function stumble() returns trigger language plpgsql as $$
      begin if new.done > 200 then raise exception 'stumbled'; end if; return new; end $$`.execute(db);
    await sql`create trigger stumble before update on bulk_jobs for each row execute function stumble()`.execute(
      db,
    );
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'delete' } });
    await runJobsUntilIdle(server.context, { retry: true });
    await sql`drop trigger stumble on bulk_jobs`.execute(db);
    expect(await job(data.id)).toMatchObject({ state: 'failed', total: 250, done: 200, can_undo: true });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
  });
});

describe('a whole search', () => {
  test('OR-13 OR-5 is acted on in the folder of each match, and undo puts back every message as it was', async () => {
    await fileThreads(240);
    await fileThreads(30, 'Junk');
    await fileMails(server.context, mailbox, [
      { subject: 'Hoá đơn' },
      { subject: 'Hoá đơn', folder: 'Sent' },
    ]);
    await later(1);
    const { data: target } = await lanAnh.createFolder({ body: { name: 'Tìm thấy' } });
    const before = await wholeMailbox();
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX', subject: 'đơn hàng' }, action: 'move', to_folder_id: target.id },
    });
    await later(1);
    await fileMail(server.context, mailbox, { subject: 'Đơn hàng mới' });
    await runJobsUntilIdle(server.context);
    expect(await counts('Tìm thấy')).toMatchObject({ total: 240 });
    expect(await counts('INBOX')).toMatchObject({ total: 2 });
    expect(await counts('Junk')).toMatchObject({ total: 30 });
    expect(await job(data.id)).toMatchObject({ state: 'done', done: 240, total: 240 });
    await sql`delete from messages where subject = 'Đơn hàng mới'`.execute(server.context.db);
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    const after = (await wholeMailbox()) as { messages: unknown[] };
    expect(after.messages).toEqual((before as { messages: unknown[] }).messages);
  });

  test('OR-13 what is archived leaves what the owner wrote, Junk and Trash alone, and undo puts it back', async () => {
    await fileThreads(16);
    await fileThreads(3, 'Archive');
    await fileThreads(2, 'Trash');
    const before = await wholeMailbox();
    const { data } = await lanAnh.startBulk({ body: { where: { q: 'đơn hàng' }, action: 'archive' } });
    await runJobsUntilIdle(server.context);
    expect(await counts('INBOX')).toMatchObject({ total: 0 });
    expect(await counts('Archive')).toMatchObject({ total: 19 });
    expect(await counts('Sent')).toMatchObject({ total: 4 });
    expect(await counts('Trash')).toMatchObject({ total: 2 });
    expect(await job(data.id)).toMatchObject({ action: 'archive', state: 'done', can_undo: true });
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
  });

  test('marking what it found unread as read neither skips nor repeats a thread', async () => {
    await fileThreads(450);
    const unread = (await counts('INBOX')).unread;
    const { data } = await lanAnh.startBulk({ body: { where: { is_read: false }, action: 'read' } });
    await runJobsUntilIdle(server.context);
    expect(await counts('INBOX')).toEqual({ total: 450, unread: 0 });
    expect(await job(data.id)).toMatchObject({ state: 'done', done: unread, total: unread });
  });

  test('OR-7 what a search in Trash found is deleted for good, and nothing else', async () => {
    await fileThreads(4, 'Trash');
    await fileMail(server.context, mailbox, { subject: 'Giữ lại', folder: 'Trash' });
    await later(1);
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'Trash', q: 'đơn hàng' }, action: 'delete' },
    });
    await runJobsUntilIdle(server.context);
    expect(await counts('Trash')).toMatchObject({ total: 1 });
    expect(await job(data.id)).toMatchObject({ can_undo: false });
  });
});

describe('the trash', () => {
  test('AP-24 OR-7 is emptied by one call under two addresses, of all that lay there', async () => {
    await fileThreads(15, 'Trash');
    const thread = (await fileMail(server.context, mailbox, {
      subject: 'Ở lại',
      messageId: 'stay@x.example',
    })) as string;
    await fileMail(server.context, mailbox, {
      subject: 'Re: Ở lại',
      inReplyTo: 'stay@x.example',
      folder: 'Trash',
    });
    await later(1);
    await lanAnh.emptyTrash({});
    await lanAnh.emptyTrashLegacy({});
    await runJobsUntilIdle(server.context);
    expect(await counts('Trash')).toEqual({ total: 0, unread: 0 });
    const inbox = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(inbox.data.map((row) => row.message_ids)).toEqual([[thread]]);
  });
});

describe('a call', () => {
  test('tells open clients how far the job is', async () => {
    await fileThreads(5);
    const heard: { mailbox: number; frame: { event: string; data: BulkJob } }[] = [];
    await server.context.listener.listen(MAILBOX_EVENTS, (payload) => heard.push(JSON.parse(payload)));
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'star' } });
    await runJobsUntilIdle(server.context);
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({
        mailbox,
        frame: { event: 'bulk_progress', data: { id: data.id, state: 'done', done: 5, total: 5 } },
      });
  });

  test('OR-12 is refused without a place to move to, into a protected folder, and for folders that are not there', async () => {
    const start = (body: Parameters<typeof lanAnh.startBulk>[0]['body']) => lanAnh.startBulk({ body });
    await expect(start({ where: { in: 'INBOX' }, action: 'move' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(
      start({ where: { in: 'INBOX' }, action: 'move', to_folder_id: await folderId('Sent') }),
    ).rejects.toMatchObject({ code: 'folder_not_allowed' });
    await expect(start({ where: { in: 'Không có' }, action: 'read' })).rejects.toMatchObject({
      code: 'folder_not_found',
    });
    await expect(start({ where: { in: 'INBOX' }, action: 'restore' })).rejects.toMatchObject({
      code: 'folder_not_allowed',
    });
    await expect(start({ where: { q: 'x', folder: 'Không có' }, action: 'read' })).rejects.toMatchObject({
      code: 'folder_not_found',
    });
    await expect(
      start({ where: { in: 'INBOX', folder: 'Sent', q: 'x' }, action: 'read' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(start({ where: { q: '' }, action: 'read' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(start({ where: {}, action: 'read' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('never reaches a job of another mailbox', async () => {
    const { data } = await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'read' } });
    const other = await server.signIn('minh.tran@saomai.example');
    const params = { id: data.id };
    await expect(other.getBulk({ params })).rejects.toMatchObject({ code: 'job_not_found', status: 404 });
    await expect(other.cancelBulk({ params })).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(other.undoBulk({ params })).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(lanAnh.getBulk({ params: { id: 'no id' } })).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });
});

describe('a whole list that is junk, or is not', () => {
  const blocked = async () =>
    (await lanAnh.listRules({})).data.flatMap(({ sieve_json, is_enable }) =>
      is_enable ? [(JSON.parse(sieve_json) as { from: string }).from] : [],
    );
  const from = (sender: string, folder = 'INBOX') => ({ from: sender, folder });

  test('OR-9 goes to Junk with its senders blocked, and comes back with them as they were', async () => {
    await lanAnh.createRule({
      body: {
        is_enable: false,
        sieve_json: JSON.stringify({ type: 'auto_mark_spam', from: 'b@rac.example' }),
      },
    });
    const ours = [OWNER, 'minh.tran@saomai.example', 'postmaster@saomai.example'];
    const senders = ['a@rac.example', 'A@rac.example', 'b@rac.example', ...ours];
    await fileMails(
      server.context,
      mailbox,
      senders.map((sender) => from(sender)),
    );
    await later(1);
    const before = await wholeMailbox();
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX' }, action: 'spam', block_senders: true },
    });
    await runJobsUntilIdle(server.context);
    expect(await job(data.id)).toMatchObject({ state: 'done', done: 6, blocked: 2, not_blocked: 0 });
    expect(await counts('Junk')).toMatchObject({ total: 6 });
    expect((await blocked()).map((sender) => sender.toLowerCase()).sort()).toEqual([
      'a@rac.example',
      'b@rac.example',
    ]);
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
    expect(await blocked()).toEqual([]);
    expect((await lanAnh.listRules({})).data).toHaveLength(1);
    for (const { id } of (await lanAnh.listRules({})).data) await lanAnh.deleteRule({ params: { id } });
  });

  test('OR-8 only goes to Junk where nobody is to be blocked', async () => {
    await fileMails(server.context, mailbox, [from('a@rac.example')]);
    await later(1);
    await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'spam' } });
    await runJobsUntilIdle(server.context);
    expect(await counts('Junk')).toMatchObject({ total: 1 });
    expect(await blocked()).toEqual([]);
  });

  test('OR-10 goes to the inbox with its senders unblocked, and both can be taken back', async () => {
    for (const sender of ['a@rac.example', 'c@rac.example']) {
      const sieve_json = JSON.stringify({ type: 'auto_mark_spam', from: sender });
      await lanAnh.createRule({ body: { is_enable: true, sieve_json } });
    }
    await fileMails(server.context, mailbox, [from('a@rac.example', 'Junk'), from('x@rac.example', 'Junk')]);
    await later(1);
    const before = await wholeMailbox();
    const where = { in: 'Junk' };
    const { data } = await lanAnh.startBulk({ body: { where, action: 'not_spam' } });
    await runJobsUntilIdle(server.context);
    expect(await job(data.id)).toMatchObject({ state: 'done', unblocked: 1 });
    expect(await counts('INBOX')).toMatchObject({ total: 2 });
    expect(await blocked()).toEqual(['c@rac.example']);
    await lanAnh.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await wholeMailbox()).toEqual(before);
    expect((await blocked()).sort()).toEqual(['a@rac.example', 'c@rac.example']);
    await expect(
      lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action: 'not_spam' } }),
    ).rejects.toMatchObject({ code: 'folder_not_allowed' });
  });

  test('OR-5 OR-18 the latest jobs are listed, the newest first', async () => {
    await fileThreads(1);
    const ids: string[] = [];
    for (const action of ['read', 'unread'] as const) {
      ids.unshift((await lanAnh.startBulk({ body: { where: { in: 'INBOX' }, action } })).data.id);
      await later(1);
    }
    await runJobsUntilIdle(server.context);
    const { data } = await lanAnh.listBulk({});
    expect(data.map(({ id }) => id)).toEqual(ids);
    await later(24 * 3600);
    expect((await lanAnh.listBulk({})).data.map(({ can_undo }) => can_undo)).toEqual([false, false]);
  });
});
