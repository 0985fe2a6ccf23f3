import type { Prng } from '@bocau/server/demo-world/prng.ts';
import type { Correspondent } from './correspondents.ts';

export type OutgoingMessage = {
  messageId: string;
  references: string[];
  from: Correspondent;
  to: Correspondent[];
  subject: string;
  /** Unix seconds. */
  date: number;
  paragraphs: string[];
  html: boolean;
  attachment: { name: string; type: string; content: Buffer } | null;
};

const BOUNDARY = '=_bench_part_boundary';
const ALTERNATIVE_BOUNDARY = '=_bench_alternative_boundary';

/** The message in its wire format. */
export function writeMessage(message: OutgoingMessage): Buffer {
  const references = message.references;
  const headers = [
    `Date: ${new Date(message.date * 1000).toUTCString().replace('GMT', '+0000')}`,
    `From: ${mailbox(message.from)}`,
    `To: ${message.to.map(mailbox).join(', ')}`,
    `Subject: ${encodeWord(message.subject)}`,
    `Message-ID: <${message.messageId}>`,
    ...(references.length > 0
      ? [
          `In-Reply-To: <${references.at(-1)}>`,
          `References: ${references.map((id) => `<${id}>`).join('\r\n ')}`,
        ]
      : []),
    'MIME-Version: 1.0',
  ];
  const text = textPart(message);
  const whole = message.attachment ? mixed(text, message.attachment) : text;
  return Buffer.from(`${headers.join('\r\n')}\r\n${whole}`);
}

function textPart(message: OutgoingMessage): string {
  const plain = part('text/plain; charset=utf-8', '8bit', message.paragraphs.join('\r\n\r\n'));
  if (!message.html) return plain;
  const markup = message.paragraphs.map((text) => `<p style="margin:0 0 1em">${text}</p>`).join('\r\n');
  const html = part('text/html; charset=utf-8', '8bit', `<html><body>\r\n${markup}\r\n</body></html>`);
  return multipart('alternative', ALTERNATIVE_BOUNDARY, [plain, html]);
}

function mixed(text: string, { name, type, content }: NonNullable<OutgoingMessage['attachment']>): string {
  const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n');
  const file = `Content-Disposition: attachment; filename="${name}"\r\n${part(type, 'base64', lines)}`;
  return multipart('mixed', BOUNDARY, [text, file]);
}

function part(type: string, encoding: string, content: string): string {
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`;
}

function multipart(kind: string, boundary: string, parts: string[]): string {
  const inner = parts.map((one) => `--${boundary}\r\n${one}`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inner}--${boundary}--\r\n`;
}

function mailbox({ name, email }: Correspondent): string {
  return `${encodeWord(name)} <${email}>`;
}

/** RFC 2047 encoded-words of at most 75 characters, none of which splits a character. */
function encodeWord(text: string): string {
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
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

const SMALLEST_FILE = 5_000;

/** Attachment contents. Some recur often, as logos and price lists do. */
export function makeAttachments(
  random: Prng,
  largest = 60_000,
): {
  draw(by: Prng): NonNullable<OutgoingMessage['attachment']>;
} {
  const noise = Buffer.from(Uint32Array.from({ length: 64 * 1024 }, () => random.next() * 2 ** 32).buffer);
  const kinds = [
    { type: 'application/pdf', suffix: 'pdf' },
    { type: 'image/png', suffix: 'png' },
    { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', suffix: 'xlsx' },
  ];
  const make = (by: Prng, number: number) => {
    const size = SMALLEST_FILE + Math.floor(by.next() ** 3 * (largest - SMALLEST_FILE));
    const start = by.int(0, noise.length - size - 1);
    const { type, suffix } = by.pick(kinds);
    return { name: `file-${number}.${suffix}`, type, content: noise.subarray(start, start + size) };
  };
  const shared = Array.from({ length: 60 }, (_, number) => make(random, number));
  return { draw: (by) => (by.chance(0.3) ? by.pick(shared) : make(by, by.int(100, 9_999))) };
}
