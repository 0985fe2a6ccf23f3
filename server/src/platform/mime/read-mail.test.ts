import { text as wholeText } from 'node:stream/consumers';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import {
  makeProperties,
  makeTnef,
  tnefAttachment,
  tnefMessageProperties,
} from '../../test-kit/hostile/hostile-tnef.ts';
import { readHeaders } from './read-headers.ts';
import { readMail } from './read-mail.ts';

function read(source: string | Buffer) {
  const raw = typeof source === 'string' ? Buffer.from(source.replaceAll('\n', '\r\n')) : source;
  const { mail, files } = readMail(raw);
  return { ...mail, files: files.map(({ bytes, ...file }) => ({ ...file, content: bytes.toString() })) };
}

async function entriesOf(zip: Buffer): Promise<[string, string][]> {
  const entries: [string, string][] = [];
  const file = await fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    entries.push([entry.fileName, await wholeText(await file.openReadStreamPromise(entry))]);
  }
  return entries;
}

describe('headers', () => {
  it('are read whole', () => {
    const mail = read(
      'From: An <an@c.vn>\nSender: b@c.vn\nTo: c@c.vn\nCc: d@c.vn\nCC: e@c.vn\nReply-To: f@c.vn\nSubject: Chào\n bạn\nDate: Fri, 20 Nov 2026 08:00:00 +0700\n' +
        'Message-ID: <1@c.vn>\nIn-Reply-To: <0@c.vn> (An)\nReferences: <a@c.vn>\n <0@c.vn> <a@c.vn>\nDelivered-To: c@c.vn\nReceived: x\nReceived: y\n\nhi',
    );
    expect(mail).toMatchObject({
      from: { name: 'An', email: 'an@c.vn' },
      cc: [{ email: 'd@c.vn' }, { email: 'e@c.vn' }],
      replyTo: [{ email: 'f@c.vn' }],
      subject: 'Chào bạn',
      date: Date.UTC(2026, 10, 20, 1) / 1_000,
      messageId: '1@c.vn',
      inReplyTo: '0@c.vn',
      references: ['a@c.vn', '0@c.vn'],
      deliveredTo: ['c@c.vn'],
      receivedCount: 2,
      automatic: false,
    });
  });

  it('keep the root and the end of a very long chain of references', () => {
    const ids = Array.from({ length: 500 }, (_, at) => `<${at}@c.vn>`);
    const { references } = read(`References: ${ids.join('\n ')}\n\nx`);
    expect(references).toHaveLength(200);
    expect([references[0], references.at(-1)]).toEqual(['0@c.vn', '499@c.vn']);
  });

  it('tell how to leave a list', () => {
    expect(
      read(
        'List-Id: Tin <tin.c.vn>\nList-Unsubscribe: <mailto:off@c.vn>, <https://c.vn/off?u=1>, <javascript:x>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n\nx',
      ),
    ).toMatchObject({
      listId: 'tin.c.vn',
      automatic: true,
      unsubscribe: { mailto: 'mailto:off@c.vn', url: 'https://c.vn/off?u=1', oneClick: true },
    });
  });

  it.each(['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Return-Path: <>', 'X-Autoreply: yes'])(
    'mark mail as automatic: %s',
    (header) => {
      expect(read(`${header}\n\nx`).automatic).toBe(true);
      expect(readHeaders(Buffer.from(`${header}\r\n`)).automatic).toBe(true);
    },
  );

  it.each([
    ['Importance: high', true],
    ['Importance: High', true],
    ['X-Priority: 1 (Highest)', true],
    ['X-Priority: 2', true],
    ['X-MSMail-Priority: High', true],
    ['X-Priority: 3', false],
    ['X-Priority: 10', false],
    ['Importance: normal', false],
    ['Subject: High', false],
  ])('tell of importance: %s is %s', (header, important) => {
    expect(read(`${header}\n\nx`).important).toBe(important);
  });

  it.each<[string, string | null, boolean]>([
    ['From: a@x.example\nDisposition-Notification-To: A <a@x.example>', 'a@x.example', false],
    [
      'From: a@x.example\nDisposition-Notification-To: a@x.example\nReturn-Path: <b+1@mail.x.example>',
      'a@x.example',
      false,
    ],
    ['From: a@x.example\nDisposition-Notification-To: victim@y.example', 'victim@y.example', true],
    [
      'From: a@x.example\nDisposition-Notification-To: a@x.example\nReturn-Path: <c@z.example>',
      'a@x.example',
      true,
    ],
    ['From: a@x.example\nDisposition-Notification-To: a@x.example, b@x.example', null, false],
    ['From: a@x.example\nDisposition-Notification-To: a', null, false],
    ['From: a@x.example\nDisposition-Notification-To: a@x.example\nList-Id: <x>', null, false],
    ['From: a@x.example\nDisposition-Notification-To: a@x.example\nReturn-Path: <>', null, false],
    ['From: a@x.example', null, false],
  ])('tell who wants a receipt, but for lists and programs: %j', (header, email, elsewhere) => {
    const { receiptTo } = read(`${header}\n\nx`);
    expect(receiptTo && [receiptTo.email, receiptTo.elsewhere]).toEqual(email && [email, elsewhere]);
  });

  it.each<[string, number | null]>([
    ['Fri, 20 Nov 2026 08:00:00 +0700 (ICT)', Date.UTC(2026, 10, 20, 1)],
    ['20 Nov 26 08:00 GMT', Date.UTC(2026, 10, 20, 8)],
    ['Fri, 20 Nov 2026 08:00:00 PST', Date.UTC(2026, 10, 20, 16)],
    ['2026-11-20T08:00:00+07:00', Date.UTC(2026, 10, 20, 1)],
    ['Fri, 99 Nov 2026 08:00:00', null],
    ['yesterday', null],
    ['Fri Nov 20 08:00:00 2026', Date.UTC(2026, 10, 20, 8)],
    ['Fri Nov 20 08:00:00 +0700 2026', Date.UTC(2026, 10, 20, 1)],
    ['Fri Nov 20 08:00:00 2026 +0700', Date.UTC(2026, 10, 20, 1)],
    ['Fri Nov 20 08:00:00 UTC 2026', Date.UTC(2026, 10, 20, 8)],
    ['November 20, 2026 8:00 PM +0700', Date.UTC(2026, 10, 20, 13)],
    ['Friday, November 20, 2026 at 12:05 AM', Date.UTC(2026, 10, 20, 0, 5)],
    ['11/20/2026 08:00:00 +0700', Date.UTC(2026, 10, 20, 1)],
    ['05/06/2026 8:00 PM', Date.UTC(2026, 4, 6, 20)],
    ['20/11/2026 08:00', Date.UTC(2026, 10, 20, 8)],
    ['13/13/2026 08:00', null],
  ])('date %s', (date, expected) => {
    expect(read(`Date: ${date}\n\nx`).date).toBe(expected === null ? null : expected / 1_000);
  });

  it('raw 8-bit ones are read as UTF-8, else as the body says', () => {
    expect(read('Subject: Hợp đồng\n\nx').subject).toBe('Hợp đồng');
    const head = iconv.encode(
      'Subject: Договор\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx',
      'koi8-r',
    );
    expect(read(head).subject).toBe('Договор');
  });
});

