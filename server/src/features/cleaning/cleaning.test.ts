import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { kyselyOf } from '../../platform/db/kysely-of.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { cleanRecordsTask, collectBlobsTask, emptyTrashTask, sweepBlobsTask } from './cleaning.jobs.ts';

const OWNER = 'lan.anh@saomai.example';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

async function start(options?: Parameters<typeof startTestServer>[0]): Promise<void> {
  server = await startTestServer(options);
  lanAnh = await server.signIn(OWNER);
  mailbox = await server.mailboxId(OWNER);
}
afterEach(() => server.close());

function pass(ms: number): void {
  server.clock.set(server.clock.now() + ms);
}

async function run(task: Task<object>): Promise<void> {
  await inTransaction(server.context.db, (tx) => addJob(tx, task, {}));
  expect(await runJobsUntilIdle(server.context)).toEqual([task.name]);
}

async function trash(message: string): Promise<void> {
  const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
  await lanAnh.deleteThreads({ body: { ids: [data.thread_id] } });
}

async function blobOf(message: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select encode(blob, 'hex') as key from messages where id = ${message}`.execute(server.context.db);
  return rows[0]?.key ?? '';
}

async function isThere(key: string): Promise<boolean> {
  return (await server.context.blobs.stat(key)) !== null;
}

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(server.context.db);
  return rows[0]?.count ?? -1;
}

describe('by night', () => {
  beforeEach(() => start());

  test('OR-16 mail is removed for good 30 days after it came into Trash, however old it is', async () => {
    const old = await fileMail(server.context, mailbox, { subject: 'Cũ', receivedAt: 1_500_000_000 });
    const other = await fileMail(server.context, mailbox, { subject: 'Ở lại' });
    await trash(old);
    pass(30 * DAY);
    lanAnh = await server.signIn(OWNER);
    const { data: before } = await lanAnh.getQuota({});
    await run(emptyTrashTask);
    expect((await lanAnh.listThreads({ query: { in: 'Trash' } })).meta.total).toBe(1);
    pass(1_000);
    await run(emptyTrashTask);
    expect((await lanAnh.listThreads({ query: { in: 'Trash' } })).meta.total).toBe(0);
    await expect(lanAnh.getMessage({ params: { id: old }, query: {} })).rejects.toMatchObject({
      status: 404,
    });
    expect((await lanAnh.getMessage({ params: { id: other }, query: {} })).data.id).toBe(other);
    expect((await lanAnh.getQuota({})).data).not.toEqual(before);
  });

  test('OR-16 mail that was restored and deleted again starts its 30 days anew', async () => {
    const message = await fileMail(server.context, mailbox, { subject: 'Hai lần' });
    await trash(message);
    pass(20 * DAY);
    const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
    await lanAnh.restoreThreads({ body: { ids: [data.thread_id] } });
    await trash(message);
    pass(20 * DAY);
    await run(emptyTrashTask);
    expect((await lanAnh.listThreads({ query: { in: 'Trash' } })).meta.total).toBe(1);
  });

  test('a thread that lost its last message is remembered for a week, so that a late call or reply still finds it', async () => {
    const message = await fileMail(server.context, mailbox, {
      subject: 'Hết',
      messageId: 'het@x.example',
      folder: 'Trash',
    });
    const { thread_id } = (await lanAnh.getMessage({ params: { id: message }, query: {} })).data;
    const stays = await fileMail(server.context, mailbox, { subject: 'Còn', messageId: 'con@x.example' });
    const trashId = (await lanAnh.getFolderByName({ query: { name: 'Trash' } })).data.id;
    await lanAnh.deleteThreads({ body: { ids: [thread_id], folder_id: trashId } });
    pass(6 * DAY);
    await run(cleanRecordsTask);
    expect(await countRows('threads')).toBe(2);
    pass(2 * DAY);
    await run(cleanRecordsTask);
    expect(await countRows('threads')).toBe(1);
    expect(await countRows('thread_keys')).toBe(1);
    expect((await lanAnh.getMessage({ params: { id: stays }, query: {} })).data.id).toBe(stays);
  });

  test('sessions and profile links that ran out, old sign-ins, old bulk jobs and the old journal go', async () => {
    await fileMail(server.context, mailbox, { subject: 'Một' });
    const inbox = (await lanAnh.getFolderByName({ query: { name: 'INBOX' } })).data.id;
    await lanAnh.markFolder({ body: { folder_id: inbox, is_read: true } });
    await lanAnh.createAppPassword({ body: { name: 'iPhone', scopes: ['smtp'] } });
    await runJobsUntilIdle(server.context);
    await sql`
      insert into profile_links (mailbox_id, app_password_id, token_hash, session_id, sealed, expires_at)
      select mailbox_id, id, token_hash, id, '', ${server.clock.now() / 1000 + 600}::bigint
      from app_passwords`.execute(kyselyOf(server.context.db));
    await run(cleanRecordsTask);
    const tables = ['sessions', 'profile_links', 'sign_ins', 'bulk_jobs', 'bulk_steps', 'changes'];
    for (const table of tables) expect([table, (await countRows(table)) > 0]).toEqual([table, true]);
    pass(91 * DAY);
    await run(cleanRecordsTask);
    for (const table of tables) expect([table, await countRows(table)]).toEqual([table, 0]);
  });
});

describe('what was sent', () => {
  const messages = () =>
    server.context.db.selectFrom('outbox').select(['message_id', 'state']).orderBy('created_at').execute();

  async function send(to: string): Promise<string> {
    const { data } = await lanAnh.createDraft({
      body: { to: [{ email: to }], subject: 'Xin', body: 'chào' },
    });
    await lanAnh.sendMail({ body: { msg_id: data.id } });
    await runJobsUntilIdle(server.context);
    pass(1_000);
    return data.id;
  }

  async function removeForGood(message: string): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
      await lanAnh.deleteThreads({ body: { ids: [data.thread_id], folder_id: data.folder_id } });
    }
  }

  test('goes with its message after thirty days; what is still on its way goes on', async () => {
    await start({ env: { SMTP_RELAY: 'smtp://127.0.0.1:1' } });
    const kept = await send(OWNER);
    const removed = await send(OWNER);
    const leaving = await send('khach@ngoai.example');
    await removeForGood(removed);
    await removeForGood(leaving);
    const clean = async () => {
      await inTransaction(server.context.db, (tx) => addJob(tx, cleanRecordsTask, {}));
      await runJobsUntilIdle(server.context);
    };
    await clean();
    // It counts against the sending limits, and in the review of the account.
    expect(await messages()).toHaveLength(3);
    const { db } = server.context;
    const past = Math.floor(server.clock.now() / 1000) - (30 * DAY) / 1000;
    const change = (at: number) =>
      db
        .updateTable('outbox')
        .set({ message_removed_at: at })
        .where('message_removed_at', 'is not', null)
        .execute();
    await change(past + 1);
    await clean();
    expect(await messages()).toHaveLength(3);
    await change(past - 1);
    await clean();
    expect(await messages()).toEqual([
      { message_id: kept, state: 'sent' },
      { message_id: leaving, state: 'sending' },
    ]);
    expect(await countRows('outbox_recipients')).toBe(2);
    pass(6 * DAY);
    await clean();
    await clean();
    expect(await messages()).toEqual([{ message_id: kept, state: 'sent' }]);
    expect(await countRows('outbox_recipients')).toBe(1);
  });
});

describe('files of no message', () => {
  beforeEach(() => start());

  async function upload(text: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([text]), 'a.txt');
    return (await lanAnh.uploadFile({ form })).data[0]?.id as string;
  }

  test('AT-13 go after a day, with their bytes; those that a draft has stay', async () => {
    const [unused, kept, dropped] = [await upload('một'), await upload('hai'), await upload('ba')];
    const { data: draft } = await lanAnh.createDraft({ body: { files: [kept, dropped] } });
    pass(23 * HOUR);
    await lanAnh.saveDraft({ params: { id: draft.id }, body: { files: [kept] } });
    await run(cleanRecordsTask);
    expect(await countRows('attachments')).toBe(3);
    pass(2 * HOUR);
    await run(cleanRecordsTask);
    await expect(lanAnh.getFile({ params: { id: unused } })).rejects.toMatchObject({
      code: 'file_not_found',
    });
    expect((await lanAnh.getFile({ params: { id: dropped } })).data.id).toBe(dropped);
    pass(23 * HOUR);
    await run(cleanRecordsTask);
    await run(cleanRecordsTask);
    expect(await countRows('attachments')).toBe(1);
    await expect(
      lanAnh.saveDraft({ params: { id: draft.id }, body: { files: [kept, dropped] } }),
    ).rejects.toMatchObject({ code: 'file_not_found' });
    expect(await countRows('orphaned_blobs')).toBe(2);
    pass(2 * DAY);
    await run(collectBlobsTask);
    const keys = [];
    for await (const { key } of server.context.blobs.list()) keys.push(key);
    expect(keys).toHaveLength(1);
  });
});

describe('blobs', () => {
  beforeEach(() => start());

  test('one that two messages share stays until the last of them is gone for a day', async () => {
    const first = await fileMail(server.context, mailbox, { subject: 'Chung', folder: 'Trash' });
    const second = await fileMail(server.context, mailbox, { subject: 'Chung' });
    const key = await blobOf(first);
    expect(await blobOf(second)).toBe(key);

    await lanAnh.emptyTrash({});
    await runJobsUntilIdle(server.context);
    pass(2 * DAY);
    await run(collectBlobsTask);
    expect(await isThere(key)).toBe(true);
    expect(await countRows('orphaned_blobs')).toBe(0);

    await trash(second);
    pass(1_000);
    await lanAnh.emptyTrash({});
    await runJobsUntilIdle(server.context);
    expect(await countRows('messages')).toBe(0);
    await run(collectBlobsTask);
    expect(await isThere(key)).toBe(true);
    pass(DAY + 1_000);
    await run(collectBlobsTask);
    expect(await isThere(key)).toBe(false);
    expect(await countRows('orphaned_blobs')).toBe(0);
  });

  test('one that a delivery just put again, and will name in a moment, stays', async () => {
    const message = await fileMail(server.context, mailbox, { subject: 'Trở lại', folder: 'Trash' });
    const key = await blobOf(message);
    const bytes = await server.context.blobs.read(key);
    pass(1_000);
    await lanAnh.emptyTrash({});
    await runJobsUntilIdle(server.context);
    pass(2 * DAY);
    await server.context.blobs.put(bytes);
    await run(collectBlobsTask);
    expect(await isThere(key)).toBe(true);
    expect(await countRows('orphaned_blobs')).toBe(1);
    pass(2 * DAY);
    await run(collectBlobsTask);
    expect(await isThere(key)).toBe(false);
  });

  test('one that no row ever named is swept away after two days; one that is named, or waits its turn, is not', async () => {
    const named = await blobOf(await fileMail(server.context, mailbox, { subject: 'Có tên' }));
    const { key: attached } = await server.context.blobs.put(Buffer.from('tệp đính kèm'));
    await fileMail(server.context, mailbox, {
      subject: 'Có tệp',
      attachments: [
        {
          name: 'a.txt',
          contentType: 'text/plain',
          contentId: null,
          inline: false,
          size: 14,
          blob: attached,
          held: null,
        },
      ],
    });
    const { key: lost } = await server.context.blobs.put(Buffer.from('lost between put and commit'));
    pass(47 * HOUR);
    await run(sweepBlobsTask);
    expect(await isThere(lost)).toBe(true);
    pass(2 * HOUR);
    await run(sweepBlobsTask);
    expect([await isThere(lost), await isThere(named), await isThere(attached)]).toEqual([false, true, true]);
  });
});

describe('the jobs role', () => {
  test('works on jobs by itself and tells how many wait', async () => {
    await start({ env: { ROLES: 'http,jobs' }, clock: systemClock });
    await fileMail(server.context, mailbox, { subject: 'Một', unread: true });
    await systemClock.sleep(5);
    const inbox = (await lanAnh.getFolderByName({ query: { name: 'INBOX' } })).data.id;
    const { data } = await lanAnh.markFolder({ body: { folder_id: inbox, is_read: true } });
    await expect
      .poll(async () => (await lanAnh.getBulk({ params: { id: data.id } })).data.state)
      .toBe('done');
    const metrics = async () => (await fetch(`${server.operationsUrl}/metrics`)).text();
    await expect.poll(metrics).toContain('bocau_jobs_waiting{of="bulk"} 0');
    expect(await metrics()).toContain('bocau_jobs_failed{of="bulk"} 0');
  });
});
