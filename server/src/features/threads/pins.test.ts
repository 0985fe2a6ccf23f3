import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

/** Stores a message and returns its thread. */
async function file(mail: MailGiven = {}): Promise<string> {
  server.clock.pass(1000);
  const id = await fileMail(server.context, an.mailbox, mail);
  return (await an.client.getMessage({ params: { id }, query: {} })).data.thread_id;
}

const folderId = async (name: string) => (await an.client.getFolderByName({ query: { name } })).data.id;
const list = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
const idsIn = async (name: string) => (await list(name)).map(({ id }) => id);

async function pin(ids: string[], pinned = true, folder = 'INBOX'): Promise<void> {
  await an.client.pinThreads({ body: { ids, folder_id: await folderId(folder), pinned } });
}

async function move(ids: string[], from: string, to: string): Promise<void> {
  const group = { thread_ids: ids, from_folder_id: await folderId(from), to_folder_id: await folderId(to) };
  await an.client.moveThreads({ body: [group] });
}

/** All rows of the list by its cursors. */
async function pagesOf(name: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { in: name, limit: String(limit), ...(cursor && { cursor }) };
    const page = await an.client.listThreads({ query });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.meta.next_cursor;
  }
  return seen;
}

describe('pinning', () => {
  test('PM-2 puts conversations above all others, and pages list each once', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number++) ids.push(await file({ subject: `Thư ${number}` }));
    const [a, b, c, d, e, f, g] = ids;
    await pin([b as string, d as string]);
    const inOrder = [d, b, g, f, e, c, a];
    expect(await idsIn('INBOX')).toEqual(inOrder);
    expect((await list('INBOX')).map(({ pinned }) => pinned === true)).toEqual([
      ...[true, true],
      ...Array<boolean>(5).fill(false),
    ]);
    for (const limit of [1, 2, 3]) expect(await pagesOf('INBOX', limit)).toEqual(inOrder);
    const second = await an.client.listThreads({ query: { in: 'INBOX', limit: '2', offset: '2' } });
    expect(second.data.map(({ id }) => id)).toEqual([g, f]);
    expect(second.meta.total).toBe(7);
  });

  test('PM-2 a list of single messages has them above too', async () => {
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    for (let number = 0; number < 5; number++) await file({ subject: `Thư ${number}` });
    const before = await list('INBOX');
    const [first, second] = [before[4]?.id as string, before[3]?.id as string];
    await pin([first, second]);
    const inOrder = [second, first, ...before.slice(0, 3).map(({ id }) => id)];
    expect(await idsIn('INBOX')).toEqual(inOrder);
    for (const limit of [1, 2, 4]) expect(await pagesOf('INBOX', limit)).toEqual(inOrder);
    await pin([second], false);
    expect((await idsIn('INBOX'))[0]).toBe(first);
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: true }] });
    expect((await list('INBOX'))[0]).toMatchObject({ subject: 'Thư 0', pinned: true });
  });

  test('PM-2 a filtered list keeps the order, and lists of other places only say it', async () => {
    const old = await file({ unread: true });
    const starred = await file({ starred: true, unread: true });
    await pin([old]);
    await an.client.starThread({ params: { id: old }, body: { starred: true } });
    expect((await list('Starred')).map(({ id, pinned }) => [id, pinned])).toEqual([
      [starred, undefined],
      [old, true],
    ]);
    const unread = await an.client.listThreads({ query: { q: 'in:inbox is:unread' } });
    expect(unread.data.map(({ id }) => id)).toEqual([old, starred]);
  });

  test('PM-1 fifty in each folder; one more is refused, and nothing of that call is pinned', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 52; number++) ids.push(await file());
    await pin(ids.slice(0, 49));
    expect(await refusalOf(pin(ids.slice(49)))).toMatchObject({ status: 400, code: 'too_many_pinned' });
    await pin(ids.slice(49, 50));
    expect(await refusalOf(pin(ids.slice(50, 51)))).toMatchObject({ code: 'too_many_pinned' });
    expect((await list('INBOX')).filter(({ pinned }) => pinned)).toHaveLength(50);
    const elsewhere = await file({ folder: 'Archive' });
    await pin([elsewhere], true, 'Archive');
    await pin(ids.slice(0, 1), false);
    await pin(ids.slice(50, 51));
  });

  test('PM-1 not in Starred, in others’ folders and where mail waits', async () => {
    const id = await file({ starred: true });
    for (const name of ['Starred', 'WEBMAIL_SCHEDULED'])
      expect(await refusalOf(pin([id], true, name))).toMatchObject({ code: 'folder_not_allowed' });
    const other = await newPerson(server);
    const { data } = await other.client.getFolderByName({ query: { name: 'INBOX' } });
    const theirs = an.client.pinThreads({ body: { ids: [id], folder_id: data.id, pinned: true } });
    expect(await refusalOf(theirs)).toMatchObject({ code: 'folder_not_found' });
    await pin([id], true, 'Archive');
    expect((await list('INBOX'))[0]?.pinned).toBeUndefined();
  });

  test('PM-3 leaving the folder unpins, coming back by undo pins again', async () => {
    const pinned = await file();
    const newer = await file();
    await pin([pinned]);
    await move([pinned], 'INBOX', 'Archive');
    expect((await list('Archive'))[0]?.pinned).toBeUndefined();
    await move([pinned], 'Archive', 'INBOX');
    expect(await idsIn('INBOX')).toEqual([pinned, newer]);
    server.clock.pass(1000);
    const answer = await fileMail(server.context, an.mailbox, { threadId: pinned });
    expect((await list('INBOX'))[0]).toMatchObject({ id: pinned, pinned: true, message_count: 2 });
    await pin([pinned], false);
    expect((await list('INBOX'))[0]?.message_ids).toContain(answer);
    expect((await list('INBOX')).some((row) => row.pinned)).toBe(false);
  });

  test('PM-4 twice is no error, and two devices end alike', async () => {
    const ids = [await file(), await file()];
    await Promise.all([pin(ids), pin(ids)]);
    expect((await list('INBOX')).map(({ pinned }) => pinned)).toEqual([true, true]);
    await Promise.all([pin(ids, false), pin(ids, false)]);
    await Promise.all([pin(ids), pin(ids, false)]);
    const marks = new Set((await list('INBOX')).map(({ pinned }) => pinned));
    expect(marks.size).toBe(1);
  });

  test('PM-1 of two devices that pin the last places only one gets them', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 52; number++) ids.push(await file());
    await pin(ids.slice(0, 49));
    const both = [pin(ids.slice(49, 50)), pin(ids.slice(50, 51))];
    const done = await Promise.allSettled(both);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await list('INBOX')).filter(({ pinned }) => pinned)).toHaveLength(50);
  });

  test('PM-2 the first page stays one index range', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 20; number++) ids.push(await file());
    await pin(ids.slice(0, 3));
    const inbox = await folderId('INBOX');
    const plan = await inTransaction(server.context.db, async (tx) => {
      // Of twenty rows sorting is as cheap: what matters is that it can be done without.
      await sql`set local enable_sort = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`
        explain select r.thread_id from list_rows r where r.mailbox_id = ${an.mailbox}
          and r.folder_id = ${inbox} order by r.last_at desc, r.thread_id desc limit 5`.execute(tx);
    });
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('list_rows_in_order');
    expect(lines).not.toContain('Sort');
  });
});

test.each([true, false])(
  'LB-20 what is pinned is found by is:pinned, alone, with words and without it (conversations: %s)',
  async (value) => {
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value }] });
    await file({ subject: 'Báo giá máy lọc' });
    await file({ subject: 'Báo giá máy bơm' });
    const rows = await list('INBOX');
    const found = async (q: string) =>
      (await an.client.listThreads({ query: { q } })).data.map(({ subject }) => subject);
    expect(await found('is:pinned')).toEqual([]);
    await pin([rows[1]?.id as string]);
    expect(await found('là:ghim')).toEqual(['Báo giá máy lọc']);
    expect(await found('is:pinned máy')).toEqual(['Báo giá máy lọc']);
    expect(await found('is:pinned bơm')).toEqual([]);
    expect(await found('máy -là:ghim')).toEqual(['Báo giá máy bơm']);
  },
);
