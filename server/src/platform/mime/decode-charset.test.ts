import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeCharset } from './decode-charset.ts';
import { decodeHeaderText } from './decode-words.ts';

const vietnamese = 'Kính gửi quý khách hàng, đính kèm là hợp đồng số 12 đã ký.';
/** windows-1258 writes tones as combining marks after the letter; iconv-lite expects that form. */
const toned = vietnamese
  .normalize('NFD')
  .replace(/([aeoAEO])(\u0323?)\u0302/g, '$1\u0302$2')
  .replace(/([aeo])\u0302/g, (_, l) => ({ a: 'â', e: 'ê', o: 'ô' })[l as 'a' | 'e' | 'o'])
  .replace(/([ou])(\u0323?)\u031b/g, (_, l, dot) => (l === 'o' ? 'ơ' : 'ư') + dot);

describe('a declared charset is used', () => {
  it.each<[string, string, string]>([
    ['utf-8', 'utf-8', vietnamese],
    ['UTF8', 'utf-8', vietnamese],
    ['"utf-8"', 'utf-8', vietnamese],
    ['iso-8859-1', 'latin1', 'Déjà vu à Hà Nội'.replace('ộ', 'o')],
    ['windows-1252', 'windows-1252', '“Giá” – 20 €'],
    ['tcvn3', 'tcvn', 'hợp đồng'],
    ['x-viet-tcvn5712', 'tcvn', 'kính gửi'],
    ['viscii', 'viscii', 'Tiếng Việt'],
    ['koi8-r', 'koi8-r', 'Привет, как дела'],
    ['windows-1251', 'windows-1251', 'Привет, как дела'],
    ['gb2312', 'gb18030', '你好,世界'],
    ['gb18030', 'gb18030', '你好𠀀'],
    ['big5', 'big5', '你好,世界'],
    ['shift_jis', 'shift_jis', 'こんにちは世界'],
    ['Shift-JIS', 'shift_jis', 'こんにちは世界'],
    ['euc-jp', 'euc-jp', 'こんにちは世界'],
    ['ks_c_5601-1987', 'euc-kr', '안녕하세요'],
    ['utf-7', 'utf-7', 'Xin chào'],
    ['utf-16', 'utf-16le', 'Xin chào anh'],
    ['utf-16be', 'utf-16be', 'Xin chào anh'],
  ])('%s', (label, encoding, text) => {
    expect(decodeCharset(iconv.encode(text, encoding), label)).toBe(text);
  });

  it('iso-2022-jp', () => {
    expect(decodeCharset(Buffer.from('\x1b$B$3$s$K$A$O\x1b(B!', 'latin1'), 'iso-2022-jp')).toBe(
      'こんにちは!',
    );
  });

  it.each<[string | null, string, string]>([
    ['iso-2022-kr', '\x1b$)C\x0e>H3gGO<<?d\x0f!\n\x0e0h>`\x0f', '안녕하세요!\n계약'],
    [null, '\x1b$)C\x0e>H3gGO<<?d\x0f!', '안녕하세요!'],
    ['hz-gb-2312', 'a~~b ~{<:Ky2;S{~} c', 'a~b 己所不欲 c'],
    [null, '~{<:Ky2;S{~}.', '己所不欲.'],
    ['us-ascii', 'if (~{ab~}) x', 'if (~{ab~}) x'],
    ['iso-2022-jp-2', '\x1b$B$3$s\x1b(B', 'こん'],
  ])('%s of seven bits: %j', (label, bytes, text) => {
    expect(decodeCharset(Buffer.from(bytes, 'latin1'), label)).toBe(text);
  });

  it.each<[string | null, 'le' | 'be', boolean]>([
    ['utf-32', 'le', true],
    ['utf-32', 'be', true],
    ['UTF-32LE', 'le', false],
    ['utf-32be', 'be', false],
    [null, 'le', true],
    [null, 'be', true],
  ])('UTF-32 labelled %s, %s, with a mark: %s', (label, order, marked) => {
    const bytes = Buffer.concat(
      [...(marked ? '\ufeff' : ''), ...'Chào 😀'].map((character) => {
        const four = Buffer.alloc(4);
        four[order === 'le' ? 'writeUInt32LE' : 'writeUInt32BE'](character.codePointAt(0) ?? 0);
        return four;
      }),
    );
    expect(decodeCharset(bytes, label)).toBe('Chào 😀');
  });

  it('windows-1258, with its tone marks composed', () => {
    expect(decodeCharset(iconv.encode(toned, 'windows-1258'), 'windows-1258')).toBe(vietnamese);
  });
});

