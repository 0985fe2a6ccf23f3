import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readMail } from '../../platform/mime/read-mail.ts';
import { composeMail, measureMail, sentContentOf } from './compose-mail.ts';
import type { OutgoingFile, OutgoingMessage } from './outgoing.store.ts';

const FILE_ID = '01900000-0000-7000-8000-00000000000a';
const OTHER_ID = '01900000-0000-7000-8000-00000000000b';
const bytes = new Map<string, Buffer>();
const blobs = { open: async (key: string) => Readable.from([bytes.get(key) as Buffer]) };

function outgoing(given: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    threadId: '01900000-0000-7000-8000-000000000002',
    folderId: '01900000-0000-7000-8000-000000000003',
    draft: true,
    version: 1,
    messageId: null,
    size: 0,
    sender: { name: 'Nguyễn Lan Anh', email: 'lan.anh@saomai.example' },
    to: [{ name: 'Trần Minh', email: 'minh.tran@saomai.example' }],
    cc: [],
    bcc: [],
    subject: 'Hợp đồng tháng mười một',
    inReplyTo: null,
    references: [],
    body: '<p>Xin chào anh,</p><p>Gửi anh <b>hợp đồng</b>.</p>',
    ownWords: '',
    bodyIsHtml: true,
    files: [],
    answers: null,
    action: 'new',
    tracking: false,
    important: false,
    receipt: false,
    followUp: null,
    ...given,
  };
}

function file(id: string, content: Buffer, given: Partial<OutgoingFile> = {}): OutgoingFile {
  bytes.set(id, content);
  return {
    id,
    name: 'Báo giá quý 4.pdf',
    contentType: 'application/pdf',
    contentId: null,
    size: content.length,
    blob: id,
    held: null,
    ...given,
  };
}

