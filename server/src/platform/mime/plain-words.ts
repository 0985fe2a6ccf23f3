import { clip } from './clip-text.ts';

const signatureMark = /^(--\s?|__+|Sent from my .{1,40}|Gửi từ .{1,40} của tôi|Đã gửi từ .{1,40})$/i;
const originalMark =
  /^[-_\s]{2,20}\s?(original message|forwarded message|thư gốc|tin nhắn gốc|thư đã chuyển tiếp|chuyển tiếp)\b/i;
const wroteMark = /^(on|vào|ngày|lúc|le|am|el)\s.{0,300}(wrote|đã viết|a écrit|schrieb|escribió)\s?:$/i;
const wroteEnd = /(wrote|đã viết|a écrit)\s?:$/i;

/** Text as one line of words: blanks joined, invisible padding left out, at most `maxLength` characters. */
export function plainWords(text: string, maxLength: number): string {
  const out: string[] = [];
  let length = 0;
  let pendingSpace = false;
  let joiner = '';
  for (const character of text) {
    if (length >= maxLength) break;
    const code = character.codePointAt(0) ?? 0;
    if (isBlank(code)) {
      pendingSpace = length > 0;
      joiner = '';
    } else if (code === 0x200c || code === 0x200d) {
      // Kept between two visible characters, where scripts and emoji need it.
      if (!pendingSpace && length > 0) joiner = character;
    } else if (!isInvisible(code)) {
      if (pendingSpace) out.push(' ');
      else if (joiner !== '') out.push(joiner);
      out.push(character);
      length += character.length + (pendingSpace || joiner !== '' ? 1 : 0);
      pendingSpace = false;
      joiner = '';
    }
  }
  return clip(out.join(''), maxLength).trimEnd();
}

/** The first own words of a text: quotes, their introductions and the signature are left out if anything remains. */
export function makeSnippet(text: string, maxLength: number): string {
  const lines = clip(text, 20_000).split('\n');
  const own: string[] = [];
  let length = 0;
  for (let at = 0; at < lines.length && length < maxLength * 4; at += 1) {
    const line = clip(lines[at] ?? '', 2_000).trim();
    if (line.startsWith('>')) continue;
    if (signatureMark.test(line) || originalMark.test(line)) {
      if (own.length > 0) break;
      continue;
    }
    const next = (lines[at + 1] ?? '').slice(0, 300).trim();
    if (isIntroduction(line, next)) {
      if (!wroteEnd.test(line)) at += 1;
      continue;
    }
    if (/[\p{L}\p{N}]/u.test(line)) own.push(line);
    length += line.length;
  }
  const snippet = plainWords(own.join(' '), maxLength);
  return snippet === '' ? plainWords(clip(text, 20_000).replaceAll('>', ' '), maxLength) : snippet;
}

/** "On Monday, An wrote:", which mailers often break over two lines. */
function isIntroduction(line: string, next: string): boolean {
  if (line.length > 400) return false;
  if (wroteMark.test(line)) return true;
  return /^(on|vào)\s/i.test(line) && next.length < 120 && wroteMark.test(`${line} ${next}`);
}

function isBlank(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x2800
  );
}

function isInvisible(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    (code >= 0x180b && code <= 0x180e) ||
    code === 0x200b ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 ||
    code === 0xfeff ||
    code === 0xffa0
  );
}
