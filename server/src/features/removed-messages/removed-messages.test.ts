import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { repairCounts } from '../../mail/mailbox/repair-counts.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { cleanRecordsTask, collectBlobsTask } from '../cleaning/cleaning.jobs.ts';

const DAY = 24 * 3600_000;

let server: TestServer;
let an: NewPerson;
let imap: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  imap = await signIn();
});

async function signIn(): Promise<ImapClient> {
  const client = await connectImap({ port: server.running.imapPort as number });
  await client.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
  return client;
}

const file = (subject: string, folder = 'INBOX', text = 'Xin chào') =>
  fileMail(server.context, an.mailbox, { subject, folder, text });
const select = (folder = 'INBOX') => imap.command(`SELECT ${folder}`);
const subjectsIn = async (folder = 'INBOX') => (await mailIn(an, folder)).map(({ subject }) => subject);
const removed = async (cursor?: string) =>
  (await an.client.listRemovedMessages({ query: cursor === undefined ? {} : { cursor } })).data;
const restore = (ids: string[]) => an.client.restoreRemovedMessages({ body: { ids } });
const sound = () => recount(server.context.db, an.mailbox);

async function countsOf(folder = 'INBOX') {
  const { data } = await an.client.listFolders({});
  const found = data.find(({ display_name }) => display_name === folder);
  return { total: found?.total_threads, unread: found?.unread_threads };
}

async function expunge(number: number, folder = 'INBOX') {
  await select(folder);
  await imap.command(`STORE ${number} +FLAGS.SILENT (\\Deleted)`);
  await imap.command('EXPUNGE');
}

describe('a message that a mail program marks as deleted', () => {
  test('is in no list, conversation and count of the web, until the mark is taken away', async () => {
    await file('Một');
    const two = await file('Hai');
    await select();
    await imap.command('STORE 2 +FLAGS (\\Deleted)');
    expect(await subjectsIn()).toEqual(['Một']);
    expect(await countsOf()).toEqual({ total: 1, unread: 1 });
    expect((await an.client.listThreads({ query: { q: 'Hai' } })).data).toEqual([]);
    expect(await sound()).toEqual([]);
    expect((await imap.command('SEARCH ALL')).untagged).toEqual(['* SEARCH 1 2']);

    await imap.command('STORE 2 -FLAGS (\\Deleted)');
    expect((await subjectsIn()).sort()).toEqual(['Hai', 'Một']);
    expect(await countsOf()).toEqual({ total: 2, unread: 2 });
    expect((await mailIn(an, 'INBOX')).map(({ id }) => id)).toContain(two);
    expect(await sound()).toEqual([]);
  });

  test('leaves its conversation, and stays where it is when that is moved', async () => {
    await file('Hợp đồng');
    const [thread] = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    const id = thread?.id as string;
    await fileMail(server.context, an.mailbox, { subject: 'Re: Hợp đồng', threadId: id });
    await select();
    await imap.command('STORE 2 +FLAGS (\\Deleted)');
    const { data } = await an.client.getThread({ params: { id }, query: { in: 'INBOX', peek: 'true' } });
    expect(data.messages.map(({ subject }) => subject)).toEqual(['Hợp đồng']);
    await an.client.starThread({ params: { id }, body: { starred: true } });
    expect((await an.client.listStarred({ query: {} })).data).toMatchObject([{ starred: true }]);
    await an.client.deleteThreads({ body: { ids: [id], folder_id: thread?.folder_id as string } });
    expect((await imap.command('NOOP')).untagged).toContain('* 1 EXPUNGE');
    await imap.command('STORE 1 -FLAGS (\\Deleted)');
    expect([await subjectsIn(), await subjectsIn('Trash')]).toEqual([['Re: Hợp đồng'], ['Hợp đồng']]);
    expect(await sound()).toEqual([]);
  });

  test('is not in lists of single messages either, whose windows are told', async () => {
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    await file('Một');
    const two = await file('Hai');
    const before = (await an.client.getChanges({ query: {} })).data;
    await select();
    await imap.command('STORE 2 +FLAGS (\\Deleted)');
    expect((await an.client.listThreads({ query: { in: 'INBOX' } })).data).toMatchObject([
      { subject: 'Một' },
    ]);
    const { data } = await an.client.getChanges({ query: { since: String(before.seq) } });
    expect(JSON.stringify(data)).toContain(two);
    await imap.command('STORE 2 -FLAGS (\\Deleted)');
    expect((await an.client.listThreads({ query: { in: 'INBOX' } })).data).toHaveLength(2);
  });

  test('stays hidden when the mailbox is repaired and counted again', async () => {
    await file('Một');
    await select();
    await imap.command('STORE 1 +FLAGS (\\Deleted)');
    await repairCounts(server.context, an.mailbox);
    expect(await subjectsIn()).toEqual([]);
    expect(await sound()).toEqual([]);
  });

  test('goes with its folder as if it were expunged', async () => {
    const { data: folder } = await an.client.createFolder({ body: { name: 'Tam' } });
    await file('Một', folder.id);
    await select('Tam');
    await imap.command('STORE 1 +FLAGS (\\Deleted)');
    await an.client.deleteFolder({ params: { id: folder.id } });
    expect(await removed()).toMatchObject([{ subject: 'Một', folder: null }]);
    expect(await sound()).toEqual([]);
  });
});