describe('bodies', () => {
  it('of an alternative are its plain and its rich form, calendar parts are kept as a file', () => {
    const mail = read(
      'Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nChào\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>Chào</p>\n--b\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n--b--\n',
    );
    expect(mail).toMatchObject({ text: 'Chào', html: '<p>Chào</p>', snippet: 'Chào' });
    expect(mail.files).toMatchObject([
      { name: 'invite.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' },
    ]);
  });

  it('of an invitation carry the calendar part once when it came twice', () => {
    const calendar = 'BEGIN:VCALENDAR\nEND:VCALENDAR';
    const mail = read(
      `Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nmời họp\n--b\nContent-Type: text/calendar; method=REQUEST\n\n${calendar}\n--b--\n--m\nContent-Type: application/ics; name=hop.ics\n\n${calendar}\n--m--`,
    );
    expect(mail.files.map((file) => file.name)).toEqual(['hop.ics']);
  });

  it('in several parts of a mixed mail are joined', () => {
    const mail = read(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nmột\n--b\nContent-Type: text/html\n\n<b>hai</b>\n--b\n\nba & bốn\n--b--\n',
    );
    expect(mail.text).toBe('một\n\nhai\n\nba & bốn');
    expect(mail.html).toContain('<b>hai</b>');
    expect(mail.html).toContain('ba &amp; bốn');
  });

  it('inline images are those that the HTML shows', () => {
    const mail = read(
      'Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src="cid:a%40x"><img src=cid:b@x>\n--b\nContent-Type: image/png\nContent-ID: <a@x>\n\nA\n--b\nContent-Type: image/png\nContent-ID: <b@x>\n\nB\n--b\nContent-Type: image/png\nContent-ID: <c@x>\n\nC\n--b--',
    );
    expect(mail.files.map((file) => [file.contentId, file.inline])).toEqual([
      ['a@x', true],
      ['b@x', true],
      ['c@x', false],
    ]);
  });

  it('format=flowed is unfolded, quotes and signature kept', () => {
    expect(
      read('Content-Type: text/plain; format=flowed\n\nmột \nhai\n> ba \n> bốn\n>> năm\n-- \nAn').text,
    ).toBe('một hai\n> ba bốn\n>> năm\n-- \nAn');
    expect(read('Content-Type: text/plain; format=flowed; delsp=yes\n\nXin chà \no').text).toBe('Xin chào');
  });

  it('quoted-printable and base64 are read however broken', () => {
    expect(
      read('Content-Transfer-Encoding: quoted-printable\n\nCh=C3=A0o=20  \nb=E1=BA=\n=A1n =ZZ =').text,
    ).toBe('Chào \nbạn =ZZ ');
    expect(read('Content-Transfer-Encoding: base64\n\nQ2jD!oG8gYu\n*G6oW4=').text).toBe('Chào bạn');
    expect(read('Content-Transfer-Encoding: base64\n\nQQ==Qg==\nQw==').text).toBe('ABC');
  });

  it('uuencoded files are taken out of the text', () => {
    const mail = read('Chào\nbegin 644 tệp.txt\n#0V%T\n`\nend\nhết');
    expect(mail.text).toBe('Chào\nhết');
    expect(mail.files).toMatchObject([{ name: 'tệp.txt', content: 'Cat' }]);
  });

  it('the charset of an HTML document may stand in the document', () => {
    const html = iconv.encode(
      'Content-Type: text/html\r\n\r\n<meta charset="koi8-r"><p>Договор</p>',
      'koi8-r',
    );
    expect(read(html).html).toContain('Договор');
  });

  it('SB-12 are searched as they are shown: the HTML where there is one, however long the plain part is', () => {
    const plain = 'Xin xem bản có định dạng của thư này trong trình đọc thư của quý vị. '.repeat(3);
    const alternative = (html: string) =>
      read(
        `Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain; charset=utf-8\n\n${plain}\n--x\nContent-Type: text/html; charset=utf-8\n\n${html}\n--x--\n`,
      );
    expect(alternative('<p>Báo giá <b>kho</b></p>').searchText).toBe('Báo giá kho');
    expect(alternative('<img src="cid:a">').searchText).toContain('bản có định dạng');
  });

  it('are kept up to a million characters', () => {
    const mail = read(`Content-Type: text/html\n\n<p>${'a'.repeat(1_500_000)}`);
    expect(mail.html).toHaveLength(1_000_000);
    expect(mail.bodyClipped).toBe(true);
    expect(mail.searchText).toHaveLength(200_000);
    expect(mail.snippet).toHaveLength(200);
  });

  it('the snippet comes from the HTML when the plain part says nothing', () => {
    expect(
      read(
        'Content-Type: text/html\n\n<head><style>x</style></head><p>Khuy&#7871;n m&atilde;i&zwnj;&nbsp;&zwnj;&nbsp;</p>',
      ).snippet,
    ).toBe('Khuyến mãi');
  });
});