describe('a wrong, missing or unknown charset is guessed', () => {
  it.each<[string | null, string, string]>([
    [null, 'utf-8', vietnamese],
    ['us-ascii', 'utf-8', vietnamese],
    ['iso-8859-1', 'utf-8', vietnamese],
    ['windows-1258', 'utf-8', vietnamese],
    ['x-klingon', 'utf-8', vietnamese],
    [null, 'windows-1258', vietnamese],
    ['utf-8', 'windows-1258', vietnamese],
    [null, 'windows-1252', 'Größe'],
    [null, 'windows-1252', 'créée déçûe'],
    [null, 'windows-1252', 'DÉÇÛE, à Nîmes'],
    [null, 'windows-1252', 'Le café est à côté de la gare, très bien situé.'],
    [null, 'gb18030', '你好,我们的合同已经签好了,请查收附件。谢谢'],
    [null, 'big5', '您好,我們的合約已經簽好了,請查收附件。謝謝'],
    [null, 'shift_jis', 'お世話になっております。契約書を添付いたします。'],
    [null, 'euc-jp', 'お世話になっております。契約書を添付いたします。'],
    [null, 'euc-kr', '안녕하세요 계약서를 첨부합니다 감사합니다'],
    [null, 'windows-1251', 'Здравствуйте, договор во вложении, с уважением'],
    [null, 'koi8-r', 'Здравствуйте, договор во вложении, с уважением'],
  ])('%s for what is %s', (label, encoding, text) => {
    const source = encoding === 'windows-1258' ? toned : text;
    expect(decodeCharset(iconv.encode(source, encoding), label)).toBe(text);
  });

  it('iso-2022-jp without any label', () => {
    expect(decodeCharset(Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1'), null)).toBe('こんにちは');
  });

  it('UTF-8 that was cut in the middle of a character stays UTF-8', () => {
    const bytes = Buffer.from(vietnamese);
    expect(decodeCharset(bytes.subarray(0, bytes.lastIndexOf(0xc3) + 1), 'utf-8')).toContain(
      'Kính gửi quý khách hàng',
    );
  });
});

it('NUL is removed and lone surrogates are replaced', () => {
  expect(decodeCharset(Buffer.from('a\0b'), 'utf-8')).toBe('ab');
  expect(decodeCharset(Buffer.from([0x00, 0xd8, 0x41, 0x00]), 'utf-16le')).toBe('\ufffdA');
});

describe('encoded words', () => {
  it.each<[string, string]>([
    ['=?utf-8?B?QsOhbyBjw6Fv?=', 'Báo cáo'],
    ['=?UTF-8?q?B=C3=A1o_c=C3=A1o?=', 'Báo cáo'],
    ['=?utf-8?Q?B=C3?= =?utf-8?Q?=A1o?=', 'Báo'],
    ['=?utf-8?B?QsM=?= =?utf-8?B?oW8=?=', 'Báo'],
    ['=?utf-8?B?QsOhb?==?utf-8?B?yBjw6Fv?=', 'Báo cáo'],
    ['=?utf-8?Q?B=C3?= =?utf-8?B?oW8=?=', 'Báo'],
    ['=?utf-8?Q?B=C3?= =?UTF-8?Q?=A1o?=', 'Báo'],
    ['=?utf-8?Q?a?= =?utf-8?Q?b?= c', 'ab c'],
    ['=?utf-8?Q?a?=\t=?iso-8859-1?Q?=E9?=', 'aé'],
    ['Re: =?utf-8?Q?Xin ch=C3=A0o b=E1=BA=A1n?=', 'Re: Xin chào bạn'],
    ['=?x-klingon?Q?B=C3=A1o?=', 'Báo'],
    ['=?iso-8859-1?Q?B=C3=A1o?=', 'Báo'],
    ['=?utf-8*vi?Q?ch=C3=A0o?=', 'chào'],
    ['=?gb2312?B?xOO6ww==?=', '你好'],
    ['=?iso-2022-jp?B?GyRCJDMkcyRLJEEkTxsoQg==?=', 'こんにちは'],
    ['=?utf-8?Q?not closed', '=?utf-8?Q?not closed'],
    ['=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
    ['2 =? 3 ?= 4', '2 =? 3 ?= 4'],
    ['Chào bạn', 'Chào bạn'],
  ])('%s', (header, expected) => {
    expect(decodeHeaderText(Buffer.from(header, 'utf8').toString('latin1'), null)).toBe(expected);
  });

  it('raw 8-bit headers are read in the charset that the body declares', () => {
    const raw = iconv.encode('Договор', 'koi8-r').toString('latin1');
    expect(decodeHeaderText(raw, 'koi8-r')).toBe('Договор');
  });
});
