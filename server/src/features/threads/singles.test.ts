import { singleId } from '@bocau/contract/single-messages.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { applyChangeSet, fetchSnapshot } from '../../test-kit/apply-change-set.ts';
import { attachedPdf, fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
  await show('messages');
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

function show(what: 'messages' | 'conversations') {
  return client.saveSettings({ body: [{ key: 'conversation_view', value: what === 'conversations' }] });
}

/** Stores a message and returns the id of its row. */
async function file(mail: MailGiven = {}): Promise<string> {
  server.clock.set(server.clock.now() + 1_000);
  return singleId(await fileMail(server.context, person.mailbox, mail));
}

/** A question, its answer in Sent, and two more messages of the same conversation, the last one read. */
async function conversation(): Promise<{ question: string; answer: string; second: string; third: string }> {
  const re = { subject: 'Re: Báo giá', inReplyTo: 'a@x' };
  return {
    question: await file({ subject: 'Báo giá', messageId: 'a@x' }),
    answer: await file({ ...re, messageId: 'b@x', folder: 'Sent', unread: false }),
    second: await file({ ...re, messageId: 'c@x' }),
    third: await file({ ...re, messageId: 'd@x', unread: false }),
  };
}

type Query = NonNullable<Parameters<NewPerson['client']['listThreads']>[0]>['query'];

async function list(name: string, query: Query = {}): Promise<Thread[]> {
  return (await client.listThreads({ query: { in: name, ...query } })).data;
}

async function ids(name: string, query: Query = {}): Promise<string[]> {
  return (await list(name, query)).map(({ id }) => id);
}

async function folderId(name: string): Promise<string> {
  return (await client.getFolderByName({ query: { name } })).data.id;
}

async function countsOf(name: string): Promise<number[]> {
  const { data } = await client.getFolderByName({ query: { name } });
  return [data.total_threads, data.unread_threads];
}

async function undo(moved: { message_id: string; from_folder_id: string; to_folder_id: string | null }[]) {
  for (const { message_id, from_folder_id: to_folder_id, to_folder_id: from } of moved)
    await client.moveMessages({
      body: { message_ids: [message_id], from_folder_id: from as string, to_folder_id },
    });
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

describe('lists of single messages', () => {
  test('TL-11 a folder lists its messages newest first, and counts them', async () => {
    const { question, answer, second, third } = await conversation();
    expect(await ids('INBOX')).toEqual([third, second, question]);
    expect(await ids('Sent')).toEqual([answer]);
    expect(await countsOf('INBOX')).toEqual([3, 2]);
    const { data, meta } = await client.listThreads({ query: { in: 'INBOX' } });
    expect(meta).toMatchObject({ total: 3, unread: 2, next_cursor: null });
    expect(data.map(({ message_count, unread }) => [message_count, unread])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect(new Set(data.map(({ thread_id }) => thread_id)).size).toBe(1);
    await show('conversations');
    expect(await countsOf('INBOX')).toEqual([1, 1]);
    expect(await ids('INBOX')).toEqual([data[0]?.thread_id]);
  });

  test('AP-13 pages follow each other by cursor and by offset', async () => {
    const filed: string[] = [];
    for (let number = 0; number < 7; number += 1) filed.unshift(await file({ messageId: `${number}@x` }));
    const pages: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { data, meta } = await client.listThreads({
        query: { limit: '3', ...(cursor ? { cursor } : {}) },
      });
      pages.push(...data.map(({ id }) => id));
      cursor = meta.next_cursor;
    } while (cursor);
    expect(pages).toEqual(filed);
    expect(await ids('INBOX', { limit: '3', offset: '3' })).toEqual(filed.slice(3, 6));
  });

  test('filters and searches find messages, with the marks that each has itself', async () => {
    const { question, second } = await conversation();
    const withFile = await file({ subject: 'Bảng kê', attachments: [attachedPdf('a.pdf')] });
    await client.starThread({ params: { id: question }, body: { starred: true } });
    expect(await ids('INBOX', { is_read: 'false' })).toEqual([withFile, second, question]);
    expect(await ids('INBOX', { is_star: 'true' })).toEqual([question]);
    expect(await ids('INBOX', { has_attachment: 'true' })).toEqual([withFile]);
    expect(await ids('INBOX', { from_addr: 'nobody@x.example' })).toEqual([]);
    const { data, meta } = await client.searchThreads({ query: { subject: 'báo giá', folder: 'INBOX' } });
    expect(data.map(({ message_count }) => message_count)).toEqual([1, 1, 1]);
    expect(meta.total).toBe(3);
    // Orders without an index fall back to the date.
    expect((await list('INBOX', { sort: 'size' }))[0]?.id).toBe(withFile);
  });
});

describe('acts on a single message', () => {
  test('TD-11 opening shows that message alone, and reads only it', async () => {
    const { question, second } = await conversation();
    const { data } = await client.getThread({ params: { id: question }, query: { in: 'INBOX' } });
    expect(data).toMatchObject({ id: question, message_count: 1, unread: false });
    expect(data.messages.map(({ id, unread }) => [singleId(id), unread])).toEqual([[question, false]]);
    expect(await countsOf('INBOX')).toEqual([3, 1]);
    expect(await ids('INBOX', { is_read: 'false' })).toEqual([second]);
    const whole = await client.getThread({ params: { id: data.thread_id }, query: { peek: 'true' } });
    expect(whole.data.messages).toHaveLength(4);
  });

  test('TL-19 mark and star change it alone', async () => {
    const { question, second, third } = await conversation();
    await client.markThreads({ body: { ids: [third], folder_id: await folderId('INBOX'), unread: true } });
    await client.markThreads({ body: { ids: [second], unread: false } });
    expect(await ids('INBOX', { is_read: 'false' })).toEqual([third, question]);
    const { data } = await client.starThread({ params: { id: second }, body: { starred: true } });
    expect(data).toMatchObject({ id: second, starred: true });
    expect((await client.listStarred({ query: {} })).data.map(({ id }) => id)).toEqual([second]);
    expect((await client.listFolders({})).meta.starred).toEqual({ total_threads: 1, unread_threads: 0 });
    await client.starThread({ params: { id: second }, body: { starred: false } });
    expect((await client.listStarred({ query: {} })).data).toEqual([]);
  });

  test('OR-5 a move, deletion and restoring are of it alone, and taken back exactly', async () => {
    const { question, second, third } = await conversation();
    const [inbox, archive, trash] = [
      await folderId('INBOX'),
      await folderId('Archive'),
      await folderId('Trash'),
    ];
    const archived = await client.moveThreads({
      body: [{ thread_ids: [second], from_folder_id: inbox, to_folder_id: archive }],
    });
    expect(archived.data.moved.map(({ thread_id }) => thread_id)).toEqual([second]);
    expect(await ids('INBOX')).toEqual([third, question]);
    expect(await ids('Archive')).toEqual([second]);
    await undo(archived.data.moved);
    expect(await ids('INBOX')).toEqual([third, second, question]);
    const deleted = await client.deleteThreads({ body: { ids: [question], folder_id: inbox } });
    expect(await ids('Trash')).toEqual([question]);
    expect(await countsOf('Trash')).toEqual([1, 1]);
    await client.restoreThreads({ body: { ids: [question], folder_id: trash } });
    expect(await ids('INBOX')).toEqual([third, second, question]);
    expect(deleted.data.moved).toHaveLength(1);
  });

  test('OR-7 junk, and gone for good, are said of it alone', async () => {
    const { question, second, third } = await conversation();
    const [inbox, junk] = [await folderId('INBOX'), await folderId('Junk')];
    await client.moveThreads({
      body: [{ thread_ids: [second, question], from_folder_id: inbox, to_folder_id: junk }],
    });
    await client.unspamThreads({ body: { ids: [second] } });
    expect(await ids('Junk')).toEqual([question]);
    const { data } = await client.deleteThreads({ body: { ids: [question], folder_id: junk } });
    expect(data.moved).toMatchObject([{ thread_id: question, to_folder_id: null }]);
    // Repeated after a lost response.
    const again = await client.deleteThreads({ body: { ids: [question], folder_id: junk } });
    expect(again.data.moved).toEqual([]);
    expect(await ids('INBOX')).toEqual([third, second]);
  });

  test("a message that is unknown or another person's is not found", async () => {
    const other = await newPerson(server);
    const theirs = singleId(await fileMail(server.context, other.mailbox));
    for (const id of [theirs, 'm-', 'm-x', singleId('00000000-0000-7000-8000-000000000000')]) {
      const gone = refused(404, 'thread_not_found');
      await expect(client.getThread({ params: { id }, query: {} })).rejects.toEqual(gone);
      await expect(client.markThreads({ body: { ids: [id], unread: true } })).rejects.toEqual(gone);
      await expect(client.deleteThreads({ body: { ids: [id] } })).rejects.toEqual(gone);
      await expect(client.starThread({ params: { id }, body: { starred: true } })).rejects.toEqual(gone);
    }
  });

  test('an act on all of a list is on its messages, and taken back', async () => {
    const { question, second, third } = await conversation();
    const other = await file({ subject: 'Khác' });
    await client.starThread({ params: { id: second }, body: { starred: true } });
    const run = async (body: Parameters<NewPerson['client']['startBulk']>[0]['body']) => {
      const { data } = await client.startBulk({ body });
      await runJobsUntilIdle(server.context);
      return (await client.getBulk({ params: { id: data.id } })).data;
    };
    expect(await run({ where: { in: 'INBOX' }, action: 'unread' })).toMatchObject({ total: 4, done: 4 });
    expect(await countsOf('INBOX')).toEqual([4, 4]);
    expect(await run({ where: { in: 'INBOX', subject: 'báo giá' }, action: 'read' })).toMatchObject({
      total: 3,
      done: 3,
    });
    expect(await ids('INBOX', { is_read: 'false' })).toEqual([other]);
    const { id } = await run({ where: { in: 'Starred' }, action: 'archive' });
    expect(await ids('INBOX')).toEqual([other, third, question]);
    await client.undoBulk({ params: { id } });
    await runJobsUntilIdle(server.context);
    expect(await ids('INBOX')).toEqual([other, third, second, question]);
  });
});

describe('what clients are told', () => {
  test('changes have a row for each message, and say which form lists have', async () => {
    const { question, second } = await conversation();
    const [inbox, junk] = [await folderId('INBOX'), await folderId('Junk')];
    let replica = await fetchSnapshot(client);
    const follow = async () => {
      const { data } = await client.getChanges({ query: { since: String(replica.seq) } });
      replica = applyChangeSet(replica, data);
      expect(replica).toEqual(await fetchSnapshot(client));
      return data;
    };
    await client.starThread({ params: { id: question }, body: { starred: true } });
    const { single, threads } = await follow();
    expect(single).toBe(true);
    const { thread_id } = (await list('INBOX'))[0] as Thread;
    expect(threads.find(({ id }) => id === thread_id)?.rows).toEqual([]);
    await client.moveThreads({
      body: [{ thread_ids: [question, second], from_folder_id: inbox, to_folder_id: junk }],
    });
    await follow();
    await client.deleteThreads({ body: { ids: [question], folder_id: junk } });
    await follow();
    await file({ subject: 'Re: Báo giá', inReplyTo: 'a@x' });
    expect((await follow()).new_mail).toHaveLength(1);
    await show('conversations');
    const { data } = await client.getChanges({ query: { since: String(replica.seq) } });
    expect(data).toMatchObject({ settings: true });
    expect(data.single).toBeUndefined();
  });
});
