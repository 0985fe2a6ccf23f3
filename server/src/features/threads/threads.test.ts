import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
});
afterAll(() => server.close());

async function folders() {
  const { data } = await lanAnh.listFolders({});
  return new Map(data.map((folder) => [folder.name, folder]));
}

async function threadOf(message: string) {
  const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
  return data.thread_id;
}

describe('the list of a folder', () => {
  test('AP-13 TL-7 TL-11 TL-22 shows a new thread first, with the counts of the folder', async () => {
    const message = await fileMail(server.context, mailbox, {
      subject: 'Hợp đồng thuê kho',
      messageId: 'a1@x.example',
    });
    const { data, meta } = await lanAnh.listThreads({ query: { in: 'INBOX', limit: '50' } });
    expect(data[0]).toMatchObject({
      subject: 'Hợp đồng thuê kho',
      mailbox_name: 'INBOX',
      unread: true,
      isRead: false,
      message_count: 1,
      message_ids: [message],
    });
    expect(meta).toMatchObject({ total: 1, unread: 1, next_cursor: null });
  });

  test('FO-13 OR-18 a reply joins its thread, and counts are of threads', async () => {
    await fileMail(server.context, mailbox, {
      subject: 'Re: Hợp đồng thuê kho',
      messageId: 'a2@x.example',
      inReplyTo: 'a1@x.example',
    });
    const { data, meta } = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(data).toHaveLength(1);
    expect(data[0]?.message_count).toBe(2);
    expect(meta.total).toBe(1);
    expect((await folders()).get('INBOX')).toMatchObject({ total_threads: 1, unread_threads: 1 });
  });
});

describe('acts on threads', () => {
  test('TD-11 opening an unread thread marks it read, a peek does not', async () => {
    const thread = await threadOf(await fileMail(server.context, mailbox, { subject: 'Chuyển khoản' }));
    const peeked = await lanAnh.getThread({ params: { id: thread }, query: { in: 'INBOX', peek: 'true' } });
    expect(peeked.data.unread).toBe(true);
    const opened = await lanAnh.getThread({ params: { id: thread }, query: { in: 'INBOX' } });
    expect(opened.data).toMatchObject({ unread: false, messages: [{ unread: false, body: 'Xin chào' }] });
    const { data } = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(data.find((row) => row.id === thread)?.unread).toBe(false);
  });

  test('OR-6 OR-11 OR-18 a deleted thread goes to Trash, and comes back to its folder', async () => {
    const thread = await threadOf(await fileMail(server.context, mailbox, { subject: 'Đơn xin nghỉ phép' }));
    const before = (await folders()).get('INBOX');
    const { data } = await lanAnh.deleteThreads({ body: { ids: [thread], folder_id: before?.id } });
    expect(data.moved).toHaveLength(1);
    const trash = await lanAnh.listThreads({ query: { in: 'Trash' } });
    expect(trash.data[0]).toMatchObject({ id: thread, old_folder_id: before?.id });
    await lanAnh.restoreThreads({ body: { ids: [thread] } });
    expect((await folders()).get('INBOX')).toMatchObject({ total_threads: before?.total_threads });
    expect((await lanAnh.listThreads({ query: { in: 'Trash' } })).meta.total).toBe(0);
  });

  test('OR-7 deleting from Trash is for good, and saying it again is no error', async () => {
    const message = await fileMail(server.context, mailbox, { subject: 'Rác', folder: 'Trash' });
    const thread = await threadOf(message);
    const trash = (await folders()).get('Trash')?.id;
    await lanAnh.deleteThreads({ body: { ids: [thread], folder_id: trash } });
    await lanAnh.deleteThreads({ body: { ids: [thread], folder_id: trash } });
    await expect(lanAnh.getMessage({ params: { id: message }, query: {} })).rejects.toMatchObject({
      status: 404,
    });
    await expect(lanAnh.getThread({ params: { id: thread }, query: {} })).rejects.toMatchObject({
      code: 'thread_not_found',
    });
  });

  test('AP-19 TL-19 a starred thread shows in Starred with its own folder', async () => {
    const thread = await threadOf(await fileMail(server.context, mailbox, { subject: 'Quan trọng' }));
    await lanAnh.starThread({ params: { id: thread }, body: { starred: true } });
    const { data } = await lanAnh.listStarred({ query: {} });
    expect(data.map((row) => row.id)).toEqual([thread]);
    expect(data[0]?.mailbox_name).toBe('INBOX');
    await lanAnh.starThread({ params: { id: thread }, body: { starred: false } });
    expect((await lanAnh.listStarred({ query: {} })).data).toEqual([]);
  });
});