async function compose(given: Partial<OutgoingMessage> = {}, pixelUrl?: string): Promise<Buffer> {
  const composing = { messageId: 'mot@saomai.example', date: 1_795_140_000 };
  const chunks: Uint8Array[] = [];
  const stream = composeMail(outgoing(given), { ...composing, ...(pixelUrl ? { pixelUrl } : {}) }, blobs);
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('writes in ASCII alone, but for addresses that have no such writing', async () => {
  const text = 'Hợp đồng: “đã ký” 📄';
  const files = [file(FILE_ID, Buffer.from('x'), { name: 'Báo giá 📄.pdf' })];
  const people = { name: 'Đỗ Thị Bưởi', email: 'buoi@bưu-điện.vn' };
  const given = { subject: text, to: [people], cc: [people], sender: people, body: `<p>${text}</p>`, files };
  const ids = { inReplyTo: 'một@x.example', references: ['một@x.example'] };
  expect((await compose({ ...given, ...ids })).toString('latin1')).not.toMatch(/[^\r\n\t\x20-\x7e]/);
  const written = await compose({ ...given, to: [{ name: 'Đỗ', email: 'đỗ@vpp.example' }] });
  expect(written.toString()).toContain('<đỗ@vpp.example>');
});

test('a message of high importance says so in the words of every mail program, and an ordinary one does not', async () => {
  const source = async (important: boolean) => {
    const parts: Uint8Array[] = [];
    const composing = { messageId: 'a@saomai.example', date: 1_800_000_000 };
    for await (const part of composeMail(outgoing({ important }), composing, blobs)) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const marked = await source(true);
  expect(marked).toMatch(/^Importance: High\r$/m);
  expect(marked).toMatch(/^X-Priority: 1 \(Highest\)\r$/m);
  expect(await source(false)).not.toMatch(/^(?:Importance|X-Priority):/im);
});

test('a message whose sender wants a receipt says where it is to go, and an ordinary one does not', async () => {
  expect((await compose({ receipt: true, important: true })).toString()).toMatch(
    /^Disposition-Notification-To: <lan\.anh@saomai\.example>\r$/m,
  );
  expect((await compose()).toString()).not.toMatch(/^Disposition-Notification-To:/im);
  const people = { name: 'Bưởi', email: 'buoi@bưu-điện.vn' };
  const { mail } = readMail(await compose({ receipt: true, sender: people }));
  expect(mail.receiptTo).toMatchObject({ email: `buoi@${domainToASCII('bưu-điện.vn')}`, elsewhere: false });
});

describe('a composed message', () => {
  test('says what was written, as HTML and as plain text', async () => {
    const { mail } = readMail(await compose());
    expect(mail).toMatchObject({
      messageId: 'mot@saomai.example',
      date: 1_795_140_000,
      subject: 'Hợp đồng tháng mười một',
      from: { name: 'Nguyễn Lan Anh', email: 'lan.anh@saomai.example' },
      to: [{ name: 'Trần Minh', email: 'minh.tran@saomai.example' }],
      html: outgoing().body,
      snippet: 'Xin chào anh, Gửi anh hợp đồng.',
    });
    expect(mail.text?.trim()).toBe('Xin chào anh,\n\nGửi anh hợp đồng.');
  });

  test('has a head of plain ASCII and lines that every server takes', async () => {
    const references = Array.from(
      { length: 80 },
      (_, at) => `thu-rat-dai-${'x'.repeat(60)}-${at}@saomai.example`,
    );
    const raw = (await compose({ references, inReplyTo: references.at(-1) ?? null })).toString('latin1');
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]+$/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(readMail(Buffer.from(raw, 'latin1')).mail).toMatchObject({
      references,
      inReplyTo: references.at(-1),
    });
  });

  test('never names who gets a blind copy, nor the program', async () => {
    const raw = String(await compose({ bcc: [{ name: 'Kín', email: 'kin@minhphat.example' }] }));
    expect(raw).not.toMatch(/^bcc:|kin@minhphat|^x-/im);
  });

  test('keeps an address of any script, and writes its domain as mail servers know it', async () => {
    const to = [
      { name: 'Thư', email: 'thư@saomai.example' },
      { name: '', email: 'an@bưu-điện.example' },
    ];
    const raw = await compose({ to });
    const written = { name: '', email: `an@${domainToASCII('bưu-điện.example')}` };
    expect(readMail(raw).mail.to).toEqual([to[0], written]);
  });

  test('a line break in a name or a subject makes no field of its own', async () => {
    const sender = { name: 'Lan\r\nBcc: ai@khac.example', email: 'lan.anh@saomai.example' };
    const raw = String(await compose({ sender, subject: 'Một\r\nX-Evil: 1' }));
    expect(raw).not.toMatch(/^(bcc|x-evil):/im);
  });

  test('shows a picture of the text by a name within the message, and attaches the rest', async () => {
    const picture = Buffer.from('dots');
    const files = [
      file(FILE_ID, picture, { name: 'ảnh.png', contentType: 'image/png' }),
      file(OTHER_ID, Buffer.from('%PDF')),
    ];
    const body = `<p><img src="/api/v2/files/${FILE_ID}/download?inline=1" alt=""> và <a href="/api/v2/files/${OTHER_ID}/download">x</a></p>`;
    const read = readMail(await compose({ body, files }));
    const contentId = `${FILE_ID}@saomai.example`;
    expect(read.mail.html).toContain(`<img src="cid:${contentId}" alt="">`);
    expect(read.files).toMatchObject([
      { name: 'ảnh.png', contentType: 'image/png', contentId, inline: true, bytes: picture },
      { name: 'Báo giá quý 4.pdf', inline: false, bytes: Buffer.from('%PDF') },
    ]);
    expect(sentContentOf(outgoing({ body, files }))).toMatchObject({
      body: read.mail.html,
      inline: [{ id: FILE_ID, contentId }],
      searchText: 'và x',
    });
  });

  test('leaves the address of a file that it does not carry', async () => {
    const body = `<img src="/api/v2/files/${OTHER_ID}/download">`;
    expect(readMail(await compose({ body })).mail.html?.trim()).toBe(body);
  });

  test('carries a mail as a file whole, whatever its line ends are', async () => {
    const mail = Buffer.from('Subject: =?utf-8?q?c=C5=A9?=\n\nDòng một\rDòng hai\n');
    const { files } = readMail(
      await compose({ files: [file(FILE_ID, mail, { name: 'thư.eml', contentType: 'message/rfc822' })] }),
    );
    expect(files).toMatchObject([{ name: 'thư.eml', bytes: mail }]);
  });

  test('asks for a picture when it is opened only where that is wanted', async () => {
    const pixelUrl = 'https://thu.saomai.example/t/abc.gif';
    expect(readMail(await compose({}, pixelUrl)).mail.html).toContain(`src="${pixelUrl}"`);
    expect(String(await compose())).not.toContain('<img');
  });

  test('that was written as plain text stays so', async () => {
    const { mail } = readMail(await compose({ body: 'Xin chào\n<b>', bodyIsHtml: false }));
    expect([mail.html, mail.text?.trim()]).toEqual([null, 'Xin chào\n<b>']);
  });

  test('AT-11 is measured as long as it becomes, without reading its files', async () => {
    for (const size of [0, 1, 56, 57, 58, 100_000]) {
      const files = [file(FILE_ID, Buffer.alloc(size, 7)), file(OTHER_ID, Buffer.alloc(1000))];
      const measured = await measureMail(outgoing({ files }), 'mot@saomai.example');
      expect(Math.abs(measured - (await compose({ files })).length)).toBeLessThan(16);
    }
  });

  test('ends in the error when the bytes of a file are gone', async () => {
    const gone = { open: () => Promise.reject(new Error('gone')) };
    const stream = composeMail(
      outgoing({ files: [file(FILE_ID, Buffer.from('x'))] }),
      { messageId: 'a@b', date: 1 },
      gone,
    );
    await expect(Readable.from(stream).toArray()).rejects.toThrow('gone');
  });
});
