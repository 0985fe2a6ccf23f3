import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';

export type MailFile = { name: string; type: string; content: Buffer; cid?: string };
export type Part = { headers: string[]; body: Buffer };
export type Transfer = '7bit' | '8bit' | 'quoted-printable' | 'base64';

const crlf = '\r\n';

export function stableHash(text: string, length = 24): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

export function textPart(type: string, content: Buffer, charset: string, transfer: Transfer): Part {
  return {
    headers: [`Content-Type: ${type}; charset=${charset}`, `Content-Transfer-Encoding: ${transfer}`],
    body: encodeBody(content, transfer),
  };
}

export function utf8Part(type: string, text: string, transfer: Transfer): Part {
  return textPart(type, Buffer.from(withCrlf(text)), 'UTF-8', transfer);
}

export function filePart(file: MailFile): Part {
  const named = `filename${parameterValue(file.name)}`;
  const headers = [
    `Content-Type: ${file.type};${crlf} name="${encodeWords(file.name)}"`,
    `Content-Disposition: ${file.cid ? 'inline' : 'attachment'};${crlf} ${named}`,
  ];
  if (file.cid) headers.push(`Content-ID: <${file.cid}>`);
  // RFC 2046 forbids base64 on message/rfc822.
  if (file.type === 'message/rfc822') {
    return { headers: [...headers, 'Content-Transfer-Encoding: 8bit'], body: file.content };
  }
  return {
    headers: [...headers, 'Content-Transfer-Encoding: base64'],
    body: encodeBody(file.content, 'base64'),
  };
}

export function multipart(type: string, seed: string, parts: Part[]): Part {
  const boundary = `=_${stableHash(`${type} ${seed}`, 28)}`;
  const chunks: Buffer[] = [];
  for (const part of parts) {
    chunks.push(Buffer.from(`--${boundary}${crlf}`), partBytes(part), Buffer.from(crlf));
  }
  chunks.push(Buffer.from(`--${boundary}--${crlf}`));
  return {
    headers: [`Content-Type: multipart/${type};${crlf} boundary="${boundary}"`],
    body: Buffer.concat(chunks),
  };
}

export function partBytes(part: Part): Buffer {
  return Buffer.concat([Buffer.from(part.headers.join(crlf) + crlf + crlf), part.body]);
}

export function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, crlf);
}

function encodeBody(content: Buffer, transfer: Transfer): Buffer {
  if (transfer === 'base64') {
    return Buffer.from(content.toString('base64').replace(/.{76}(?=.)/g, `$&${crlf}`));
  }
  if (transfer === 'quoted-printable') return Buffer.from(quotedPrintable(content));
  return content;
}

function quotedPrintable(content: Buffer): string {
  const lines: string[] = [];
  for (const line of content.toString('latin1').split(crlf)) {
    let out = '';
    for (let i = 0; i < line.length; i++) {
      const code = line.charCodeAt(i);
      const blankAtEnd = (code === 32 || code === 9) && i === line.length - 1;
      const plain = code >= 32 && code <= 126 && code !== 61 && !blankAtEnd;
      const token = plain ? line.charAt(i) : `=${code.toString(16).toUpperCase().padStart(2, '0')}`;
      if (out.length + token.length > 75) {
        lines.push(`${out}=`);
        out = '';
      }
      out += token;
    }
    lines.push(out);
  }
  return lines.join(crlf);
}

/** RFC 2047 in UTF-8, folded, no character cut in two. */
export function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (Buffer.byteLength(chunk + character) > 42) {
      words.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  words.push(chunk);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(`${crlf} `);
}

function parameterValue(name: string): string {
  if (/^[\w .()-]+$/.test(name)) return `="${name}"`;
  const escaped = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `*=UTF-8''${escaped}`;
}

const tone = /\u0300|\u0301|\u0303|\u0309|\u0323/g;
const otherThanTones = /(?!\u0300|\u0301|\u0303|\u0309|\u0323)./gsu;

/** Windows-1258 has most base letters whole but every tone as a mark of its own, so most letters are two bytes. */
export function encodeWindows1258(text: string): Buffer {
  const split = text.normalize('NFD').replace(/[A-Za-z]\p{M}+/gu, (letter) => {
    const tones = letter.replace(otherThanTones, '');
    return letter.replace(tone, '').normalize('NFC') + tones;
  });
  return iconv.encode(split, 'windows-1258');
}

/** EUC-JP's two bytes are the same JIS code with the high bits set. */
export function encodeIso2022Jp(text: string): Buffer {
  const bytes: number[] = [];
  let inKanji = false;
  const enter = (kanji: boolean) => {
    if (kanji !== inKanji) bytes.push(0x1b, kanji ? 0x24 : 0x28, 0x42);
    inKanji = kanji;
  };
  for (const byte of iconv.encode(text, 'euc-jp')) {
    enter(byte > 0x7f);
    bytes.push(byte & 0x7f);
  }
  enter(false);
  return Buffer.from(bytes);
}
