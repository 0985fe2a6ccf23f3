import type { ApiError } from '@bocau/contract/client.ts';
import { LABEL_COLORS, type Label } from '@bocau/contract/labels.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

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

beforeEach(async () => {
  for (const { id } of (await lanAnh.listLabels({})).data) await lanAnh.deleteLabel({ params: { id } });
  server.clock.set(server.clock.now() + 1000);
});

const failure = (code: string, status: number) => expect.objectContaining({ code, status }) as ApiError;
const invalid = (field: string) =>
  expect.objectContaining({
    code: 'invalid_input',
    details: expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
  }) as ApiError;

async function make(name: string, color: Label['color'] = 'blue'): Promise<Label> {
  return (await lanAnh.createLabel({ body: { name, color } })).data;
}

async function names(): Promise<string[]> {
  return (await lanAnh.listLabels({})).data.map(({ name }) => name);
}

async function threadOf(message: string): Promise<string> {
  return (await lanAnh.getMessage({ params: { id: message }, query: {} })).data.thread_id;
}

async function folderId(name: string): Promise<string> {
  return (await lanAnh.getFolderByName({ query: { name } })).data.id;
}

async function listed(label: string) {
  const { data, meta } = await lanAnh.listThreads({ query: { label } });
  return { ids: data.map(({ id }) => id), total: meta.total, unread: meta.unread };
}

