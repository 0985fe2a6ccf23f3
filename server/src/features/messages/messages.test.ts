import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
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
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

function file(mail: MailGiven): Promise<string> {
  return fileMail(server.context, person.mailbox, mail);
}

async function message(id: string) {
  return (await client.getMessage({ params: { id }, query: {} })).data;
}

async function folderId(name: string): Promise<string> {
  return (await client.getFolderByName({ query: { name } })).data.id;
}

async function rowsOf(name: string): Promise<[string, number][]> {
  const { data } = await client.listThreads({ query: { in: name } });
  return data.map((thread) => [thread.id, thread.message_count]);
}

/** Three messages of one conversation in the inbox, oldest first. */
async function conversation(): Promise<{ thread: string; messages: [string, string, string] }> {
  const add = (name: string, inReplyTo: string | null) => {
    server.clock.set(server.clock.now() + 1_000);
    return file({ subject: 'Báo giá', messageId: `${name}@x`, inReplyTo });
  };
  const messages: [string, string, string] = [
    await add('a', null),
    await add('b', 'a@x'),
    await add('c', 'b@x'),
  ];
  return { thread: (await message(messages[0])).thread_id, messages };
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

describe('one message', () => {
  test('AP-37 TD-16 TD-17 has what its header and its body say, and where it lies', async () => {
    const id = await file({
      subject: 'Báo giá tháng 11',
      from: 'khach@minhphat.example',
      to: [person.email, 'kho@saomai.example'],
      messageId: 'b@x',
      inReplyTo: 'a@x',
      references: ['0@x', 'a@x'],
      text: 'Em gửi anh chị báo giá.',
      attachments: [
        {
          name: 'Báo giá.pdf',
          contentType: 'application/pdf',
          contentId: null,
          inline: false,
          size: 12,
          blob: '00'.repeat(32),
          held: null,
        },
      ],
    });
    const found = await message(id);
    expect(found).toMatchObject({
      id,
      message_id_header: 'b@x',
      in_reply_to: 'a@x',
      references: ['0@x', 'a@x'],
      folder: 'INBOX',
      old_folder: null,
      is_draft: false,
      status: '',
      state: '',
      error_msg: null,
      recall: false,
      periodic: false,
      from: { name: '', email: 'khach@minhphat.example' },
      to: [
        { name: '', email: person.email },
        { name: '', email: 'kho@saomai.example' },
      ],
      subject: 'Báo giá tháng 11',
      snippet: 'Em gửi anh chị báo giá.',
      body: 'Em gửi anh chị báo giá.',
      body_type: 'text',
      files: [{ name: 'Báo giá.pdf', content_type: 'application/pdf', size: 12 }],
    });
    expect(found.date).toBe(Math.floor(server.clock.now() / 1000));
  });

  test('AP-37 gives its source as text that no browser runs', async () => {
    const id = await file({ subject: '<script>alert(1)</script>' });
    const answer = await fetch(`${server.baseUrl}/api/v2/messages/${id}?type=raw`, {
      headers: { 'x-auth-token': client.token },
    });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await answer.text()).toContain('Subject: <script>alert(1)</script>\r\n');
  });

  test('TD-20 shows its Bcc only where it is the own copy', async () => {
    const headers = {
      to: [{ name: '', email: 'kho@saomai.example' }],
      cc: [],
      bcc: [{ name: '', email: 'sep@saomai.example' }],
      replyTo: [],
      unsubscribe: null,
    };
    const bccIn = async (folder: string, draft: boolean) =>
      (await message(await file({ headers, folder, draft }))).bcc.map(({ email }) => email);
    expect(await bccIn('Sent', false)).toEqual(['sep@saomai.example']);
    expect(await bccIn('Drafts', true)).toEqual(['sep@saomai.example']);
    expect(await bccIn('INBOX', false)).toEqual([]);
    expect(await bccIn('Junk', false)).toEqual([]);
  });

  test('TD-20 a copy that was sent keeps its Bcc wherever it is moved', async () => {
    const headers = {
      to: [],
      cc: [],
      bcc: [{ name: '', email: 'sep@saomai.example' }],
      replyTo: [],
      unsubscribe: null,
    };
    const id = await file({ headers, folder: 'Sent', from: person.email });
    const [from, to] = [await folderId('Sent'), await folderId('Trash')];
    await client.moveMessages({ body: { message_ids: [id], from_folder_id: from, to_folder_id: to } });
    expect((await message(id)).bcc).toHaveLength(1);
  });

  test('is not found by another mailbox, nor its source', async () => {
    const id = await file({});
    const { client: stranger } = await newPerson(server);
    for (const query of [{}, { type: 'raw' as const }]) {
      await expect(stranger.getMessage({ params: { id }, query })).rejects.toEqual(
        refused(404, 'message_not_found'),
      );
    }
    const [from, to] = [await folderId('INBOX'), await folderId('Trash')];
    const body = { message_ids: [id], from_folder_id: from, to_folder_id: to };
    await expect(stranger.moveMessages({ body })).rejects.toEqual(refused(404, 'folder_not_found'));
  });
});