describe('structure', () => {
  it.each<[string, string, string]>([
    ['no headers at all', 'Chào bạn,\nhai dòng', 'Chào bạn,\nhai dòng'],
    ['no end boundary', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nChào', 'Chào'],
    ['no boundary parameter', 'Content-Type: multipart/mixed\n\n--zzz-1\n\nChào\n--zzz-1--', 'Chào'],
    ['no part at all', 'Content-Type: multipart/mixed; boundary=b\n\nChào', 'Chào'],
    ['no empty line before the body', 'Subject: x\nChào bạn', 'Chào bạn'],
    ['an empty line of blanks', 'Subject: x\n  \t\nChào', 'Chào'],
    [
      'a boundary that begins like another',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nChào\n--bb--\n--b--',
      'Chào',
    ],
    [
      'a header cut by a boundary',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n--b\n\nChào\n--b--',
      'Chào',
    ],
    ['NUL bytes', 'Subject: x\n\nCh\0ào', 'Chào'],
    ['an mbox line', 'From an@c.vn Fri Nov 20 08:00:00 2026\nSubject: x\n\nChào', 'Chào'],
  ])('%s', (_, source, text) => {
    expect(read(source).text?.trim()).toBe(text);
  });

  it.each(['\n', '\r', '\r\n'])('line ends %j', (lineEnd) => {
    const source =
      'Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nmột\nhai\n--b--\n'.replaceAll(
        '\n',
        lineEnd,
      );
    expect(read(Buffer.from(source))).toMatchObject({ subject: 'x', text: 'một\nhai' });
  });

  it('the words of a mail nested 100 deep are found', () => {
    const open = Array.from(
      { length: 100 },
      (_, at) => `Content-Type: multipart/mixed; boundary=n${at}\n\n--n${at}\n`,
    ).join('');
    expect(read(`Subject: x\n${open}\nchào`).text).toBe('chào');
  });

  it('a forwarded message stays one file, named after its subject', () => {
    const mail = read(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nxem\n--b\nContent-Type: message/rfc822\n\nSubject: =?utf-8?Q?B=C3=A1o?= / 11\nContent-Type: multipart/mixed; boundary=i\n\n--i\nContent-Type: application/pdf; name=a.pdf\n\nP\n--i--\n--b--',
    );
    expect(mail.text).toBe('xem');
    expect(mail.files.map((file) => [file.name, file.contentType])).toEqual([
      ['Báo - 11.eml', 'message/rfc822'],
    ]);
  });

  it('of many attachments the first 300 are listed, and the others lie in a zip behind them', async () => {
    const parts = Array.from(
      { length: 303 },
      (_, at) => `--b\nContent-Type: application/pdf; name=tệp-${at}.pdf\n\nP${at}\n`,
    );
    const { files } = readMail(
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--`),
    );
    expect(files.map(({ name }) => name).slice(-2)).toEqual(['tệp-299.pdf', 'attachments-301-303.zip']);
    const zip = files.at(-1);
    expect(zip).toMatchObject({ contentType: 'application/zip', size: zip?.bytes.length, inline: false });
    expect(await entriesOf(zip?.bytes ?? Buffer.alloc(0))).toEqual([
      ['301 tệp-300.pdf', 'P300'],
      ['302 tệp-301.pdf', 'P301'],
      ['303 tệp-302.pdf', 'P302'],
    ]);
  });

  it('of 10,000 attachments none is left out', () => {
    const part = '--b\nContent-Type: application/pdf; name=a.pdf\n\nP\n';
    const { files } = read(`Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(9_000)}`);
    expect([files.length, files.at(-1)?.name]).toEqual([301, 'attachments-301-9000.zip']);
  });

  it('of more parts than are read the last holds its own bytes, and the mail says that there is more', () => {
    const part = '--b\nContent-Type: application/pdf; name=a.pdf\n\nP\n';
    const mail = (parts: number, last = '--b--') =>
      readMail(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(parts)}${last}`));
    const all = mail(9_999);
    expect([all.files.at(-1)?.name, all.mail.bodyClipped]).toEqual(['attachments-301-9999.zip', false]);
    const more = mail(12_000);
    expect(more.mail.bodyClipped).toBe(true);
    expect(more.files.at(-1)?.bytes.equals(all.files.at(-1)?.bytes as Buffer)).toBe(true);
    const nested = '--b\nContent-Type: multipart/mixed; boundary=c\n\n';
    const cut = mail(9_998, `${nested}${'--c\n\nwords\n'.repeat(3)}`);
    expect([cut.mail.text, cut.mail.bodyClipped]).toEqual(['', true]);
  });

  it('of more files within parts than are kept the mail says that there are more', () => {
    const uuencoded = (at: number) => `begin 644 ${at}.txt\n#86)C\n\`\nend\n`;
    const text = Array.from({ length: 50 }, (_, at) => uuencoded(at)).join('');
    const part = `--b\nContent-Type: text/plain\n\n${text}`;
    const mail = read(`Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(401)}--b--`);
    expect([mail.files.at(-1)?.name, mail.bodyClipped]).toEqual(['attachments-301-20000.zip', true]);
  });

  it.each([
    ['a footer behind the padding', 'QUJDRA==\n\n-- \nSent to the list\nanybody', 'ABCD'],
    ['a footer of a list', 'QUJD\nREVG\n\n_______________________\nList mailing list\nlist', 'ABCDEF'],
    ['words behind an empty line', 'QUJD\n\nThis message was scanned', 'ABC'],
    ['stretches that are each padded', 'QQ==\nQg==\nQw==', 'ABC'],
    ['junk in a line', 'QU!JD\n REVG', 'ABCDEF'],
    ['empty lines', 'QUJD\n\nREVG', 'ABCDEF'],
  ])('base64 ends where it ends: %s', (_, body, content) => {
    const head = 'Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64';
    expect(read(`${head}\n\n${body}\n`).files).toMatchObject([{ content }]);
  });
});