describe('labels themselves', () => {
  test('LB-1 a label has a name, a colour and a keyword, and comes with what it holds', async () => {
    const label = await make('  Khách   hàng/Vàng ', 'yellow');
    expect(label).toMatchObject({
      name: 'Khách hàng/Vàng',
      color: 'yellow',
      position: null,
      keyword: '$label1',
      hidden: false,
      total: 0,
      unread: 0,
    });
    expect((await lanAnh.listLabels({})).data).toEqual([label]);
  });

  test('LB-1 names that break the rules of folder names are refused by their field', async () => {
    const long = 'n'.repeat(LIMITS.folderNameLength + 1);
    for (const name of [
      '',
      ' ',
      '/',
      'Khách//Vàng',
      '/Khách',
      'a/.',
      '..',
      long,
      'Inbox',
      'lNBOX',
      'Thùng rác',
    ]) {
      await expect(make(name), name).rejects.toEqual(invalid('name'));
    }
    await expect(make('a/'.repeat(LIMITS.folderDepth) + 'a')).rejects.toEqual(invalid('name'));
    await expect(make('Khách', 'mauve' as Label['color'])).rejects.toEqual(invalid('color'));
    await make('Khách');
    await expect(make('KHÁCH'.normalize('NFD'))).rejects.toEqual(failure('label_exists', 400));
    expect(await names()).toEqual(['Khách']);
  });

  test('LB-1 a mailbox has up to 200 labels, and of two clients at once one gets the last', async () => {
    await sql`
      insert into labels (mailbox_id, id, name, path_key, color, keyword)
      select ${mailbox}, gen_random_uuid(), 'n' || n, 'n' || n, 'blue', 'n' || n
      from generate_series(1, ${LIMITS.labelsPerMailbox - 1}) n`.execute(server.context.db);
    const two = await Promise.allSettled([make('Một'), make('Hai')]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(make('Ba')).rejects.toEqual(failure('too_many_labels', 400));
    await sql`delete from labels where mailbox_id = ${mailbox}`.execute(server.context.db);
  });

  test('LB-1 two clients that make the same label at once make one', async () => {
    const two = await Promise.allSettled([make('Dự án'), make('dự án')]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await names()).toHaveLength(1);
  });

  test('LB-1 there are twelve colours', () => {
    expect(new Set(LABEL_COLORS).size).toBe(12);
  });

  test('LB-2 LB-11 the first five keywords are those of Thunderbird, the next are slugs that survive renames', async () => {
    for (const name of ['Một', 'Hai', 'Ba', 'Bốn', 'Năm']) await make(name);
    const label = await make('Đối tác/Hà Nội');
    expect(label.keyword).toBe('doi-tac-ha-noi');
    expect((await make('Đối tác - Hà Nội')).keyword).toBe('doi-tac-ha-noi-2');
    expect((await make('重要')).keyword).toBe('label');
    expect((await make('Junk mail')).keyword).toBe('junk-mail');
    const { data: renamed } = await lanAnh.changeLabel({
      params: { id: label.id },
      body: { name: 'Đối tác/Huế', color: 'pink', hidden: true },
    });
    expect(renamed).toEqual({ ...label, name: 'Đối tác/Huế', color: 'pink', hidden: true });
  });

  test('LB-2 those nested below a label are renamed with it, or nothing is', async () => {
    const top = await make('Khách');
    for (const name of ['Khách/Vàng', 'Khách/Vàng/2026', 'Khách hàng']) await make(name);
    await lanAnh.changeLabel({ params: { id: top.id }, body: { name: 'Đối tác' } });
    expect(await names()).toEqual(['Đối tác', 'Đối tác/Vàng', 'Đối tác/Vàng/2026', 'Khách hàng']);
    await make('Xưa/Vàng');
    await expect(lanAnh.changeLabel({ params: { id: top.id }, body: { name: 'Xưa' } })).rejects.toEqual(
      failure('label_exists', 400),
    );
    await expect(
      lanAnh.changeLabel({ params: { id: top.id }, body: { name: 'a/b/c/d/e/f/g' } }),
    ).rejects.toEqual(invalid('name'));
    expect(await names()).toContain('Đối tác/Vàng/2026');
    await lanAnh.changeLabel({ params: { id: top.id }, body: { name: 'ĐỐI TÁC' } });
    expect(await names()).toContain('ĐỐI TÁC/Vàng');
  });

  test('LB-2 a label takes a place, and the others make room', async () => {
    for (const name of ['A', 'B', 'C']) await make(name);
    const { data: all } = await lanAnh.listLabels({});
    const c = all[2] as Label;
    const seq = (await lanAnh.getChanges({ query: {} })).data.seq;
    const { data: moved } = await lanAnh.changeLabel({ params: { id: c.id }, body: { position: 0 } });
    expect(moved.position).toBe(0);
    expect(await names()).toEqual(['C', 'A', 'B']);
    const { data: changes } = await lanAnh.getChanges({ query: { since: String(seq) } });
    expect(changes.labels?.map(({ name, position }) => `${name}${position}`).sort()).toEqual([
      'A1',
      'B2',
      'C0',
    ]);
    await make('AA');
    expect(await names()).toEqual(['C', 'A', 'B', 'AA']);
  });

  test('LB-4 labels of another person are not found', async () => {
    const minh = await server.signIn('minh.tran@saomai.example');
    const label = await make('Riêng');
    const thread = await threadOf(await fileMail(server.context, mailbox, {}));
    const notFound = failure('label_not_found', 404);
    await expect(minh.changeLabel({ params: { id: label.id }, body: { color: 'red' } })).rejects.toEqual(
      notFound,
    );
    await expect(minh.deleteLabel({ params: { id: label.id } })).rejects.toEqual(notFound);
    await expect(minh.listThreads({ query: { label: label.id } })).rejects.toEqual(notFound);
    await expect(
      minh.restoreLabels({
        body: { label_ids: [label.id], messages: [{ message_id: thread, label_ids_before: [] }] },
      }),
    ).rejects.toEqual(notFound);
    const theirs = (await minh.createLabel({ body: { name: 'Riêng', color: 'red' } })).data;
    await expect(
      lanAnh.labelThreads({ body: { ids: [thread], add: [theirs.id], remove: [] } }),
    ).rejects.toEqual(notFound);
    await expect(
      minh.labelThreads({ body: { ids: [thread], add: [theirs.id], remove: [] } }),
    ).rejects.toEqual(failure('thread_not_found', 404));
    expect((await minh.listLabels({})).data.map(({ id }) => id)).toEqual([theirs.id]);
  });
});

describe('on conversations and messages', () => {
  test('LB-3 LB-5 LB-6 a conversation gets a label, its rows say so, and undo restores what each message had', async () => {
    const [khach, gap] = [await make('Khách'), await make('Gấp')];
    const first = await fileMail(server.context, mailbox, {
      subject: 'Hợp đồng A',
      messageId: 'a@x',
      receivedAt: 1000,
    });
    const answer = await fileMail(server.context, mailbox, {
      subject: 'Re: Hợp đồng A',
      inReplyTo: 'a@x',
      references: ['a@x'],
    });
    const thread = await threadOf(first);
    await lanAnh.labelMessages({ body: { ids: [first], add: [gap.id], remove: [] } });
    const seq = (await lanAnh.getChanges({ query: {} })).data.seq;
    const inbox = await folderId('INBOX');
    const { data } = await lanAnh.labelThreads({
      body: { ids: [thread], folder_id: inbox, add: [khach.id], remove: [gap.id] },
    });
    expect(data.changed).toEqual(
      expect.arrayContaining([
        { message_id: first, thread_id: thread, label_ids_before: [gap.id] },
        { message_id: answer, thread_id: thread, label_ids_before: [] },
      ]),
    );
    expect(await listed(khach.id)).toEqual({ ids: [thread], total: 1, unread: 1 });
    expect(await listed(gap.id)).toEqual({ ids: [], total: 0, unread: 0 });
    const row = (await lanAnh.listThreads({ query: { in: 'INBOX' } })).data.find(({ id }) => id === thread);
    expect(row?.label_ids).toEqual([khach.id]);
    expect((await lanAnh.listThreads({ query: { label: 'khách' } })).data[0]).toEqual(row);
    const { data: opened } = await lanAnh.getThread({ params: { id: thread }, query: { peek: 'true' } });
    expect(opened.messages.map(({ label_ids }) => label_ids)).toEqual([[khach.id], [khach.id]]);
    const { data: changes } = await lanAnh.getChanges({ query: { since: String(seq) } });
    expect(changes.labels).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: khach.id, total: 1, unread: 1 }),
        expect.objectContaining({ id: gap.id, total: 0, unread: 0 }),
      ]),
    );
    expect(changes.folders).toEqual([]);
    expect(changes.threads[0]?.rows.map(({ list }) => list).sort()).toEqual([inbox, khach.id].sort());

    const later = await make('Sau');
    await lanAnh.labelMessages({ body: { ids: [answer], add: [later.id], remove: [] } });
    const messages = data.changed.map(({ message_id, label_ids_before }) => ({
      message_id,
      label_ids_before,
    }));
    await lanAnh.restoreLabels({ body: { label_ids: [khach.id, gap.id], messages } });
    const { data: again } = await lanAnh.getThread({ params: { id: thread }, query: { peek: 'true' } });
    expect(again.messages.map(({ label_ids }) => label_ids)).toEqual([[gap.id], [later.id]]);
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });

  test('LB-3 LB-5 LB-9 what goes to Trash leaves the list of a label and comes back with it', async () => {
    const label = await make('Khách');
    const ids = await fileMails(server.context, mailbox, [
      { subject: 'Một', unread: false },
      { subject: 'Hai' },
      { subject: 'Ba', folder: 'Junk' },
    ]);
    const threads = await Promise.all(ids.map(threadOf));
    await lanAnh.labelThreads({ body: { ids: threads, add: [label.id], remove: [] } });
    expect(await listed(label.id)).toMatchObject({ total: 2, unread: 1 });
    await lanAnh.deleteThreads({ body: { ids: [threads[1] as string], folder_id: await folderId('INBOX') } });
    expect(await listed(label.id)).toEqual({ ids: [threads[0]], total: 1, unread: 0 });
    await lanAnh.restoreThreads({ body: { ids: [threads[1] as string] } });
    expect(await listed(label.id)).toMatchObject({ total: 2, unread: 1 });
    await lanAnh.labelThreads({ body: { ids: threads, folder_id: label.id, add: [], remove: [label.id] } });
    expect(await listed(label.id)).toMatchObject({ total: 0, unread: 0 });
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });

  test('LB-5 a list runs on behind its cursor, in other orders too', async () => {
    const label = await make('Dài');
    const ids = await fileMails(
      server.context,
      mailbox,
      Array.from({ length: 7 }, (_, index) => ({
        subject: `Thư ${index}`,
        text: 'x'.repeat(index + 1),
        receivedAt: 1000 + index,
      })),
    );
    const threads = await Promise.all(ids.map(threadOf));
    await lanAnh.labelThreads({ body: { ids: threads, add: [label.id], remove: [] } });
    for (const sort of ['date', 'size'] as const) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await lanAnh.listThreads({
          query: { label: label.id, limit: '3', sort, ...(cursor ? { cursor } : {}) },
        });
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.meta.next_cursor;
      } while (cursor);
      expect(seen).toEqual(threads.toReversed());
    }
    await expect(lanAnh.listThreads({ query: { label: label.id, cursor: 'x' } })).rejects.toEqual(
      failure('invalid_cursor', 400),
    );
    await expect(lanAnh.listThreads({ query: { label: 'Không có' } })).rejects.toEqual(
      failure('label_not_found', 404),
    );
  });

  test('LB-5 what is unread of a label is listed alone, in any order, page by page, and as single messages', async () => {
    const label = await make('Chưa đọc');
    const ids = await fileMails(
      server.context,
      mailbox,
      Array.from({ length: 6 }, (_, index) => ({
        subject: `Thư ${index}`,
        unread: index % 2 === 0,
        receivedAt: 1000 + index,
      })),
    );
    const threads = await Promise.all(ids.map(threadOf));
    await lanAnh.labelThreads({ body: { ids: threads, add: [label.id], remove: [] } });
    const unread = threads.filter((_, index) => index % 2 === 0).toReversed();
    const ask = async (query: object) => {
      const { data, meta } = await lanAnh.listThreads({
        query: { label: label.id, is_read: 'false', ...query },
      });
      return { meta, ids: data.map(({ id }) => id) };
    };
    const first = await ask({ limit: '2' });
    expect(first).toMatchObject({ ids: unread.slice(0, 2), meta: { total: 3, unread: 3 } });
    const { next_cursor: cursor } = first.meta;
    expect((await ask({ limit: '2', cursor })).ids).toEqual(unread.slice(2));
    for (const query of [{ label: 'chưa đọc' }, { sort: 'date' }, { sort: 'size' }]) {
      const { ids: found, meta } = await ask(query);
      expect([found.toSorted(), meta.total, meta.unread]).toEqual([unread.toSorted(), 3, 3]);
    }
    const showsMessages = (value: boolean) =>
      lanAnh.saveSettings({ body: [{ key: 'conversation_view', value: !value }] });
    await showsMessages(true);
    expect((await ask({})).ids).toHaveLength(3);
    await showsMessages(false);
  });

  test('LB-3 two clients that label and move at once leave lists that agree', async () => {
    const [one, two] = [await make('Một'), await make('Hai')];
    const mails = Array.from({ length: 12 }, (_, index) => ({ subject: `Chung ${index}` }));
    const threads = await Promise.all((await fileMails(server.context, mailbox, mails)).map(threadOf));
    const inbox = await folderId('INBOX');
    await Promise.all(
      threads.flatMap((id) => [
        lanAnh.labelThreads({ body: { ids: [id], add: [one.id], remove: [two.id] } }),
        lanAnh.labelThreads({ body: { ids: [id], add: [two.id], remove: [] } }),
        lanAnh.deleteThreads({ body: { ids: [id], folder_id: inbox } }),
      ]),
    );
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });
});

