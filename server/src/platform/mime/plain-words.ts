import { clip } from './clip-text.ts';

const signatureMark = /^(--\s?|__+|Sent from my .{1,40}|Gửi từ .{1,40} của tôi|Đã gửi từ .{1,40})$/i;
const originalMark =
  /^[-_\s]{2,20}\s?(original message|forwarded message|thư gốc|tin nhắn gốc|thư đã chuyển tiếp|chuyển tiếp)\b/i;
const wroteMark = /^(on|vào|ngày|lúc|le|am|el)\s.{0,300}(wrote|đã viết|a écrit|schrieb|escribió)\s?:$/i;
const wroteEnd = /(wrote|đã viết|a écrit)\s?:$/i;

const blank = '\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u2800\\u3000';
const joiner = '\\u200c\\u200d';
const padding = [
  '\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e',
  '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0',
].join('');
const blanks = new RegExp(`[${blank}]+`, 'g');
const invisible = new RegExp(`[${padding}]+`, 'g');
const hasJoiner = new RegExp(`[${joiner}]`);
const blanksAndJoiners = new RegExp(`[${blank}${joiner}]+`, 'g');
const joinersAlone = new RegExp(`^[${joiner}]+$`);

/** Text as one line of words: blanks collapsed, invisible padding removed, at most `maxLength` characters. */
export function plainWords(text: string, maxLength: number): string {
  const visible = text.replace(invisible, '');
  // Hot path: most text has no joiners, and a callback for each blank costs more than everything else.
  const line = hasJoiner.test(visible)
    ? visible.replace(blanksAndJoiners, joinOrSeparate)
    : visible.replace(blanks, ' ');
  return clip(line.trimStart(), maxLength).trimEnd();
}

/** A joiner is kept between two visible characters, where scripts and emoji need it. */
function joinOrSeparate(run: string, at: number, text: string): string {
  if (!joinersAlone.test(run)) return ' ';
  return at === 0 || at + run.length === text.length ? '' : run.slice(-1);
}

/**
 * The first own words of a text: quotes, their introductions and the signature are left out if anything
 * remains.
 */
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
