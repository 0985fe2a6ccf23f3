import { type FilterRule, filterRule } from '@bocau/contract/rule-definitions.ts';
import type { Prng } from '../demo-world/prng.ts';

/** Filters and messages with much in common, so that most filters match something and none matches all. */

/** A script with variables would interpret this text differently. */
const VARIABLE = `\${folder}`;
const WORDS = [
  ...['hợp đồng', 'đơn hàng', 'báo giá', 'khuyến mãi', 'nghỉ phép', 'ưu đãi', 'quyết định', 'số 12'],
  ...['hop dong', 'bao gia', 'đồng', 'ô', 'o', 'ê', 'đ', 'a.b', 'C++', '(gấp)', '100%', '[dự án]', 'x^2|y'],
  ...['"trích"', 'a\\b', '$', VARIABLE, '*', '?', 'về việc  họp', '#7'],
];
const PEOPLE = [
  'an@doitac.example',
  'binh@doitac.example',
  'chi@ngan-hang.example',
  'dung@con.doitac.example',
];
const DOMAINS = ['@doitac.example', '@ngan-hang.example', '@khong.example'];
export const FOLDERS: Record<string, string> = {
  f1: 'Dự án',
  f2: 'Kế toán',
  f3: 'INBOX',
  f4: `a"b\\c ${VARIABLE}`,
};
const TARGETS = [1, 2, 3, 4, 5, 6].map((number) => `dich${number}@ngoai.example`);
/** One of the targets is unverified, and one folder is missing. */
export const VERIFIED = [...TARGETS.slice(1), 'Dich2@ngoai.example'];

export function randomFilters(random: Prng): FilterRule[] {
  return times(random.int(1, 5), () =>
    filterRule.parse({
      match: random.pick(['all', 'any']),
      conditions: times(random.int(1, 3), () => randomCondition(random)),
      actions: randomActions(random),
    }),
  );
}

function randomCondition(random: Prng): unknown {
  const comparator = random.chance(0.75) ? 'contains' : '!contains';
  const type = random.pick(['from', 'to', 'subject', 'subject', 'body', 'size', 'attachment']);
  if (type === 'attachment') return { type, comparator, value: '' };
  if (type === 'size') {
    const value = random.pick([1, 1.5, 2, 3]);
    return { type, comparator: random.pick(['over', 'under']), value, unit: 'K' };
  }
  const one = () =>
    type === 'subject' || type === 'body'
      ? varied(random, random.pick(WORDS))
      : inAnyCase(random, random.pick([...PEOPLE, ...DOMAINS]));
  return { type, comparator, value: times(random.int(1, 2), one).join(random.pick([',', ', ', ' ,,'])) };
}

function randomActions(random: Prng): unknown[] {
  if (random.chance(0.12)) return [{ enable: true, type: 'discard', value: '' }];
  const possible = [
    { type: 'setflag', value: random.pick(['Seen', 'Flagged']) },
    { type: 'fileinto', value: random.pick([...Object.keys(FOLDERS), 'gone']) },
    { type: 'redirect', value: random.pick([...TARGETS, 'Dich2@ngoai.example']) },
    { type: 'redirect', value: random.pick(TARGETS) },
  ];
  const taken = possible.filter(() => random.chance(0.5));
  const actions = taken.length > 0 ? taken : [random.pick(possible)];
  return actions.map((action, index) => ({ ...action, enable: index === 0 || random.chance(0.9) }));
}

/** `standard` is the same with whole characters in each encoded word, as RFC 2047 demands; equally long. */
export type RandomMessage = { raw: Buffer; standard: Buffer };