describe('lists of single messages', () => {
  test('LB-5 LB-6 each message that carries the label is a row', async () => {
    const label = await make('Từng thư');
    await lanAnh.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    try {
      const [first, second] = await fileMails(server.context, mailbox, [
        { subject: 'Kho B', messageId: 'kb1@x' },
        { subject: 'Re: Kho B', inReplyTo: 'kb1@x', references: ['kb1@x'] },
      ]);
      const row = `m-${second}`;
      const seq = (await lanAnh.getChanges({ query: {} })).data.seq;
      const { data } = await lanAnh.labelThreads({ body: { ids: [row], add: [label.id], remove: [] } });
      expect(data.changed.map(({ message_id }) => message_id)).toEqual([second]);
      expect(await listed(label.id)).toEqual({ ids: [row], total: 1, unread: 1 });
      const found = await lanAnh.listThreads({ query: { q: 'nhãn:"từng thư" kho' } });
      expect(found.data.map(({ id }) => id)).toEqual([row]);
      const { data: changes } = await lanAnh.getChanges({ query: { since: String(seq) } });
      const rows = changes.threads.find(({ id }) => id === row)?.rows ?? [];
      expect(rows.map(({ list }) => list).sort()).toEqual([await folderId('INBOX'), label.id].sort());
      expect(changes.threads.find(({ id }) => id === `m-${first}`)?.rows).toHaveLength(1);
      expect(changes.labels).toEqual([expect.objectContaining({ id: label.id, total: 1, unread: 1 })]);
    } finally {
      await lanAnh.saveSettings({ body: [{ key: 'conversation_view', value: true }] });
    }
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });
});

