import type { ApiClient } from '@bocau/contract/client.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { settingsFromList } from '@bocau/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/database.ts';
import { addMember, clientIn, inMailbox } from '../test-kit/add-member.ts';
import { fileMail } from '../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { connectSocket } from '../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';

let server: TestServer;
let owner: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server);
});
afterAll(() => server.close());

type Rights = Parameters<typeof addMember>[1]['rights'];

async function newMember(...rights: Rights): Promise<NewPerson & { there: ApiClient }> {
  const who = await newPerson(server);
  await addMember(server, { of: owner, who, rights });
  return { ...who, there: clientIn(server, who, owner.email) };
}

const endMembership = ({ mailbox }: NewPerson) =>
  inTransaction(server.context.db, (tx) =>
    tx.deleteFrom('memberships').where('person_id', '=', mailbox).execute(),
  );

describe('a member of a mailbox', () => {
  test('who only reads leaves it unread, and one who organises marks it read', async () => {
    const id = await fileMail(server.context, owner.mailbox, { subject: 'Báo giá' });
    const { data: message } = await owner.client.getMessage({ params: { id }, query: {} });
    const isUnread = async () => {
      const { data } = await owner.client.listThreads({ query: { in: 'INBOX' } });
      return data.find((thread) => thread.id === message.thread_id)?.unread;
    };
    const params = { id: message.thread_id };
    const reader = await newMember('read');
    expect((await reader.there.getThread({ params, query: {} })).data.subject).toBe('Báo giá');
    expect(await isUnread()).toBe(true);
    await (await newMember('organise')).there.getThread({ params, query: {} });
    expect(await isUnread()).toBe(false);
  });

  test('names it by any of its addresses, and their own by any of theirs', async () => {
    const { db } = server.context;
    const reader = await newMember('read');
    const alias = (of: NewPerson) => `ke-toan-${of.mailbox}@saomai.example`;
    await inTransaction(db, async (tx) => {
      for (const of of [owner, reader])
        await tx
          .insertInto('addresses')
          .values({ address: alias(of), mailbox_id: of.mailbox })
          .execute();
    });
    const inboxOf = async (client: ApiClient) =>
      (await client.getFolderByName({ query: { name: 'INBOX' } })).data.id;
    const there = await inboxOf(owner.client);
    expect(await inboxOf(clientIn(server, reader, alias(owner).toUpperCase()))).toBe(there);
    expect(await inboxOf(clientIn(server, reader, alias(reader)))).toBe(await inboxOf(reader.client));
    expect(await inboxOf(reader.client)).not.toBe(there);
  });

  test('sees its settings with those of their own screen, and changes only those of the mailbox', async () => {
    const manager = await newMember('manage');
    await manager.client.saveSettings({ body: [{ key: 'language', value: 'en' }] });
    await owner.client.saveSettings({ body: [{ key: 'time_delay_send', value: 30 }] });
    const settings = async () => settingsFromList((await manager.there.getSettings({})).data);
    expect(await settings()).toMatchObject({ language: 'en', time_delay_send: 30 });
    await manager.there.saveSettings({ body: [{ key: 'time_delay_send', value: 10 }] });
    for (const body of [
      [{ key: 'sign_in_alerts' as const, value: false }],
      [{ key: 'language' as const, value: 'vi' }],
    ])
      await expect(manager.there.saveSettings({ body })).rejects.toMatchObject({ code: 'invalid_input' });
    // As a client that sends the whole list back.
    await manager.there.saveSettings({ body: (await manager.there.getSettings({})).data });
    expect(settingsFromList((await owner.client.getSettings({})).data)).toMatchObject({
      language: 'vi',
      sign_in_alerts: true,
      time_delay_send: 10,
    });
  });

  test('attaches files of their own drive there, saves its files to their own, and learns nothing of its owner’s', async () => {
    const member = await newMember('answer');
    const form = new FormData();
    form.append('file', new Blob(['1,5']), 'Bảng giá.txt');
    const { data: uploaded } = await member.client.uploadDriveFile({ form });
    const [file] = uploaded;
    const href = `/storage/v1/files/${file?.id}/content`;
    const { data: attached } = await member.there.attachDriveFiles({ body: { hrefs: [href] } });
    const id = attached[0]?.id as string;
    expect((await owner.client.getFile({ params: { id } })).data.name).toBe('Bảng giá.txt');
    await expect(member.client.getFile({ params: { id } })).rejects.toMatchObject({ code: 'file_not_found' });

    const count = async ({ client }: NewPerson) =>
      (await client.listDriveFiles({ query: { path: '/' } })).data.length;
    const before = [await count(owner), await count(member)] as const;
    await member.there.saveToDrive({ params: { id }, body: { replace: false } });
    expect([await count(owner), await count(member)]).toEqual([before[0], before[1] + 1]);
    expect((await member.there.getQuota({})).data.drive).toBeUndefined();
    expect((await owner.client.getQuota({})).data.drive).toBeDefined();
  });

  test('sends in its name, and the outbox says who did', async () => {
    const { db } = server.context;
    const member = await newMember('answer');
    for (const [client, person] of [
      [member.there, member.mailbox],
      [owner.client, null],
    ] as const) {
      const body = { action: 'new' as const, to: [{ name: '', email: member.email }], subject: 'Báo giá' };
      const { data: draft } = await client.createDraft({ body });
      expect(draft.from.email).toBe(owner.email);
      await client.sendMail({ body: { msg_id: draft.id } });
      const sent = await db
        .selectFrom('outbox')
        .select(['mailbox_id', 'person_id'])
        .where('message_id', '=', draft.id)
        .executeTakeFirst();
      expect(sent).toEqual({ mailbox_id: owner.mailbox, person_id: person });
    }
  });

  test('is out at once when the membership ends, with the images that were signed for them', async () => {
    const { context, baseUrl } = server;
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 1)]);
    const { key, size } = await context.blobs.put(png);
    const id = await fileMail(context, owner.mailbox, {
      bodyIsHtml: true,
      attachments: [
        {
          name: 'a.png',
          contentType: 'image/png',
          contentId: 'a@x',
          inline: true,
          size,
          blob: key,
          held: null,
        },
      ],
    });
    const reader = await newMember('read');
    const { data } = await reader.there.signImages({ params: { id }, body: { urls: ['cid:a@x'] } });
    const load = async () => (await fetch(baseUrl + data[0]?.src)).status;
    expect(await load()).toBe(200);
    await endMembership(reader);
    expect(await load()).toBe(404);
    await expect(reader.there.listFolders({})).rejects.toMatchObject({ code: 'mailbox_not_found' });
  });

  test('is shut out of one that is suspended, and of every other while they have something to do first', async () => {
    const [{ context }, lent] = [server, await newPerson(server)];
    const member = await newMember('read');
    await addMember(server, { of: lent, who: member, rights: ['read'] });
    const there = clientIn(server, member, lent.email);
    await there.listFolders({});
    const set = (id: number, values: { active?: boolean; password_exposed_at?: number }) =>
      inTransaction(context.db, (tx) =>
        tx.updateTable('mailboxes').set(values).where('id', '=', id).execute(),
      );
    await set(lent.mailbox, { active: false });
    await expect(there.listFolders({})).rejects.toMatchObject({ code: 'mailbox_not_found' });
    await set(member.mailbox, { password_exposed_at: 1 });
    server.clock.pass(60_000);
    const code = 'password_change_required';
    await expect(member.there.getSettings({})).rejects.toMatchObject({ code });
    expect((await member.client.getSettings({})).data).toBeDefined();
  });
});

test('a socket tells of the own mailbox alone', async () => {
  const member = await newMember('read', 'manage');
  const headers = { [SESSION_HEADER]: member.client.token };
  const other = await connectSocket(server.baseUrl, {
    room: member.email,
    headers: { ...headers, ...inMailbox(owner.email) },
  });
  expect(await other.closed).toMatchObject({ code: 4403 });
  const own = await connectSocket(server.baseUrl, {
    room: member.email,
    headers: { ...headers, ...inMailbox(member.email) },
  });
  await own.next('hello');
  await own.close();
});
