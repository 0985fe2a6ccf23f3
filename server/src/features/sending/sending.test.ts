import { domainToASCII } from 'node:url';
import type { Message } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { newId } from '../../platform/ids.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { SENDING_PER_HOUR: '60', SENDING_PER_DAY: '80' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
});

const write = (given: Parameters<typeof writeDraft>[2] = {}) => writeDraft(an, [binh.email], given);

async function send(draft: Message): Promise<Message> {
  return (await an.client.sendMail({ body: { msg_id: draft.id } })).data;
}

/** An uploaded file that is not referenced yet. */
async function upload(name: string, type: string, content: string): Promise<string> {
  const { db, blobs, clock } = server.context;
  const { key, size } = await blobs.put(Buffer.from(content));
  const id = newId(clock);
  await sql`
    insert into attachments (mailbox_id, id, position, name, content_type, inline, size, blob, loose_since)
    values (${an.mailbox}, ${id}, 0, ${name}, ${type}, false, ${size}, decode(${key}, 'hex'), 1)`.execute(db);
  return id;
}

const work = () => runJobsUntilIdle(server.context);
const seconds = () => Math.floor(server.clock.now() / 1000);

async function counts(person: NewPerson) {
  expect(await recount(server.context.db, person.mailbox)).toEqual([]);
}

describe('a mail that is sent at once', () => {
  test('SD-14 lies in Sent in its thread, with its source, and its draft is gone', async () => {
    const draft = await write();
    const sent = await send(draft);
    expect(sent).toMatchObject({
      id: draft.id,
      thread_id: draft.thread_id,
      folder: 'Sent',
      is_draft: false,
      draft: null,
      unread: false,
      body: '<p>Xin chào</p>',
      state: 'sending',
      sending: { kind: 'send', state: 'sending', recipients: [{ email: binh.email, state: 'waiting' }] },
    });
    await work();
    const done = await readMail(an, draft.id);
    expect(done).toMatchObject({
      state: '',
      status: '',
      sending: { state: 'sent', recipients: [{ email: binh.email, state: 'delivered', at: seconds() }] },
    });
    expect(await mailIn(an, 'Drafts')).toEqual([]);
    const [came] = await mailIn(binh, 'INBOX');
    expect(came).toMatchObject({
      subject: 'Hợp đồng',
      unread: true,
      from: { email: an.email, proven: true },
      message_id_header: done.message_id_header,
      sender_checks: null,
      sending: null,
      size: done.size,
    });
    expect(came?.body?.trim()).toBe('<p>Xin chào</p>');
    await counts(an);
    await counts(binh);
  });

  test('SD-14 goes once, however often it is asked for at the same time', async () => {
    const draft = await write();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(draft)));
    expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([draft.id]));
    await work();
    await send(draft);
    await work();
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
  });

  test('answers its original, joins its thread there and here, and marks it answered', async () => {
    await send(await write({ subject: 'Báo giá' }));
    await work();
    const [question] = await mailIn(binh, 'INBOX');
    const { data: answer } = await binh.client.createDraft({
      body: {
        answers: question?.id as string,
        action: 'reply',
        to: [{ email: an.email }],
        subject: 'Re: Báo giá',
        body: '<p>Được</p>',
      },
    });
    await binh.client.sendMail({ body: { msg_id: answer.id } });
    await work();
    const [sent] = await mailIn(an, 'Sent');
    const [came] = await mailIn(an, 'INBOX');
    expect(came).toMatchObject({ thread_id: sent?.thread_id, in_reply_to: sent?.message_id_header });
    expect(came?.body).toContain('<p>Được</p>');
    expect(came?.body).toContain('Xin chào');
    expect(await readMail(binh, question?.id as string)).toMatchObject({
      answered: true,
      thread_id: answer.thread_id,
    });
  });

  test('to oneself comes to the own inbox, in the same thread', async () => {
    const draft = await write({ to: [{ email: an.email }] });
    await send(draft);
    await work();
    const [came] = await mailIn(an, 'INBOX');
    expect(came).toMatchObject({ thread_id: draft.thread_id, unread: true });
    expect(came?.id).not.toBe(draft.id);
    await counts(an);
  });

  test('carries files and pictures, and shows them at its recipients', async () => {
    const picture = await upload('ảnh.png', 'image/png', 'dots');
    const paper = await upload('giá.pdf', 'application/pdf', '%PDF');
    const draft = await write({
      body: `<p><img src="/api/v2/files/${picture}/download?inline=1"></p>`,
      files: [paper],
    });
    const sent = await send(draft);
    await work();
    const [came] = await mailIn(binh, 'INBOX');
    for (const message of [sent, came as Message]) {
      const shown = message.files.find((file) => file.inlineImage);
      expect(message.body).toContain(`<img src="cid:${shown?.content_id}">`);
      expect(message.files.map((file) => file.name).sort()).toEqual(['giá.pdf', 'ảnh.png']);
    }
    expect(sent.files.map((file) => file.id).sort()).toEqual([picture, paper].sort());
    await counts(an);
  });
});

