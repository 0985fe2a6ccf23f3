import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { attachedPdf, fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';

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
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

/** Stores a message and returns its thread. */
async function file(mail: MailGiven = {}): Promise<string> {
  server.clock.set(server.clock.now() + 1_000);
  const id = await fileMail(server.context, person.mailbox, mail);
  return (await client.getMessage({ params: { id }, query: {} })).data.thread_id;
}

async function folderId(name: string): Promise<string> {
  return (await client.getFolderByName({ query: { name } })).data.id;
}

async function list(name: string) {
  return (await client.listThreads({ query: { in: name } })).data;
}

async function placesOf(id: string): Promise<string[]> {
  const { data } = await client.getThread({ params: { id }, query: { peek: 'true', in: 'Trash' } });
  return data.messages.map((message) => message.folder);
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

/** A conversation with a message in the inbox and the answer in Sent. */
async function answered(): Promise<string> {
  await file({ subject: 'Báo giá', messageId: 'a@x' });
  return file({ subject: 'Re: Báo giá', messageId: 'b@x', inReplyTo: 'a@x', folder: 'Sent', unread: false });
}

describe('opening a thread', () => {
  test('AP-16 with expand 0 every message has its body, with -1 the last alone', async () => {
    const id = await answered();
    const bodies = async (expand: '0' | '-1') =>
      (await client.getThread({ params: { id }, query: { expand } })).data.messages.map(({ body }) => body);
    expect(await bodies('0')).toEqual(['Xin chào', 'Xin chào']);
    expect(await bodies('-1')).toEqual([null, 'Xin chào']);
  });

  test('TD-11 what came or was marked as unread since it was read stays unread, and what is moved meanwhile is read', async () => {
    const { db } = server.context;
    await file({ subject: 'Báo giá', messageId: 'c@x' });
    const id = await file({ subject: 'Re: Báo giá', messageId: 'd@x', inReplyTo: 'c@x', unread: false });
    const peeked = await client.getThread({ params: { id }, query: { peek: 'true' } });
    const [first, second] = peeked.data.messages.map((message) => message.id);
    const archive = await folderId('Archive');
    let opening: ReturnType<typeof client.getThread> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select from mailbox_state where mailbox_id = ${person.mailbox} for update`.execute(tx);
      opening = client.getThread({ params: { id }, query: { in: 'INBOX' } });
      await untilWaiting(db, 1);
      await sql`update messages set folder_id = ${archive} where mailbox_id = ${person.mailbox} and id = ${first}`.execute(
        tx,
      );
      await sql`update messages set unread = true where mailbox_id = ${person.mailbox} and id = ${second}`.execute(
        tx,
      );
    });
    expect((await opening)?.data.messages.map(({ unread }) => unread)).toEqual([false, false]);
    const { data } = await client.getThread({ params: { id }, query: { peek: 'true' } });
    expect(data.messages.map((message) => message.unread)).toEqual([false, true]);
  });

  test('TD-9 TD-12 a draft has its body, and so has the message that is read above it', async () => {
    const id = await answered();
    const { data } = await client.getThread({ params: { id }, query: {} });
    const answers = data.messages[0]?.id as string;
    const draft = await writeDraft(person, ['a@x.example'], {
      answers,
      action: 'reply',
      body: '<p>Vâng</p>',
    });
    const { data: opened } = await client.getThread({ params: { id }, query: { expand: '-1' } });
    const bodies = Object.fromEntries(opened.messages.map((message) => [message.id, message.body]));
    expect(bodies).toEqual({
      [answers]: null,
      [data.messages[1]?.id as string]: 'Xin chào',
      [draft.id]: '<p>Vâng</p>',
    });
  });

  test('TD-10 hides what lies in Trash or Junk, unless that folder is viewed', async () => {
    const id = await answered();
    await file({ subject: 'Re: Báo giá', messageId: 'c@x', inReplyTo: 'a@x', folder: 'Trash' });
    await file({ subject: 'Re: Báo giá', messageId: 'd@x', inReplyTo: 'a@x', folder: 'Junk' });
    const seenIn = async (name?: string) => {
      const { data } = await client.getThread({ params: { id }, query: { in: name, peek: 'true' } });
      return data.messages.map(({ message_id_header }) => message_id_header);
    };
    expect(await seenIn('INBOX')).toEqual(['a@x', 'b@x']);
    expect(await seenIn()).toEqual(['a@x', 'b@x']);
    expect(await seenIn('Trash')).toEqual(['a@x', 'b@x', 'c@x']);
    expect(await seenIn('Junk')).toEqual(['a@x', 'b@x', 'd@x']);
    expect((await list('INBOX'))[0]).toMatchObject({ message_count: 2 });
  });

  test('TL-21 TL-22 the ids are told in all their names, and each folder has its own snippet', async () => {
    await file({ subject: 'Báo giá', messageId: 'a@x', text: 'Hỏi' });
    const id = await file({
      messageId: 'b@x',
      subject: 'Báo giá',
      inReplyTo: 'a@x',
      folder: 'Sent',
      text: 'Đáp',
    });
    const [inbox, sent] = [await folderId('INBOX'), await folderId('Sent')];
    const [row] = await list('INBOX');
    expect(row).toMatchObject({ id, thread_id: id, v4_id: id, folder_id: inbox, v4_folder_id: inbox });
    expect(new Set(row?.folder_ids)).toEqual(new Set([inbox, sent]));
    expect([row?.snippet, (await list('Sent'))[0]?.snippet]).toEqual(['Hỏi', 'Đáp']);
    const { data } = await client.getThread({ params: { id }, query: { in: 'INBOX' } });
    expect(data.snippets).toEqual({ [inbox]: 'Hỏi', [sent]: 'Đáp' });
  });

  test('TL-22 a row has each field of its conversation, and the opened one has its messages', async () => {
    const sender = { name: 'Sen', email: 'sen@kho.example' };
    await file({ subject: 'Hỏi giá', messageId: 'a@x', sender, attachments: [attachedPdf('bảng kê.pdf')] });
    const last = { sender: { name: 'Đào', email: 'dao@kho.example' }, unread: false, text: 'Đáp' };
    const id = await file({ subject: 'Re: Hỏi giá', messageId: 'b@x', inReplyTo: 'a@x', ...last });
    const [before] = await list('INBOX');
    const [first = '', second = ''] = before?.message_ids ?? [];
    const at = Math.floor(server.clock.now() / 1000);
    server.clock.pass(1_000);
    const draft = await writeDraft(person, [sender.email], { answers: second, action: 'reply' });
    await client.starThread({ params: { id }, body: { starred: true } });
    const { data: opened } = await client.getThread({ params: { id }, query: { in: 'INBOX', peek: 'true' } });
    const [row] = await list('INBOX');
    expect(row).toMatchObject({
      ...{ subject: 'Hỏi giá', snippet: 'Đáp', draft_ids: [draft.id] },
      participants: [sender, last.sender, { name: expect.any(String), email: person.email }],
      ...{
        message_ids: [first, second, draft.id],
        message_count: 3,
        unread: true,
        isRead: false,
        starred: true,
      },
      ...{ has_attachments: true, last_message_timestamp: at, status: '', tracking: null, date: at },
      ...{ from: last.sender, to: [{ email: 'lan.anh@saomai.example' }] },
    });
    expect(opened.messages.map((message) => message.id)).toEqual([first, second, draft.id]);
    expect(opened.snippets).toMatchObject({ [await folderId('INBOX')]: 'Đáp' });
  });

  test('AP-17 tells the inline images by their content ids', async () => {
    const image = { name: 'logo.png', contentType: 'image/png', contentId: 'logo@x', inline: true, size: 4 };
    const id = await file({ attachments: [{ ...image, blob: '00'.repeat(32), held: null }] });
    const { data } = await client.getThreadImages({ params: { id } });
    expect(data).toMatchObject([{ content_id: 'logo@x', content_type: 'image/png' }]);
    expect((await list('INBOX'))[0]?.has_attachments).toBe(false);
  });
});

describe('marks', () => {
  test('AP-18 OR-18 read reaches every message of the folder, unread the latest', async () => {
    await file({ subject: 'Báo giá', messageId: 'a@x' });
    const id = await file({ subject: 'Báo giá', messageId: 'b@x', inReplyTo: 'a@x' });
    const inbox = await folderId('INBOX');
    const unread = async () =>
      (await client.getThread({ params: { id }, query: { peek: 'true' } })).data.messages.map(
        (m) => m.unread,
      );
    await client.markThreads({ body: { ids: [id], folder_id: inbox, unread: false } });
    expect(await unread()).toEqual([false, false]);
    expect((await client.getFolderUnreads({ params: { id: inbox } })).data.unread_threads).toBe(0);
    await client.markThreads({ body: { ids: [id], folder_id: inbox, unread: true } });
    expect(await unread()).toEqual([false, true]);
    expect((await client.getFolderUnreads({ params: { id: inbox } })).data.unread_threads).toBe(1);
  });

  test('AP-14 TL-19 Starred has threads of every folder but Trash and Junk', async () => {
    const threads: string[] = [];
    for (const folder of ['INBOX', 'Sent', 'Junk', 'Trash']) {
      const id = await file({ folder });
      threads.push(id);
      await client.starThread({ params: { id }, body: { starred: true } });
    }
    const { data, meta } = await client.listStarred({ query: {} });
    expect(data.map(({ id, mailbox_name }) => [id, mailbox_name])).toEqual([
      [threads[1], 'Sent'],
      [threads[0], 'INBOX'],
    ]);
    expect(meta.total).toBe(2);
  });
});

describe('moving threads', () => {
  test('OR-13 AP-22 OR-5 takes only what lies in the folder named, and is taken back exactly', async () => {
    const id = await answered();
    const { data: own } = await client.createFolder({ body: { name: 'Khách' } });
    const [inbox, sent] = [await folderId('INBOX'), await folderId('Sent')];
    const body = [{ thread_ids: [id], from_folder_id: inbox, to_folder_id: own.id }];
    const { data } = await client.moveThreads({ body });
    expect(data.moved).toEqual([
      { thread_id: id, message_id: expect.any(String), from_folder_id: inbox, to_folder_id: own.id },
    ]);
    expect(await placesOf(id)).toEqual(['Khách', 'Sent']);
    expect((await list('Khách'))[0]).toMatchObject({ old_folder_id: inbox, folder_ids: [own.id, sent] });
    await client.moveThreads({ body: [{ thread_ids: [id], from_folder_id: own.id, to_folder_id: inbox }] });
    expect(await placesOf(id)).toEqual(['INBOX', 'Sent']);
  });

  test('AP-22 is all or nothing over its groups', async () => {
    const id = await file();
    const [inbox, trash, sent] = [await folderId('INBOX'), await folderId('Trash'), await folderId('Sent')];
    const body = [
      { thread_ids: [id], from_folder_id: inbox, to_folder_id: trash },
      { thread_ids: [id], from_folder_id: trash, to_folder_id: sent },
    ];
    await expect(client.moveThreads({ body })).rejects.toEqual(refused(400, 'folder_not_allowed'));
    expect(await placesOf(id)).toEqual(['INBOX']);
  });

  test.each(['Sent', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period', 'Starred'])(
    'OR-12 into %s is refused',
    async (name) => {
      const id = await file();
      const [from, to] = [await folderId('INBOX'), await folderId(name)];
      const body = [{ thread_ids: [id], from_folder_id: from, to_folder_id: to }];
      await expect(client.moveThreads({ body })).rejects.toEqual(refused(400, 'folder_not_allowed'));
    },
  );

  test('OR-12 OR-5 two moves in a row are taken back one after the other, into Sent at last', async () => {
    const thread = await file({ folder: 'Sent' });
    const [sent, inbox, junk] = [await folderId('Sent'), await folderId('INBOX'), await folderId('Junk')];
    const route = [sent, inbox, junk, inbox, sent];
    for (const [step, from] of route.slice(0, -1).entries()) {
      const to = route[step + 1] as string;
      const { data } = await client.moveThreads({
        body: [{ thread_ids: [thread], from_folder_id: from, to_folder_id: to }],
      });
      expect(data.moved).toHaveLength(1);
    }
    expect((await list('Sent')).map((row) => row.id)).toEqual([thread]);
  });

  test('a star on a message in Trash shows there alone', async () => {
    const thread = await file({ messageId: 'a@star', subject: 'Sao' });
    await file({ messageId: 'b@star', inReplyTo: 'a@star', subject: 'Sao', folder: 'Trash', starred: true });
    expect((await list('INBOX')).map((row) => [row.id, row.starred])).toEqual([[thread, false]]);
    expect((await list('Trash')).map((row) => row.starred)).toEqual([true]);
    expect(await list('Starred')).toEqual([]);
  });

  test('OR-12 OR-5 back into Sent is an undo, and is done', async () => {
    const id = await answered();
    const [sent, trash] = [await folderId('Sent'), await folderId('Trash')];
    await client.deleteThreads({ body: { ids: [id], folder_id: sent } });
    expect(await placesOf(id)).toEqual(['INBOX', 'Trash']);
    await client.moveThreads({ body: [{ thread_ids: [id], from_folder_id: trash, to_folder_id: sent }] });
    expect(await placesOf(id)).toEqual(['INBOX', 'Sent']);
  });

  test('OR-8 OR-10 AP-21 spam goes to Junk, and not spam brings it to the inbox', async () => {
    const id = await file();
    const [inbox, junk] = [await folderId('INBOX'), await folderId('Junk')];
    await client.moveThreads({ body: [{ thread_ids: [id], from_folder_id: inbox, to_folder_id: junk }] });
    expect((await list('Junk')).map((row) => row.id)).toEqual([id]);
    const { data } = await client.unspamThreads({ body: { ids: [id] } });
    expect(data.moved).toMatchObject([{ from_folder_id: junk, to_folder_id: inbox }]);
    expect((await client.unspamThreads({ body: { ids: [id] } })).data.moved).toEqual([]);
  });
});

describe('deleting threads', () => {
  test('AP-20 OR-6 without a folder takes all of the thread to Trash, and leaves Junk alone', async () => {
    const id = await answered();
    await file({ subject: 'Re: Báo giá', messageId: 'c@x', inReplyTo: 'a@x', folder: 'Junk' });
    const { data } = await client.deleteThreads({ body: { ids: [id] } });
    expect(data.moved).toHaveLength(2);
    expect((await list('Trash'))[0]?.id).toBe(id);
    expect((await list('Junk'))[0]?.id).toBe(id);
    expect(await list('INBOX')).toEqual([]);
  });

  test('AP-20 OR-7 in Junk is for good', async () => {
    const id = await file({ folder: 'Junk' });
    const { data } = await client.deleteThreads({ body: { ids: [id], folder_id: await folderId('Junk') } });
    expect(data.moved).toMatchObject([{ to_folder_id: null }]);
    await expect(client.getThread({ params: { id }, query: {} })).rejects.toEqual(
      refused(404, 'thread_not_found'),
    );
    expect((await client.getQuota({})).data.user_used_quota).toBe(0);
  });

  test('AP-23 OR-11 restore brings each message to where it came from, or to the inbox', async () => {
    const id = await answered();
    await client.deleteThreads({ body: { ids: [id] } });
    expect(await placesOf(id)).toEqual(['Trash', 'Trash']);
    const { data } = await client.restoreThreads({ body: { ids: [id], folder_id: await folderId('Trash') } });
    expect(data.moved).toHaveLength(2);
    expect(await placesOf(id)).toEqual(['INBOX', 'Sent']);
    const never = await file({ folder: 'Trash' });
    await client.restoreThreads({ body: { ids: [never] } });
    expect(await placesOf(never)).toEqual(['INBOX']);
  });
});

describe('the list', () => {
  test('TL-11 TL-7 AP-13 runs from the newest, in pages that meet without gap or overlap', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 25; count += 1) ids.unshift(await file({ subject: `Thư ${count}` }));
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listThreads({ query: { in: 'INBOX', limit: '10', cursor } });
      pages.push(...page.data.map((row) => row.id));
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(ids);
    const second = await client.listThreads({ query: { in: 'INBOX', limit: '10', offset: '10' } });
    expect(second.data.map((row) => row.id)).toEqual(ids.slice(10, 20));
  });
});