export function randomMessage(random: Prng): RandomMessage {
  const subject = sentence(random, 4);
  const [split, whole] = encodedSubject(random, subject);
  const boundary = `=_${random.int(1e6, 9e6)}`;
  const head = [
    ...times(random.chance(0.1) ? 2 : 1, () => `From: ${addressList(random)}`),
    ...(random.chance(0.2) ? [`Sender: ${addressList(random, 1)}`] : []),
    ...(random.chance(0.9) ? [`To: ${addressList(random)}`] : []),
    ...(random.chance(0.3) ? [`Cc: ${addressList(random)}`] : []),
    'MIME-Version: 1.0',
  ];
  const text = times(random.int(0, 3), () => sentence(random, 6)).join('\r\n');
  const body = random.chance(0.4)
    ? [
        `Content-Type: multipart/mixed; boundary="${boundary}"`,
        '',
        `--${boundary}`,
        ...textPart(random, text),
        `--${boundary}`,
        ...filePart(random),
        `--${boundary}--`,
        '',
      ]
    : textPart(random, text);
  const wanted = random.pick([0, 1024, 1536, 2048, 3072]) + random.int(-1, 1);
  const build = (written: string, size: number) => {
    const parts = [...head, `Subject: ${written}`];
    const without = Buffer.byteLength([...parts, ...body].join('\r\n'));
    const missing = size - without - '\r\nX-Pad: '.length;
    return Buffer.from(
      [...parts, ...(missing > 0 ? [`X-Pad: ${'-'.repeat(missing)}`] : []), ...body].join('\r\n'),
    );
  };
  const least = Math.max(build(split, 0).length, build(whole, 0).length) + 20;
  const size = Math.max(wanted, least);
  return { raw: build(split, size), standard: build(whole, size) };
}

/** Base64 in words cut anywhere, and in words cut between characters. */
function encodedSubject(random: Prng, subject: string): [string, string] {
  if (random.chance(0.2)) return [subject, subject];
  const word = (bytes: Uint8Array) => `=?utf-8?B?${Buffer.from(bytes).toString('base64')}?=`;
  const bytes = Buffer.from(subject);
  const cut = random.int(0, bytes.length);
  const characters = [...subject];
  const at = random.int(0, characters.length);
  const halves = [characters.slice(0, at), characters.slice(at)].map((half) => Buffer.from(half.join('')));
  return [
    [bytes.subarray(0, cut), bytes.subarray(cut)].map(word).join('\r\n '),
    halves.map(word).join('\r\n '),
  ];
}

function textPart(random: Prng, text: string): string[] {
  const isHtml = random.chance(0.3);
  const written = isHtml ? `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>` : text;
  const type = `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`;
  // Mail without MIME, as plain programs still write it.
  if (!isHtml && random.chance(0.3)) return ['', text, ''];
  if (random.chance(0.5)) return [type, 'Content-Transfer-Encoding: 8bit', '', written, ''];
  const encoded = Buffer.from(written).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [type, 'Content-Transfer-Encoding: base64', '', encoded, ''];
}

function filePart(random: Prng): string[] {
  return random.pick([
    [
      'Content-Type: application/pdf; name="a.pdf"',
      'Content-Disposition: attachment; filename="a.pdf"',
      '',
      '%PDF',
    ],
    ['Content-Type: application/pdf; name="a.pdf"', '', '%PDF'],
    ['Content-Type: text/plain', 'Content-Disposition: attachment; filename="a.txt"', '', '-'],
    ['Content-Type: text/plain', '', '-'],
    ['', '-'],
    ['Content-Disposition: attachment; filename="a.txt"', '', '-'],
    ['Content-Type:', '', '-'],
  ]);
}

function sentence(random: Prng, longest: number): string {
  return varied(random, times(random.int(0, longest), () => random.pick(WORDS)).join(' '));
}

function addressList(random: Prng, most = 2): string {
  return times(random.int(1, most), () => inAnyCase(random, random.pick(PEOPLE))).join(', ');
}

/** Composed or decomposed, in upper or lower case. */
function varied(random: Prng, text: string): string {
  return inAnyCase(random, text).normalize(random.pick(['NFC', 'NFD']));
}

function inAnyCase(random: Prng, text: string): string {
  return random.chance(0.3) ? text.toUpperCase() : text;
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