describe('search', () => {
  test('LB-7 LB-19 by the name of a label, with other words and excluded', async () => {
    const label = await make('Khách hàng/Vàng');
    const ids = await fileMails(server.context, mailbox, [
      { subject: 'Máy lọc nước kiểu một' },
      { subject: 'Máy lọc nước kiểu hai' },
      { subject: 'Máy bơm' },
    ]);
    const threads = await Promise.all(ids.map(threadOf));
    await lanAnh.labelThreads({
      body: { ids: [threads[0] as string, threads[2] as string], add: [label.id], remove: [] },
    });
    const find = async (q: string) =>
      (await lanAnh.listThreads({ query: { q } })).data.map(({ id }) => id).sort();
    const both = [threads[0], threads[2]].sort();
    expect(await find('nhãn:"khách hàng/vàng"')).toEqual(both);
    expect(await find('label:"KHÁCH HÀNG/VÀNG"')).toEqual(both);
    expect(await find('label:"khách hàng/vàng" máy lọc nước')).toEqual([threads[0]]);
    expect(await find('máy lọc nước -nhãn:"khách hàng/vàng"')).toEqual([threads[1]]);
    expect(await find('label:khác máy')).toEqual([]);
    expect(await find('nhãn:vàng')).toEqual(both);
    expect(await find('label:khach')).toEqual(both);
    const other = await make('Khách lẻ');
    await lanAnh.labelThreads({ body: { ids: [threads[1] as string], add: [other.id], remove: [] } });
    expect(await find('nhãn:khách')).toEqual([...threads].sort());
    expect(await find('nhãn:khách kiểu hai')).toEqual([threads[1]]);
    expect(await find('máy -nhãn:khách')).toEqual([]);
    expect(await find('label:"khách lẻ"')).toEqual([threads[1]]);
    expect(await find('label:"khách hàng/vàng" là:"chưa đọc"')).toEqual(both);
    const unread = await lanAnh.listThreads({ query: { label: label.id, is_read: 'true' } });
    expect(unread).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
