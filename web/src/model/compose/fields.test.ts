import type { Message } from '@bocau/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { promisesFile } from './forgotten-attachment.ts';
import { prefillFromMailto } from './mailto.ts';
import { hasWords, inlineFileIds, signatureBlock, textOf, withoutSignature } from './own-words.ts';
import { recipientsFromText, textOfRecipient } from './recipient-text.ts';
import { answerReferences, answerSender, answerSubject, answerTargets } from './reply-fields.ts';
import { failureOfText } from './send-failures.ts';
import { blankMessage } from './test-kit/fake-outbox.ts';

describe('recipients out of text', () => {
  it.each<[string, string[]]>([
    ['an@saomai.example', ['an@saomai.example']],
    [
      'a@x.vn, b@x.vn;c@x.vn d@x.vn\ne@x.vn\tf@x.vn',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}@x.vn`),
    ],
    ['Lan Anh <a@x.vn>, Bình <b@x.vn>', ['Lan Anh|a@x.vn', 'Bình|b@x.vn']],
    ['"Trần, Bình" <b@x.vn> Cường <c@x.vn>', ['Trần, Bình|b@x.vn', 'Cường|c@x.vn']],
    ['"O\\"Hara; Jo" <j@x.vn>', ['O"Hara; Jo|j@x.vn']],
    ['a@x.vn Lan Anh <b@x.vn>', ['a@x.vn', 'Lan Anh|b@x.vn']],
    ['<a@x.vn><b@x.vn>', ['a@x.vn', 'b@x.vn']],
    ['Nhóm: a@x.vn, b@x.vn;', ['a@x.vn', 'b@x.vn']],
    ['Nhóm: Lan Anh <a@x.vn>;', ['Lan Anh|a@x.vn']],
    ['undisclosed-recipients:;', []],
    ['Undisclosed recipients:; a@x.vn', ['a@x.vn']],
    ['"không đóng <a@x.vn>', ['"không đóng|a@x.vn']],
    ['  , ;  ', []],
    ['mailto:a@x.vn', ['a@x.vn']],
    ['Lan Anh', ['Lan Anh']],
    ['sai@ a@x.vn', ['sai@', 'a@x.vn']],
  ])('RC-2 RC-5 %j', (text, expected) => {
    const found = recipientsFromText(text).map(({ name, email }) =>
      name === '' ? email : `${name}|${email}`,
    );
    expect(found).toEqual(expected);
  });

  it('RC-1 keeps what is no address, and takes out what must not get into a header', () => {
    expect(recipientsFromText('sai@, a@x.vn').map(({ valid }) => valid)).toEqual([false, true]);
    expect(recipientsFromText('\u202ea@x.vn\u0000')[0]?.email).toBe('a@x.vn');
  });

  it('RC-10 writes a recipient so that it reads back as the same', () => {
    for (const name of ['Lan Anh', 'Trần, Bình', 'O"Hara', 'a\\b, c']) {
      const [recipient] = recipientsFromText(
        textOfRecipient({ name, email: 'a@x.vn', valid: true, status: 'unknown' }),
      );
      expect(recipient).toMatchObject({ name, email: 'a@x.vn' });
    }
  });

  it('splits 200,000 letters of anything without hanging', () => {
    expect(recipientsFromText('"'.repeat(3_000) + '<'.repeat(190_000)).length).toBeLessThan(10_000);
  });
});

const LAN_ANH = { name: 'Lan Anh', email: 'lan.anh@saomai.example' };
const BINH = { name: 'Bình', email: 'binh@x.vn' };
const CUONG = { name: 'Cường', email: 'cuong@x.vn' };
const OWN = new Set(['lan.anh@saomai.example', 'ban-hang@saomai.example']);
const SENDERS = [
  { ...LAN_ANH, default: true, signature: null },
  { name: 'Bán hàng', email: 'ban-hang@saomai.example', default: false, signature: null },
];

function messageWith(given: Partial<Message>): Message {
  return { ...blankMessage('m1'), is_draft: false, draft: null, from: BINH, to: [LAN_ANH], ...given };
}

function targets(given: Partial<Message>, action: 'reply' | 'reply_all' | 'forward') {
  const { to, cc } = answerTargets(messageWith(given), action, OWN);
  return [to.map(({ email }) => email), cc.map(({ email }) => email)];
}

describe('replies and forwards', () => {
  it('CW-14 go to reply_to, else to the sender, and to the recipients of an own mail', () => {
    expect(targets({}, 'reply')).toEqual([['binh@x.vn'], []]);
    expect(targets({ reply_to: [CUONG] }, 'reply')).toEqual([['cuong@x.vn'], []]);
    expect(targets({ from: LAN_ANH, to: [BINH, LAN_ANH] }, 'reply')).toEqual([['binh@x.vn'], []]);
    expect(targets({ from: LAN_ANH, to: [LAN_ANH] }, 'reply')).toEqual([['lan.anh@saomai.example'], []]);
  });

  it('CW-15 to all keep To in To and Cc in Cc, without own addresses and nobody twice', () => {
    const given = {
      to: [LAN_ANH, CUONG, { name: '', email: 'BINH@x.vn' }],
      cc: [{ name: '', email: 'Ban-Hang@saomai.example' }, CUONG, { name: '', email: 'dung@x.vn' }],
    };
    expect(targets(given, 'reply_all')).toEqual([['binh@x.vn', 'cuong@x.vn'], ['dung@x.vn']]);
    expect(targets(given, 'forward')).toEqual([[], []]);
    expect(targets({ from: LAN_ANH, to: [LAN_ANH] }, 'reply_all')).toEqual([['lan.anh@saomai.example'], []]);
    expect(targets({ to: [{ name: '', email: 'undisclosed-recipients:;' }] }, 'reply_all')).toEqual([
      ['binh@x.vn'],
      [],
    ]);
  });

  it.each([
    ['Báo giá', 'reply', 'Re: Báo giá'],
    ['Re: RE: re[2]: Báo giá', 'reply', 'Re: Báo giá'],
    ['Trả lời: Fwd: Báo giá', 'reply_all', 'Re: Báo giá'],
    ['Chuyển tiếp: Báo giá', 'forward', 'Fwd: Báo giá'],
    ['FW: Re： Báo giá', 'forward', 'Fwd: Báo giá'],
    ['Tra loi: x', 'reply', 'Re: x'],
    ['Trả lời: x'.normalize('NFD'), 'reply', 'Re: x'],
    ['Recap: x', 'reply', 'Re: Recap: x'],
    ['', 'reply', 'Re: '],
    ['**SPOOF** Chuyển tiền', 'reply', 'Re: Chuyển tiền'],
    ['Fwd: **SPOOF** RE: Chuyển tiền', 'forward', 'Fwd: Chuyển tiền'],
    ['Về **SPOOF**', 'reply', 'Re: Về **SPOOF**'],
  ] as const)('CW-14 CW-15 DM-4 %j has one mark', (subject, action, expected) => {
    expect(answerSubject(subject, action)).toBe(expected);
  });

  it('CW-7 come from the own address that was written to, else from the default one', () => {
    expect(
      answerSender(
        messageWith({ to: [BINH], cc: [{ name: '', email: 'BAN-hang@saomai.example' }] }),
        SENDERS,
      ),
    ).toBe('ban-hang@saomai.example');
    expect(answerSender(messageWith({ to: [BINH] }), SENDERS)).toBe('lan.anh@saomai.example');
    expect(answerSender(null, [])).toBe('');
  });

  it('CW-14 name the message that they answer', () => {
    const message = messageWith({ message_id_header: 'm1@x.vn', references: ['m0@x.vn'] });
    expect(answerReferences(message)).toEqual({ inReplyTo: 'm1@x.vn', references: ['m0@x.vn', 'm1@x.vn'] });
  });
});

describe('mailto addresses', () => {
  it('CW-14 fill in recipients, subject and text, and nothing else', () => {
    const url =
      'mailto:a@x.vn,b@x.vn?CC=c@x.vn&bcc=d@x.vn&to=e@x.vn&subject=Ch%C3%A0o%20b%E1%BA%A1n%0D%0ABcc:%20x@y.vn&body=M%E1%BB%99t%0D%0AHai+ba&attach=/etc/passwd&from=x@y.vn';
    expect(prefillFromMailto(url)).toEqual({
      to: 'a@x.vn,b@x.vn,e@x.vn',
      cc: 'c@x.vn',
      bcc: 'd@x.vn',
      subject: 'Chào bạn Bcc: x@y.vn',
      body: 'Một\r\nHai+ba',
    });
  });

  it('bear what is no mailto address, is broken or is endless', () => {
    expect(prefillFromMailto('https://x.vn')).toEqual({});
    expect(prefillFromMailto('mailto:%E1%ZZ?subject=%')).toMatchObject({ to: '%E1%ZZ', subject: '%' });
    expect(prefillFromMailto(`mailto:a@x.vn?body=${'x'.repeat(1_000_000)}`).body?.length).toBeLessThanOrEqual(
      50_000,
    );
  });
});

describe('own words', () => {
  it('DR-2 do not take the signature for content, whatever is in it', () => {
    const body = `${signatureBlock('<div><div>Lan Anh</div><img src="x"></div>')}<p> </p>`;
    expect(hasWords(body)).toBe(false);
    expect(hasWords(`${body}<p>Chào</p>`)).toBe(true);
    expect(withoutSignature('<p>a</p><div data-signature=""><div>b</div></div><p>c</p>')).toBe(
      '<p>a</p><p>c</p>',
    );
  });

  it('SD-8 are there when there is an image alone', () => {
    expect(hasWords('<p><img src="/api/v2/files/f1/download?inline=1"></p>')).toBe(true);
    expect(hasWords('<p>&nbsp;<br></p>')).toBe(false);
    expect([...inlineFileIds('<img src="/api/v2/files/f%201/download?inline=1">')]).toEqual(['f 1']);
    expect(textOf('<b>a</b>&amp;&#x1EA1;&lt;')).toBe('a &ạ<');
  });

  it.each<[string, boolean]>([
    ['<p>Em gửi file đính kèm ạ</p>', true],
    ['<p>Xem tệp kèm theo</p>', true],
    ['<p>Anh xem giúp, em <b>ĐÍNH KÈM</b> hợp đồng</p>', true],
    ['<p>I have attached the report</p>', true],
    ['<p>See the attachment</p>', true],
    ['<p>Please find enclosed</p>', true],
    ['<p>Kem que rất ngon</p>', false],
    ['<p>Anh kém em hai tuổi</p>', false],
    ['<p>Chào</p><blockquote><p>I attached it</p></blockquote>', false],
    ['<p>Chào</p><div data-signature>Vui lòng xem file đính kèm</div>', false],
  ])('%s promises a file: %s', (body, expected) => {
    expect(promisesFile(body)).toBe(expected);
  });
});

describe('what servers say', () => {
  it.each([
    ['552 5.3.4 message size exceeds fixed limit', 'size_exceeds', null],
    ['Domain not found', 'domain_not_found', null],
    ['550 5.1.2 <a@x.vn>: Recipient address rejected: Domain not found', 'domain_not_found', 'a@x.vn'],
    ['550 5.1.1 <a@x.vn>: Recipient address rejected', 'receiver_not_found', 'a@x.vn'],
    ['550 User unknown', 'receiver_not_found', null],
    ['no reply to greeting', 'server_not_responding', null],
    ['552 5.2.2 Mailbox full', 'inbox_full', null],
    ['553 Not allowed sender', 'sender_not_allowed', null],
    ['554 <a@x.vn>: Relay access denied', 'cannot_send', 'a@x.vn'],
    ['connection refused by a@x.vn.', 'receiver_refused', 'a@x.vn'],
    ['451 The mail could not be filed', 'own_fault', null],
    ['The key s1, which signs the mail of x.vn, could not be read', 'own_fault', null],
    ['a@x.vn: no answer', 'own_fault', 'a@x.vn'],
    ['mx.x.vn has not answered, and is left alone for a while', 'server_not_responding', null],
    ['Thư bị chặn', 'as_told', null],
    ['', 'unknown', null],
  ] as const)('SD-16 SD-17 SD-18 SD-21 %j is %s', (text, reason, address) => {
    expect(failureOfText(text)).toEqual({ reason, text, address });
  });
});