describe('headers in raw charsets of seven bits', () => {
  it.each(['', 'utf-8', 'iso-2022-kr', 'utf-16', 'utf-7', 'shift_jis'])(
    'are read beside a body in %j',
    (charset) => {
      const mail = read(
        `Content-Type: text/plain; charset=${charset}\nSubject: Re: \x1b$B$3$s$K$A$O\x1b(B!\nFrom: \x1b$B$3$s\x1b(B <a@b.vn>\n\nx`,
      );
      expect(mail).toMatchObject({ subject: 'Re: こんにちは!', from: { name: 'こん', email: 'a@b.vn' } });
    },
  );
});

describe('raw Japanese of seven bits in a header', () => {
  it.each([
    ['folded within its characters', '\x1b$B$"$$\n $&\x1b(B', 'あいう'],
    ['with half-width letters', 'Re: \x1b(I1234\x1b(B', 'Re: ｱｲｳｴ'],
    ['beside UTF-8', '\x1b$B$"$$\x1b(B: ng\u00e0y mai', 'あい: ngày mai'],
    ['beside an encoded word', '=?utf-8?Q?ng=C3=A0y?= \x1b$B$"$$\x1b(B', 'ngày あい'],
    ['that contains the signs of an encoded word', '\x1b$B=?=P\x1b(B', '戎出'],
    ['never switched back', '\x1b$B$"$$', 'あい'],
  ])('is read %s', (_, header, subject) => {
    expect(read(`Subject: ${header}\n\nx`)).toMatchObject({ subject });
  });
});