describe('AT-4 a file of a blocked type that came in', () => {
  const received = async (name: string) => {
    const { key } = await server.context.blobs.put(Buffer.from('MZ'));
    const file = { name, contentType: 'application/octet-stream', contentId: null, inline: false };
    const attachments = [{ ...file, size: 2, blob: key, held: null }];
    const id = await fileMail(server.context, an.mailbox, { attachments });
    return (await readMail(an, id)).files[0]?.id as string;
  };

  test.each(['cài đặt.exe', 'a.c0m'])('is not sent on, now or later: %s', async (name) => {
    const draft = await write({ files: [await received(name)] });
    const { code, details } = await refusalOf(send(draft));
    expect([code, details]).toEqual(['file_not_allowed', expect.objectContaining({ name })]);
    const timestamp = seconds() + 3600;
    const scheduling = an.client.scheduleMail({ body: { msg_id: draft.id, timestamp } });
    expect((await refusalOf(scheduling)).code).toBe('file_not_allowed');
    await work();
    expect((await mailIn(an, 'Drafts')).map(({ id }) => id)).toEqual([draft.id]);
    expect(await mailIn(binh, 'INBOX')).toEqual([]);
  });

  test('does not keep other files of the message from being sent on', async () => {
    await send(await write({ files: [await received('báo giá.pdf')] }));
    await work();
    expect((await mailIn(binh, 'INBOX'))[0]?.files.map(({ name }) => name)).toEqual(['báo giá.pdf']);
  });
});

