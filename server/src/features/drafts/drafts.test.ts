import type { Message } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

type NewDraft = Parameters<NewPerson['client']['createDraft']>[0]['body'];
type Changes = Parameters<NewPerson['client']['saveDraft']>[0]['body'];

async function create(body: NewDraft = {}): Promise<Message> {
  return (await person.client.createDraft({ body })).data;
}

async function save(id: string, body: Changes): Promise<Message> {
  return (await person.client.saveDraft({ params: { id }, body })).data;
}

async function open(id: string): Promise<Message> {
  return (await person.client.getMessage({ params: { id }, query: {} })).data;
}

async function upload(name: string, bytes = 'xin chào'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const { data } = await person.client.uploadFile({ form });
  return data[0]?.id as string;
}

async function usedBytes(): Promise<number> {
  const row = await server.context.db
    .selectFrom('mailbox_state')
    .select('used_bytes')
    .where('mailbox_id', '=', person.mailbox)
    .executeTakeFirstOrThrow();
  return row.used_bytes;
}

function receive(given: Parameters<typeof fileMail>[2]): Promise<string> {
  server.clock.set(server.clock.now() + 1_000);
  return fileMail(server.context, person.mailbox, given);
}

const nobody = '01900000-0000-7000-8000-000000000000';

describe('a draft', () => {
  test('AP-38 DR-8 is reopened with sender, recipients, subject, text and files as saved', async () => {
    const file = await upload('Hợp đồng.pdf');
    const given = {
      to: [
        { name: 'Khách', email: 'khach@minhphat.example' },
        { name: '', email: 'không phải địa chỉ' },
      ],
      cc: [{ name: '', email: 'A@B.example' }],
      bcc: [{ name: 'Sếp', email: 'sep@' }],
      subject: 'Báo giá',
      body: '<p>Chào anh, <b>gửi</b> báo giá.</p>',
      files: [file],
    };
    const created = await create(given);
    const opened = await open(created.id);
    expect(opened).toEqual(created);
    expect(opened).toMatchObject({
      ...given,
      files: [{ id: file, name: 'Hợp đồng.pdf', inlineImage: false }],
      from: { email: person.email, name: expect.stringContaining('Người thứ') },
      is_draft: true,
      unread: false,
      folder: 'Drafts',
      body_type: 'html',
      snippet: 'Chào anh, gửi báo giá.',
      draft: { version: 1, action: 'new', answers: null, quoted: false, quote: null, tracking: false },
    });
    expect(opened.message_id_header).toMatch(/@saomai\.example$/);
    expect(opened.size).toBe(Buffer.byteLength(given.body) + 'xin chào'.length + 1);
    expect(await usedBytes()).toBe(opened.size);
    const { data } = await person.client.listThreads({ query: { in: 'Drafts' } });
    expect(data).toMatchObject([
      {
        id: opened.thread_id,
        subject: 'Báo giá',
        draft_ids: [opened.id],
        has_attachments: true,
        unread: false,
        from: { email: person.email },
      },
    ]);
    const found = await person.client.searchThreads({ query: { q: 'bao gia', folder: 'Drafts' } });
    expect(found.data.map((thread) => thread.id)).toEqual([opened.thread_id]);
  });

  test('AP-39 DR-3 is saved over itself; its version counts up only when something changes', async () => {
    const { id, thread_id } = await create({ subject: 'Một' });
    const first = await save(id, { subject: 'Hai', body: '<p>sông Hương</p>', version: 1 });
    expect(first).toMatchObject({ id, thread_id, subject: 'Hai', draft: { version: 2 } });
    expect((await save(id, { subject: 'Hai', version: 2 })).draft?.version).toBe(2);
    expect((await save(id, {})).draft?.version).toBe(2);
    expect(await save(id, { to: [{ email: 'a@b.example' }], tracking: true })).toMatchObject({
      to: [{ name: '', email: 'a@b.example' }],
      body: '<p>sông Hương</p>',
      draft: { version: 3, tracking: true },
    });
    const { data } = await person.client.listThreads({ query: { in: 'Drafts' } });
    expect(data).toMatchObject([{ subject: 'Hai', snippet: 'sông Hương', message_count: 1 }]);
    const words = await person.client.searchThreads({ query: { q: 'song huong', folder: 'Drafts' } });
    expect(words.data).toHaveLength(1);
    expect((await person.client.searchThreads({ query: { q: 'Một', folder: 'Drafts' } })).data).toEqual([]);
  });

  test('DR-4 keeps 255 characters of its subject', async () => {
    const { id, subject } = await create({ subject: 'ă'.repeat(300) });
    expect(subject).toBe('ă'.repeat(255));
    const saved = await save(id, { subject: `${'a'.repeat(254)}🐦 chim` });
    expect(saved.subject).toBe('a'.repeat(254));
    expect((await save(id, { subject: 'Hai\r\nBcc: x@y' })).subject).toBe('Hai Bcc: x@y');
  });

  test('holds nothing that could end a line of a header', async () => {
    const name = 'An\r\nBcc: x@y\u0001\u2028Bình';
    const { id, to, subject, in_reply_to, references } = await create({
      to: [{ name, email: 'an@x.example' }],
      subject: 'Một\u0007\u2029hai',
      in_reply_to: '<a@b>\r\nBcc: x@y',
      references: ['<r@s>\r\nBcc: x@y', ' \t ', '<c@d>'],
    });
    expect(to).toEqual([{ name: 'An Bcc: x@y Bình', email: 'an@x.example' }]);
    expect({ subject, in_reply_to, references }).toEqual({
      subject: 'Một hai',
      in_reply_to: 'a@b',
      references: ['r@s', 'c@d'],
    });
    const saved = await save(id, { cc: [{ name, email: 'binh@x.example' }] });
    expect(saved.cc[0]?.name).toBe('An Bcc: x@y Bình');
  });

  test('DR-2 of nothing at all is a draft too, for whoever asks for it', async () => {
    const draft = await create();
    expect(draft).toMatchObject({ subject: '', body: '', to: [], files: [] });
  });

  test('is sent as one of the user’s addresses, and as no other', async () => {
    await expect(create({ from: 'lan.anh@saomai.example' })).rejects.toMatchObject({
      status: 403,
      code: 'sender_not_allowed',
    });
    const { id } = await create({ from: person.email.toUpperCase() });
    await expect(save(id, { from: 'x' })).rejects.toMatchObject({ code: 'sender_not_allowed' });
    const minh = await server.signIn('minh.tran@saomai.example');
    const { data } = await minh.createDraft({ body: { from: 'ketoan@saomai.example' } });
    expect(data.from).toEqual({ name: 'Trần Quốc Minh', email: 'ketoan@saomai.example' });
  });

  test('of 5,000,000 characters is taken, of more not', async () => {
    const body = 'ữ'.repeat(5_000_000);
    const { id } = await create({ body });
    expect((await open(id)).body).toBe(body);
    await expect(save(id, { body: `${body}x` })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('DR-6 beyond the quota its text still has room, as far as the reserve goes, and files have none', async () => {
    const { id } = await create({ body: 'x'.repeat(600_000) });
    const file = await upload('a.pdf');
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ quota_mb: 1 }).where('id', '=', person.mailbox).execute();
    const { id: another } = await create({ body: 'x'.repeat(600_000) });
    expect((await save(id, { body: 'x'.repeat(1_200_000) })).size).toBe(1_200_000);
    const refusal = { status: 413, code: 'quota_exceeded' };
    await expect(save(another, { files: [file] })).rejects.toMatchObject(refusal);
    const state = db.updateTable('mailbox_state').where('mailbox_id', '=', person.mailbox);
    const used = 1_800_000;
    await state.set({ used_bytes: 21 * 1024 * 1024 }).execute();
    await expect(create({ body: 'x' })).rejects.toMatchObject(refusal);
    await expect(save(id, { body: 'x'.repeat(1_200_001) })).rejects.toMatchObject(refusal);
    await state.set({ used_bytes: used }).execute();
    expect((await save(id, { body: 'x'.repeat(500_000) })).size).toBe(500_000);
  });

  test('AP-40 is removed for good, once', async () => {
    const { id, thread_id } = await create({ subject: 'Bỏ', files: [await upload('a.pdf')] });
    await person.client.deleteDraft({ params: { id } });
    await expect(open(id)).rejects.toMatchObject({ status: 404 });
    await expect(person.client.deleteDraft({ params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'message_not_found',
    });
    await expect(person.client.getThread({ params: { id: thread_id }, query: {} })).rejects.toMatchObject({
      status: 404,
    });
    expect(await usedBytes()).toBe(0);
  });

  test('AP-40 that was removed gives its files to one that is made from it again', async () => {
    const file = await upload('a.pdf');
    const { id } = await create({ files: [file] });
    await person.client.deleteDraft({ params: { id } });
    const again = await create({ files: [file] });
    expect(again.files.map((one) => one.id)).toEqual([file]);
  });

  test('tells every change to the journal', async () => {
    const { data: before } = await person.client.getChanges({ query: { since: '0' } });
    const { id, thread_id } = await create({ subject: 'Nhật ký' });
    await save(id, { subject: 'Nhật ký 2' });
    const { data } = await person.client.getChanges({ query: { since: String(before.seq) } });
    expect(data.seq).toBe(before.seq + 2);
    expect(JSON.stringify(data)).toContain(thread_id);
    await save(id, { subject: 'Nhật ký 2' });
    expect((await person.client.getChanges({ query: { since: String(data.seq) } })).data.seq).toBe(data.seq);
  });
});

describe('what is no draft', () => {
  test('can not be saved or removed as one', async () => {
    const id = await receive({ subject: 'Đã đến' });
    const refusal = { status: 400, code: 'not_a_draft' };
    await expect(save(id, { subject: 'Sửa' })).rejects.toMatchObject(refusal);
    await expect(person.client.deleteDraft({ params: { id } })).rejects.toMatchObject(refusal);
  });

  test.each(['held', 'sending'])('a message that is %s can not be changed', async (state) => {
    const { id } = await create({ subject: 'Đang gửi' });
    const at = Math.floor(server.clock.now() / 1000);
    await sql`insert into outbox (mailbox_id, id, message_id, kind, state, due_at, created_at, counted_at, recipient_count,
        sender)
      values (${person.mailbox}, gen_random_uuid(), ${id}, 'send', ${state}, ${at}, ${at}, ${at}, 1, ${person.email})`.execute(
      server.context.db,
    );
    await expect(save(id, { subject: 'Sửa' })).rejects.toMatchObject({ code: 'not_a_draft' });
    await expect(person.client.deleteDraft({ params: { id } })).rejects.toMatchObject({
      code: 'not_a_draft',
    });
    await sql`update outbox set state = 'cancelled' where message_id = ${id}`.execute(server.context.db);
    expect((await save(id, { subject: 'Sửa' })).subject).toBe('Sửa');
    await person.client.deleteDraft({ params: { id } });
  });

  test('another person’s things are not there', async () => {
    const other = await newPerson(server);
    const { data: foreign } = await other.client.createDraft({ body: { subject: 'Riêng' } });
    const notThere = { status: 404, code: 'message_not_found' };
    await expect(save(foreign.id, { subject: 'x' })).rejects.toMatchObject(notThere);
    await expect(person.client.deleteDraft({ params: { id: foreign.id } })).rejects.toMatchObject(notThere);
    await expect(create({ answers: foreign.id, action: 'reply' })).rejects.toMatchObject(notThere);
    const quote = { params: { id: foreign.id }, query: { action: 'reply' as const } };
    await expect(person.client.getQuote(quote)).rejects.toMatchObject(notThere);
    expect((await other.client.getMessage({ params: { id: foreign.id }, query: {} })).data).toEqual(foreign);
  });
});

describe('two windows', () => {
  test('DR-9 a save of an older version is refused with the newer draft, and changes nothing', async () => {
    const { id } = await create({ subject: 'Gốc', body: 'gốc' });
    const newer = await save(id, { body: 'cửa sổ một', version: 1 });
    await expect(save(id, { body: 'cửa sổ hai', version: 1 })).rejects.toMatchObject({
      status: 409,
      code: 'draft_conflict',
      details: { draft: newer },
    });
    expect(await open(id)).toEqual(newer);
    expect((await save(id, { body: 'cửa sổ hai' })).body).toBe('cửa sổ hai');
  });

  test('DR-9 a save that was heard and is repeated is no conflict', async () => {
    const file = await upload('a.pdf');
    const { id } = await create({ body: 'gốc' });
    const changes = { body: 'mới', files: [file], version: 1 };
    const saved = await save(id, changes);
    expect(await save(id, changes)).toEqual(saved);
  });

  test('DR-9 of many saves of one version at the same moment one is kept', async () => {
    const { id } = await create({ body: 'gốc' });
    const bodies = Array.from({ length: 8 }, (_, index) => `cửa sổ ${index}`);
    const saves = await Promise.allSettled(bodies.map((body) => save(id, { body, version: 1 })));
    const kept = saves.filter((one) => one.status === 'fulfilled');
    expect(kept).toHaveLength(1);
    expect(saves.filter((one) => one.status === 'rejected').map((one) => one.reason)).toEqual(
      Array.from({ length: 7 }, () =>
        expect.objectContaining({ code: 'draft_conflict', details: { draft: kept[0]?.value } }),
      ),
    );
    expect(await open(id)).toEqual(kept[0]?.value);
  });

  test('DR-3 of one key make one draft, also at the same moment', async () => {
    const body = { client_key: 'cua-so-1-abcdef', subject: 'Một lần', files: [await upload('a.pdf')] };
    const drafts = await Promise.all(Array.from({ length: 6 }, () => create(body)));
    expect(new Set(drafts.map((draft) => draft.id)).size).toBe(1);
    const again = await create({ client_key: body.client_key, subject: 'Khác' });
    expect(again).toEqual(drafts[0]);
    const { meta } = await person.client.listThreads({ query: { in: 'Drafts' } });
    expect(meta.total).toBe(1);
    const other = await newPerson(server);
    const { data } = await other.client.createDraft({ body: { client_key: body.client_key } });
    expect(data.id).not.toBe(again.id);
  });
});

describe('a draft that answers', () => {
  const subject = 'Báo giá';

  test('DR-8 lies in the thread of what it answers, names it, and quotes it', async () => {
    const original = await receive({
      subject,
      messageId: 'b@x.example',
      references: ['a@x.example'],
      sender: { name: 'Khách Hàng', email: 'khach@minhphat.example' },
      receivedAt: Date.UTC(2026, 6, 5, 18, 7) / 1000,
      text: 'Xin <báo> giá\nDòng hai',
    });
    const { thread_id } = await open(original);
    const draft = await create({
      answers: original,
      action: 'reply',
      subject: `Re: ${subject}`,
      body: '<p>Vâng</p>',
    });
    expect(draft).toMatchObject({
      thread_id,
      in_reply_to: 'b@x.example',
      references: ['a@x.example', 'b@x.example'],
      body: '<p>Vâng</p>',
      snippet: 'Vâng',
      draft: { action: 'reply', answers: original, quoted: true },
    });
    expect(draft.draft?.quote).toContain(
      'Vào lúc 01:07 ngày 06/07/2026, Khách Hàng &lt;khach@minhphat.example&gt; đã viết:',
    );
    expect(draft.draft?.quote).toContain('Xin &lt;báo&gt; giá<br>Dòng hai');
    // What leaves: an empty line above the line that says who wrote, in one size with it, as text and as HTML.
    expect(draft.draft?.quote).toMatch(
      /^<div class="gmail_quote" style="[^"]*font-size:15px[^"]*"><div><br><\/div>/,
    );
    expect(htmlToText(`<p style="margin:0">Vâng</p>${draft.draft?.quote}`, 1000)).toBe(
      'Vâng\n\nVào lúc 01:07 ngày 06/07/2026, Khách Hàng <khach@minhphat.example> đã viết:\n\n> Xin <báo> giá\n> Dòng hai',
    );
    const { data } = await person.client.getThread({ params: { id: thread_id }, query: { in: 'INBOX' } });
    expect(data).toMatchObject({ draft_ids: [draft.id], message_count: 2 });
    expect(
      (await person.client.searchThreads({ query: { q: 'dong hai', folder: 'Drafts' } })).data,
    ).toHaveLength(1);
  });

  test('DR-8 stays in its thread whatever its subject is, and without any id to go by', async () => {
    const original = await receive({ subject: 'Không mã số' });
    const { thread_id } = await open(original);
    const draft = await create({ answers: original, action: 'forward', subject: 'Chuyện khác' });
    expect(draft).toMatchObject({ thread_id, in_reply_to: null, references: [] });
    expect((await save(draft.id, { subject: 'Chuyện khác nữa' })).thread_id).toBe(thread_id);
    // What answers the message under its new subject comes to it.
    const answer = await receive({
      subject: 'Re: Chuyện khác nữa',
      inReplyTo: draft.message_id_header,
      messageId: 'c@x.example',
    });
    expect((await open(answer)).thread_id).toBe(thread_id);
  });

  test('DM-4 a forwarded mail begins with who wrote it, in the language and time of the user', async () => {
    await person.client.saveSettings({
      body: [
        { key: 'language', value: 'en' },
        { key: 'time_zone', value: 'America/New_York' },
      ],
    });
    const original = await receive({
      subject: '**SPOOF** <Đơn> hàng',
      from: 'kho@minhphat.example',
      to: [person.email, 'b@x.example'],
      receivedAt: Date.UTC(2026, 0, 1, 3, 4) / 1000,
    });
    const quote = (action: 'reply' | 'forward') =>
      person.client.getQuote({ params: { id: original }, query: { action } }).then(({ data }) => data.html);
    const forwarded = await quote('forward');
    expect(forwarded).toContain('Forwarded message');
    expect(forwarded).toContain('<b>From:</b> kho@minhphat.example');
    expect(forwarded).toContain('<b>Date:</b> 22:04, 31/12/2025');
    expect(forwarded).toContain('<b>Subject:</b> &lt;Đơn&gt; hàng');
    expect(forwarded).toContain(`<b>To:</b> ${person.email}, b@x.example`);
    expect(forwarded).not.toContain('Cc:');
    expect(await quote('reply')).toContain('On 31/12/2025 at 22:04, kho@minhphat.example wrote:');
    const draft = await create({ answers: original, action: 'forward' });
    expect(draft.draft?.quote).toBe(forwarded);
  });

  test('a quote is taken out, and comes back', async () => {
    const original = await receive({ subject, text: 'Nguyên văn' });
    const draft = await create({ answers: original, action: 'reply' });
    const without = await save(draft.id, { quoted: false, body: 'Đã sửa: Nguyên văn' });
    expect(without.draft).toMatchObject({ quoted: false, quote: null, version: 2 });
    expect((await save(draft.id, { quoted: true })).draft).toEqual({ ...draft.draft, version: 3 });
    expect((await create({ answers: original, action: 'reply', quoted: false })).draft?.quoted).toBe(false);
    expect(await create({ answers: original, in_reply_to: '<own@x>', references: ['<r@x>'] })).toMatchObject({
      in_reply_to: 'own@x',
      references: ['r@x'],
      draft: { quoted: false, action: 'new' },
    });
  });

  test('the images that a quote shows come along as files of the draft', async () => {
    const { key, size } = await server.context.blobs.put(Buffer.from('ảnh'));
    const file = { contentType: 'image/png', size, blob: key, held: null };
    const original = await receive({
      subject,
      body: '<p>Xem <img src="cid:logo@x"><img src="cid:mat%40x"></p>',
      bodyIsHtml: true,
      attachments: [
        { ...file, name: 'logo.png', contentId: 'logo@x', inline: true },
        { ...file, name: 'mát.png', contentId: 'mat@x', inline: true },
        { ...file, name: 'giấu.png', contentId: 'giau@x', inline: true },
        { ...file, name: 'kèm.png', contentId: null, inline: false },
      ],
    });
    const { files } = await open(original);
    const draft = await create({ answers: original, action: 'forward', files: [files[3]?.id as string] });
    expect(draft.files).toMatchObject([
      { name: 'kèm.png', inlineImage: false },
      { name: 'logo.png', inlineImage: true, content_id: 'logo@x' },
      { name: 'mát.png', inlineImage: true },
    ]);
    const ids = draft.files.map((one) => one.id);
    expect(ids.some((id) => files.some((one) => one.id === id))).toBe(false);
    expect((await open(original)).files).toEqual(files);
    // A repeated save names the original's file again; it is not copied a second time.
    expect((await save(draft.id, { files: [files[3]?.id as string], body: 'x' })).files).toEqual(draft.files);
    expect((await save(draft.id, { quoted: false, files: [] })).files).toEqual([]);
  });
});

describe('files of a draft', () => {
  test('AT-13 are those that it names, in their order; others are let go and may come back', async () => {
    const [a, b, c] = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')];
    const { id } = await create({ files: [a, b] });
    const names = async (files: string[]) => (await save(id, { files })).files.map((file) => file.name);
    expect(await names([c, a])).toEqual(['c.pdf', 'a.pdf']);
    expect((await save(id, { subject: 'x' })).files).toHaveLength(2);
    expect(await names([b, b, c])).toEqual(['b.pdf', 'c.pdf']);
    expect(await names([])).toEqual([]);
    expect((await person.client.listThreads({ query: { in: 'Drafts' } })).data[0]?.has_attachments).toBe(
      false,
    );
  });

  test('that do not exist, or belong to somebody else, are refused', async () => {
    const other = await newPerson(server);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'riêng.pdf');
    const { data } = await other.client.uploadFile({ form });
    const foreign = data[0]?.id as string;
    const { id } = await create({ body: 'gốc' });
    for (const file of [foreign, nobody, 'x']) {
      const refusal = { status: 404, code: 'file_not_found' };
      await expect(create({ files: [file] })).rejects.toMatchObject(refusal);
      await expect(save(id, { files: [file] })).rejects.toMatchObject(refusal);
    }
    const named = await save(id, { body: `<img src="/api/v2/files/${foreign}/download?inline=1">` });
    expect(named.files).toEqual([]);
    expect((await other.client.getFile({ params: { id: foreign } })).data.id).toBe(foreign);
  });

  test('an image that the text shows is inline, and no longer when it is gone from it', async () => {
    const image = await upload('ảnh.png');
    const body = `<p><img src="/api/v2/files/${image}/download?inline=1"></p>`;
    const draft = await create({ body });
    expect(draft.files).toMatchObject([{ id: image, inlineImage: true, content_id: `${image}@bocau` }]);
    expect((await save(draft.id, { body: '<p></p>' })).files).toEqual([]);
    expect((await save(draft.id, { body })).files).toEqual(draft.files);
    expect((await save(draft.id, { body: '', files: [image] })).files).toMatchObject([
      { id: image, inlineImage: false, content_id: null },
    ]);
  });

  test('an image of another message is copied, and the text names the copy', async () => {
    const image = await upload('ảnh.png');
    const body = `<img src="/api/v2/files/${image}/download?inline=1">`;
    const first = await create({ body });
    const second = await create({ body });
    const copy = second.files[0]?.id as string;
    expect(copy).not.toBe(image);
    expect(second.body).toBe(body.replace(image, copy));
    expect(await save(second.id, { body })).toEqual(second);
    expect((await open(first.id)).files).toEqual(first.files);
  });

  test('a file that two drafts ask for at the same moment is in both', async () => {
    const file = await upload('a.pdf');
    const drafts = await Promise.all([create({ files: [file] }), create({ files: [file] })]);
    const ids = drafts.map((draft) => draft.files[0]?.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(file);
  });
});

describe('a draft that came from elsewhere', () => {
  const given = { folder: 'Drafts', draft: true, unread: false, subject: 'Từ máy cũ' };

  test('DR-8 is a draft of version 0, and becomes one of ours when it is saved', async () => {
    const id = await receive({ ...given, text: 'Viết <dở>\ndang', messageId: 'old@x.example' });
    const before = await open(id);
    expect(before).toMatchObject({ body_type: 'html', draft: { version: 0 } });
    expect(before.body).toContain('Viết &lt;dở&gt;<br>dang');
    expect((await save(id, { version: 0 })).draft?.version).toBe(0);
    const saved = await save(id, { to: [{ email: 'a@b.example' }], version: 0 });
    expect(saved).toMatchObject({
      subject: 'Từ máy cũ',
      body_type: 'html',
      message_id_header: 'old@x.example',
      draft: { version: 1, action: 'new' },
    });
    expect(saved.body).toContain('Viết &lt;dở&gt;<br>dang');
    const source = { params: { id }, query: { type: 'raw' as const } };
    await expect(person.client.getMessage(source)).rejects.toMatchObject({ code: 'message_not_found' });
    const { rows } = await sql`select from orphaned_blobs`.execute(server.context.db);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('keeps its files and can be removed', async () => {
    const { key, size } = await server.context.blobs.put(Buffer.from('bảng'));
    const id = await receive({
      ...given,
      attachments: [
        {
          name: 'bảng.csv',
          contentType: 'text/csv',
          contentId: null,
          inline: false,
          size,
          blob: key,
          held: null,
        },
      ],
    });
    const { files } = await open(id);
    expect((await save(id, { body: '<p>mới</p>' })).files).toEqual(files);
    await person.client.deleteDraft({ params: { id } });
    await expect(open(id)).rejects.toMatchObject({ status: 404 });
  });
});