describe('what a mail program has removed', () => {
  test('is listed and restored with its marks, once', async () => {
    await fileMail(server.context, an.mailbox, { subject: 'Một', starred: true, spoofed: true });
    await file('Hai');
    await expunge(1);
    expect(await subjectsIn()).toEqual(['Hai']);
    const [one, ...others] = await removed();
    expect(one).toMatchObject({
      subject: '**SPOOF** Một',
      folder: 'INBOX',
      from: { email: 'khach@minhphat.example' },
    });
    expect(others).toEqual([]);
    await restore([one?.id as string]);
    expect((await refusalOf(restore([one?.id as string]))).code).toBe('message_not_found');
    expect((await refusalOf(restore(['nothing']))).code).toBe('message_not_found');
    expect((await subjectsIn()).sort()).toEqual(['**SPOOF** Một', 'Hai']);
    const back = (await mailIn(an, 'INBOX')).find(({ starred }) => starred);
    expect(back).toMatchObject({ starred: true, unread: true, spoofed: true });
    expect(await removed()).toEqual([]);
    expect((await imap.command('NOOP')).untagged).toContain('* 2 EXISTS');
    expect(await sound()).toEqual([]);
  });

  test('PM-14 comes back with its labels, but for those that are gone', async () => {
    const label = async (name: string) =>
      (await an.client.createLabel({ body: { name, color: 'blue' } })).data.id;
    const [kept, gone] = [await label('Khách'), await label('Tạm')];
    const id = await file('Một');
    await an.client.labelMessages({ body: { ids: [id], add: [kept, gone], remove: [] } });
    await expunge(1);
    await an.client.deleteLabel({ params: { id: gone } });
    await restore((await removed()).map((message) => message.id));
    expect((await mailIn(an, 'INBOX')).map(({ label_ids }) => label_ids)).toEqual([[kept]]);
    expect(await sound()).toEqual([]);
  });

  test('is listed a page at a time', async () => {
    for (let at = 0; at < 51; at++) await file(`Số ${at}`, 'INBOX', `Thư ${at}`);
    await select();
    await imap.command('STORE 1:* +FLAGS.SILENT (\\Deleted)');
    await imap.command('EXPUNGE');
    const { data, meta } = await an.client.listRemovedMessages({ query: {} });
    expect(data).toHaveLength(50);
    expect(meta.total).toBe(51);
    expect(await removed(meta.next_cursor as string)).toHaveLength(1);
    expect((await refusalOf(removed('x'))).code).toBe('invalid_cursor');
  });

  test('is gone where it was removed from the Trash, or is in the mailbox once more', async () => {
    await file('Một', 'Trash');
    await expunge(1, 'Trash');
    await file('Hai');
    await select();
    await imap.command('COPY 1 Archive');
    await expunge(1);
    expect(await removed()).toEqual([]);
    expect(await subjectsIn('Archive')).toEqual(['Hai']);
  });

  test('returns into the inbox where its folder is gone, and not into a mailbox that is full', async () => {
    const { data: folder } = await an.client.createFolder({ body: { name: 'Tam' } });
    await file('Một', folder.id);
    await expunge(1, 'Tam');
    await an.client.forceDeleteFolder({ body: { folder_id: folder.id } });
    const [one] = await removed();
    const quota = (quota_mb: number) =>
      server.context.db.updateTable('mailboxes').set({ quota_mb }).where('id', '=', an.mailbox).execute();
    await quota(0);
    expect((await refusalOf(restore([one?.id as string]))).code).toBe('quota_exceeded');
    await quota(9);
    await restore([one?.id as string]);
    expect(await subjectsIn()).toEqual(['Một']);
  });

  test('is another person’s to nobody', async () => {
    await file('Một');
    await expunge(1);
    const [one] = await removed();
    const other = await newPerson(server);
    expect((await other.client.listRemovedMessages({ query: {} })).data).toEqual([]);
    const stolen = other.client.restoreRemovedMessages({ body: { ids: [one?.id as string] } });
    expect((await refusalOf(stolen)).code).toBe('message_not_found');
    expect(await mailIn(other, 'INBOX')).toEqual([]);
    expect(await removed()).toHaveLength(1);
  });

  test('is forgotten after two weeks, with its bytes', async () => {
    const text = `Chỉ một lần ${an.email}`;
    const id = await file('Một', 'INBOX', text);
    const { db, blobs } = server.context;
    const [row] = await db.selectFrom('messages').select('blob').where('id', '=', id).execute();
    const key = row?.blob?.toString('hex') as string;
    const kept = () =>
      db.selectFrom('removed_messages').select('id').where('mailbox_id', '=', an.mailbox).execute();
    await expunge(1);
    const run = async (task: typeof cleanRecordsTask) => {
      await inTransaction(db, (tx) => addJob(tx, task, {}));
      await runJobsUntilIdle(server.context);
    };
    server.clock.set(server.clock.now() + 13 * DAY);
    await run(cleanRecordsTask);
    await run(collectBlobsTask);
    expect(await blobs.stat(key)).not.toBeNull();
    expect(await kept()).toHaveLength(1);
    server.clock.set(server.clock.now() + 2 * DAY);
    await run(cleanRecordsTask);
    server.clock.set(server.clock.now() + 2 * DAY);
    await run(collectBlobsTask);
    expect(await kept()).toEqual([]);
    expect(await blobs.stat(key)).toBeNull();
  });
});