describe('moving single messages', () => {
  test('TD-14 AP-41 deletes one of several and leaves the others, the thread in both lists', async () => {
    const { thread, messages } = await conversation();
    const [inbox, trash] = [await folderId('INBOX'), await folderId('Trash')];
    const body = { message_ids: [messages[1]], from_folder_id: inbox, to_folder_id: trash };
    await client.moveMessages({ body });
    expect(await rowsOf('INBOX')).toEqual([[thread, 2]]);
    expect(await rowsOf('Trash')).toEqual([[thread, 3]]);
    expect(await message(messages[1])).toMatchObject({ folder: 'Trash', old_folder: 'INBOX' });
    const opened = await client.getThread({ params: { id: thread }, query: { in: 'INBOX' } });
    expect(opened.data.messages.map(({ id }) => id)).toEqual([messages[0], messages[2]]);
  });

  test('TD-14 of the last one outside of Trash takes the thread out of the list', async () => {
    const { thread, messages } = await conversation();
    const [inbox, trash] = [await folderId('INBOX'), await folderId('Trash')];
    for (const id of messages) {
      const body = { message_ids: [id], from_folder_id: inbox, to_folder_id: trash };
      await client.moveMessages({ body });
    }
    expect(await rowsOf('INBOX')).toEqual([]);
    expect(await rowsOf('Trash')).toEqual([[thread, 3]]);
  });

  test('AP-41 leaves what lies elsewhere by now, and is no error when said again', async () => {
    const { thread, messages } = await conversation();
    const [inbox, trash, junk] = [await folderId('INBOX'), await folderId('Trash'), await folderId('Junk')];
    const body = { message_ids: [messages[0]], from_folder_id: inbox, to_folder_id: trash };
    await client.moveMessages({ body });
    await client.moveMessages({ body });
    await client.moveMessages({ body: { ...body, to_folder_id: junk } });
    expect((await message(messages[0])).folder).toBe('Trash');
    expect(await rowsOf('INBOX')).toEqual([[thread, 2]]);
  });

  test('OR-12 AP-41 into Sent is refused to what did not come from there, and takes back what did', async () => {
    const [inbox, sent, trash] = [await folderId('INBOX'), await folderId('Sent'), await folderId('Trash')];
    const received = await file({});
    const own = await file({ folder: 'Sent' });
    const move = (id: string, from: string, to: string) =>
      client.moveMessages({ body: { message_ids: [id], from_folder_id: from, to_folder_id: to } });
    await expect(move(received, inbox, sent)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await move(own, sent, trash);
    await move(own, trash, sent);
    expect((await message(own)).folder).toBe('Sent');
  });

  test('AP-41 is all or nothing', async () => {
    const { messages } = await conversation();
    const [inbox, trash] = [await folderId('INBOX'), await folderId('Trash')];
    const body = { message_ids: [messages[0], 'nothing'], from_folder_id: inbox, to_folder_id: trash };
    await expect(client.moveMessages({ body })).rejects.toEqual(refused(404, 'message_not_found'));
    expect((await message(messages[0])).folder).toBe('INBOX');
  });
});

describe('removing messages for good', () => {
  test('AP-42 takes what the threads have in Trash, and leaves the rest of them', async () => {
    const { thread, messages } = await conversation();
    const [inbox, trash] = [await folderId('INBOX'), await folderId('Trash')];
    await client.moveMessages({
      body: { message_ids: [messages[0]], from_folder_id: inbox, to_folder_id: trash },
    });
    const before = (await client.getQuota({})).data.user_used_quota;
    const { size } = await message(messages[0]);
    await client.deleteMessagesForGood({ body: { thread_ids: [thread], folder: 'Trash' } });
    await client.deleteMessagesForGood({ body: { thread_ids: [thread], folder: 'Trash' } });
    await expect(message(messages[0])).rejects.toEqual(refused(404, 'message_not_found'));
    expect(await rowsOf('INBOX')).toEqual([[thread, 2]]);
    expect(await rowsOf('Trash')).toEqual([]);
    expect((await client.getQuota({})).data.user_used_quota).toBe(before - size);
  });
});