describe('file names', () => {
  it.each<[string, string]>([
    ['name="báo cáo.pdf"', 'báo cáo.pdf'],
    ["name*=utf-8''b%C3%A1o%20c%C3%A1o.pdf", 'báo cáo.pdf'],
    ['name*0*=utf-8\'\'b%C3; name*1*=%A1o; name*2=".pdf"', 'báo.pdf'],
    ['name*2=".pdf"; name*0="a"; name*1="b"', 'ab.pdf'],
    ["name*0*=utf-8''a; name*2*=b.pdf", 'ab.pdf'],
    ['name="=?utf-8?B?YsOhby5wZGY=?="', 'báo.pdf'],
    ["name=old.pdf; name*=utf-8''m%E1%BB%9Bi.pdf", 'mới.pdf'],
    ['name=Invoice(1).pdf', 'Invoice(1).pdf'],
    ['name=a.pdf (a comment)', 'a.pdf'],
    ['name="../../etc/passwd"', 'passwd'],
    ['name="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
    ['name="\u202Efdp.exe"', 'fdp.exe'],
    ['name="nhà 👨‍👩‍👧.pdf"', 'nhà 👨‍👩‍👧.pdf'],
    ['name="a\u200db.pdf"', 'ab.pdf'],
    ['name="..."', 'attachment-1.pdf'],
    ['name="a:b?.pdf"', 'a_b_.pdf'],
    ['name=""', 'attachment-1.pdf'],
    ['x=y', 'attachment-1.pdf'],
  ])('%s', (parameters, expected) => {
    expect(
      read(`Content-Type: application/pdf; ${parameters}\nContent-Disposition: attachment\n\nP`).files[0]
        ?.name,
    ).toBe(expected);
  });

  it.each([
    ['message/delivery-status', 'delivery-status.txt'],
    ['message/disposition-notification', 'read-receipt.txt'],
    ['text/rfc822-headers', 'message-headers.txt'],
    ['message/rfc822', 'message.eml'],
    ['text/calendar', 'invite.ics'],
    ['application/zip', 'attachment-1.zip'],
  ])('a part of %s without one is %s', (type, expected) => {
    expect(read(`Content-Type: ${type}\nContent-Disposition: attachment\n\nP`).files[0]?.name).toBe(expected);
  });

  it('of great length keep their ending', () => {
    const name = read(`Content-Type: application/pdf; name="${'đ'.repeat(500)}.pdf"\n\nP`).files[0]?.name;
    expect(name).toHaveLength(200);
    expect(name).toMatch(/đ\.pdf$/);
  });
});

describe('winmail.dat', () => {
  const properties = (list: { id: number; type: number; value: Buffer }[]) => ({
    id: tnefMessageProperties,
    level: 1 as const,
    data: makeProperties(list),
  });
  const wrap = (tnef: Buffer) =>
    `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${tnef.toString('base64')}\n--b--`;

  it('is opened: its body and its files take its place', () => {
    const tnef = makeTnef([
      properties([{ id: 0x1000, type: 0x1f, value: Buffer.from('Chào anh\0', 'utf16le') }]),
      ...tnefAttachment('hợp đồng.pdf', Buffer.from('%PDF')),
    ]);
    const mail = read(wrap(tnef));
    expect(mail.text).toBe('Chào anh');
    expect(mail.files).toMatchObject([{ name: 'hợp đồng.pdf', size: 4, content: '%PDF' }]);
  });

  it.each([
    ['the same words', 'Chào  anh,\nem gửi', 'Chào anh, em gửi', 'Chào  anh,\nem gửi'],
    ['the beginning of them', 'Chào anh', 'Chào anh, em gửi báo giá', 'Chào anh, em gửi báo giá'],
    ['other words', 'Đã quét', 'Chào anh', 'Đã quét\n\nChào anh'],
  ])('has its body shown once beside a text of %s', (_, text, within, shown) => {
    const tnef = makeTnef([
      properties([{ id: 0x1000, type: 0x1f, value: Buffer.from(`${within}\0`, 'utf16le') }]),
    ]);
    const mail = read(
      wrap(tnef).replace('\n\n--b\n', `\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n--b\n`),
    );
    expect(mail.text?.trim()).toBe(shown);
  });

  it('has its RTF read when there is no other body', () => {
    const rtf = Buffer.from(
      "{\\rtf1\\ansi\\ansicpg1258{\\fonttbl\\f0 Arial;}Ch\\u224?o b\\u7841?n\\par K\\'ednh g\\u7917?i}",
    );
    const head = Buffer.alloc(16);
    head.writeUInt32LE(rtf.length, 4);
    head.writeUInt32LE(0x414c454d, 8);
    expect(
      read(wrap(makeTnef([properties([{ id: 0x1009, type: 0x102, value: Buffer.concat([head, rtf]) }])])))
        .text,
    ).toBe('Chào bạn\nKính gửi');
  });

  it('has compressed RTF undone', () => {
    const compressed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c0900206277 05b06c647d0a800fa0'.replaceAll(
        ' ',
        '',
      ),
      'hex',
    );
    expect(read(wrap(makeTnef([properties([{ id: 0x1009, type: 0x102, value: compressed }])]))).text).toBe(
      'hello world',
    );
  });

  it('stays listed when it is cut', () => {
    const tnef = makeTnef([
      ...tnefAttachment('a.pdf', Buffer.from('A')),
      ...tnefAttachment('b.pdf', Buffer.from('B')),
    ]);
    const names = read(wrap(tnef.subarray(0, tnef.length - 10))).files.map((file) => file.name);
    expect(names).toContain('a.pdf');
    expect(names).toContain('winmail.dat');
  });

  it('is an attachment like any other when it is none', () => {
    expect(read(wrap(Buffer.from('not TNEF'))).files.map((file) => file.name)).toEqual(['winmail.dat']);
  });
});