describe('a message that its sender recalls', () => {
  const SUBJECT = 'Bảng lương';
  const work = () => runJobsUntilIdle(server.context);
  const recalledIn = async (folder = 'INBOX') =>
    (await subjectsIn(folder)).filter((subject) => subject === SUBJECT);
  const recalledRemoved = async () => (await removed()).filter(({ subject }) => subject === SUBJECT);

  /** From a colleague; `number` is its number in the open inbox. */
  async function receive() {
    const binh = await newPerson(server);
    const draft = await writeDraft(binh, [an.email], { subject: SUBJECT });
    await binh.client.sendMail({ body: { msg_id: draft.id } });
    await work();
    await select();
    const [line = ''] = (await imap.command(`SEARCH FROM "${binh.email}"`)).untagged;
    const recall = async () => {
      await binh.client.recallMessage({ body: { message_id: draft.id } });
      await work();
    };
    return { binh, number: Number(/\d+/.exec(line)?.[0]), recall };
  }

  test('RE-3 cannot be restored after a mail program has removed it', async () => {
    const { number, recall } = await receive();
    await expunge(number);
    expect(await recalledRemoved()).toHaveLength(1);
    await recall();
    expect(await recalledRemoved()).toEqual([]);
    expect(await sound()).toEqual([]);
  });

  test('RE-3 goes although it was restored', async () => {
    const { number, recall } = await receive();
    await expunge(number);
    await restore((await recalledRemoved()).map(({ id }) => id));
    expect(await recalledIn()).toEqual([SUBJECT]);
    await recall();
    expect(await recalledIn()).toEqual([]);
    expect(await sound()).toEqual([]);
  });

  test('RE-3 goes with the copies that a mail program has made, and stays in Sent of who sent it', async () => {
    const { binh, number, recall } = await receive();
    expect((await imap.command(`COPY ${number} Archive`)).result).toMatch(/^OK/);
    expect(await recalledIn('Archive')).toEqual([SUBJECT]);
    await recall();
    expect([await recalledIn(), await recalledIn('Archive')]).toEqual([[], []]);
    expect((await mailIn(binh, 'Sent')).map(({ subject }) => subject)).toEqual([SUBJECT]);
    expect(await sound()).toEqual([]);
  });
});