describe('recipients', () => {
  test('RC-3 of a Bcc are not seen by others, neither in the mail nor in its source', async () => {
    const [chi, dung] = [await newPerson(server), await newPerson(server)];
    const draft = await write({ cc: [{ email: chi.email }], bcc: [{ name: 'Kín', email: dung.email }] });
    const sent = await send(draft);
    expect(sent.bcc).toEqual([{ name: 'Kín', email: dung.email }]);
    await work();
    for (const person of [binh, chi, dung]) {
      const [came] = await mailIn(person, 'INBOX');
      expect(came?.bcc).toEqual([]);
      const raw = await fetch(`${server.baseUrl}/api/v2/messages/${came?.id}?type=raw`, {
        headers: { 'x-auth-token': person.client.token },
      });
      expect(await raw.text()).not.toMatch(new RegExp(`bcc|${dung.email}`, 'i'));
    }
  });

  test('RC-3 get it once, however often and however written they are named', async () => {
    const draft = await write({
      to: [{ email: binh.email }, { email: binh.email.toUpperCase() }],
      cc: [{ email: binh.email }],
      bcc: [{ name: 'Bình', email: binh.email }],
    });
    const sent = await send(draft);
    expect(sent.sending?.recipients).toHaveLength(1);
    await work();
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('who has blocked the sender finds it in Junk', async () => {
    const sieve_json = JSON.stringify({ type: 'auto_mark_spam', from: an.email });
    await binh.client.createRule({ body: { is_enable: true, sieve_json } });
    await send(await write());
    await work();
    expect([await mailIn(binh, 'INBOX'), await mailIn(binh, 'Junk')].map((found) => found.length)).toEqual([
      0, 1,
    ]);
  });

  test('under two addresses of one mailbox are both told as reached, by one mail', async () => {
    const tagged = binh.email.replace('@', '+hóa.đơn@');
    const draft = await write({ to: [{ email: tagged }, { email: binh.email }] });
    await send(draft);
    await work();
    const { sending } = await readMail(an, draft.id);
    expect(sending?.recipients.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('of a domain that is only claimed here are not caught by who claims it', async () => {
    const nam = 'nam.vo@bienxanh.example';
    const draft = await write({ to: [{ email: nam }] });
    await send(draft);
    const { rows } = await sql`
      select destination, local_mailbox_id from outbox_recipients where mailbox_id = ${an.mailbox}`.execute(
      server.context.db,
    );
    expect(rows).toEqual([{ destination: 'bienxanh.example', local_mailbox_id: null }]);
  });

  test('fifty of them here get it, each one', async () => {
    const people: NewPerson[] = [];
    for (let count = 0; count < 50; count += 1) people.push(await newPerson(server));
    const draft = await write({ to: people.map(({ email }) => ({ email })) });
    await send(draft);
    await work();
    const { sending } = await readMail(an, draft.id);
    expect(sending?.recipients.map(({ state }) => state)).toEqual(Array(50).fill('delivered'));
    const { rows } = await sql<{ mailbox_id: number; count: number }>`
      select mailbox_id, count(*)::integer as count from messages
      where mailbox_id = any(${people.map(({ mailbox }) => mailbox)}::bigint[]) group by 1`.execute(
      server.context.db,
    );
    expect(rows.map(({ count }) => count)).toEqual(Array(50).fill(1));
  });

  test('elsewhere wait under their domain, each with a job of its own', async () => {
    const draft = await write({
      to: [
        { email: 'a@ngoài.example' },
        { email: 'b@ngoài.example' },
        { email: 'c@khac.example' },
        { email: binh.email },
      ],
    });
    await send(draft);
    const { rows } = await sql<{ destination: string }>`
      select payload->>'destination' as destination from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'deliver_elsewhere' and (payload->>'mailboxId')::bigint = ${an.mailbox} order by 1`.execute(
      server.context.db,
    );
    expect(rows.map(({ destination }) => destination)).toEqual([
      'khac.example',
      domainToASCII('ngoài.example'),
    ]);
  });
});

describe('a mail that can not be delivered', () => {
  test('SD-20 DR-6 and reaches nobody is a draft again, with the reason, and can be sent once more', async () => {
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    await socket.next('hello');
    const draft = await write({ to: [{ email: 'khong.ai@saomai.example' }] });
    await send(draft);
    await work();
    const failed = await readMail(an, draft.id);
    expect(failed).toMatchObject({
      folder: 'Drafts',
      is_draft: true,
      status: 'sending_failed',
      state: '',
      error_msg: 'khong.ai@saomai.example: user unknown',
      body: '<p>Xin chào</p>',
      size: draft.size,
      draft: { version: draft.draft?.version },
      sending: { state: 'failed', recipients: [{ state: 'failed', reply: 'user unknown' }] },
    });
    expect(await socket.next('failed')).toEqual({ message_id: draft.id, thread_id: draft.thread_id });
    expect(await socket.next('send_mail_failed')).toEqual({
      message_id: draft.id,
      thread_id: draft.thread_id,
      subject: 'Hợp đồng',
      error: 'khong.ai@saomai.example: user unknown',
    });
    await socket.close();
    await counts(an);

    const { data: mended } = await an.client.saveDraft({
      params: { id: draft.id },
      body: { to: [{ email: binh.email }], version: failed.draft?.version as number },
    });
    await send(mended);
    await work();
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
    expect(await readMail(an, draft.id)).toMatchObject({ folder: 'Sent', status: '', error_msg: null });
    await counts(an);
  });

  test('SD-20 and reaches some stays in Sent with the mark, and goes again only to the others', async () => {
    const full = await newPerson(server);
    await sql`update mailboxes set quota_mb = 0 where id = ${full.mailbox}`.execute(server.context.db);
    const draft = await write({ to: [{ email: binh.email }, { email: full.email }] });
    await send(draft);
    await work();
    expect(await readMail(an, draft.id)).toMatchObject({
      folder: 'Sent',
      is_draft: false,
      status: 'sending_failed',
      error_msg: `${full.email}: mailbox full`,
      sending: { state: 'failed' },
    });
    await sql`update mailboxes set quota_mb = 10 where id = ${full.mailbox}`.execute(server.context.db);
    const again = () =>
      an.client.sendAgain({ params: { id: draft.id }, body: { emails: [full.email, binh.email] } });
    const [{ data: first }, { data: second }] = [await again(), await again()];
    expect([first.state, second.state]).toEqual(['sending', 'sending']);
    await work();
    expect(await readMail(an, draft.id)).toMatchObject({ status: '', sending: { state: 'sent' } });
    expect(await refusalOf(again())).toMatchObject({ status: 400, code: 'no_recipient' });
    expect([await mailIn(binh, 'INBOX'), await mailIn(full, 'INBOX')].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
    await counts(an);
  });

  test('SD-20 because the bytes of a file are gone says so', async () => {
    const { key } = await server.context.blobs.put(Buffer.from('giấy'));
    const draft = await write();
    await sql`
      insert into attachments (mailbox_id, id, message_id, position, name, content_type, inline, size, blob)
      values (${an.mailbox}, gen_random_uuid(), ${draft.id}, 0, 'x', 'text/x', false, 4, decode(${key}, 'hex'))`.execute(
      server.context.db,
    );
    await server.context.blobs.removeStale(key, new Date(8.64e15));
    expect(await send(draft)).toMatchObject({
      folder: 'Drafts',
      is_draft: true,
      status: 'sending_failed',
      error_msg: 'a file of the mail is missing',
    });
  });
});
