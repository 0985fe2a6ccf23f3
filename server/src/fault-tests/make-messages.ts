import { randomBytes } from 'node:crypto';
import { prng } from '../demo-world/prng.ts';
import type { OutgoingMessage } from './persistent-sender.ts';

/** The front mail server, which met the senders. */
export const FRONT = 'mx.minhphat.example';

const SUBJECTS = ['Báo giá', 'Giao hàng', 'Hóa đơn tháng này'];

type MessageOptions = {
  longest?: number;
  /** How many of them have a Message-ID. */
  named?: number;
  /**
   * The number of envelope senders, in turn, authenticated by `FRONT`; by default each message has its own,
   * unauthenticated one.
   */
  writers?: number;
};

/** Messages identified by their sender: some are answers, some have a file, some have several recipients. */
export function makeMessages(
  count: number,
  people: string[],
  seed: string,
  { longest = 8_000, named = 0.9, writers }: MessageOptions = {},
): OutgoingMessage[] {
  const random = prng(seed);
  return Array.from({ length: count }, (_, number) => {
    const to = [...new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(people)))];
    const from = `k${number}@minhphat.example`;
    const answered = random.chance(0.5) ? `<k${random.int(0, count - 1)}@minhphat.example>` : null;
    const envelopeSender = writers === undefined ? from : writerOf(from, writers);
    const headers = [
      ...(writers === undefined
        ? []
        : [`Authentication-Results: ${FRONT}; spf=pass smtp.mailfrom=${envelopeSender}`]),
      `From: Khách ${number} <${from}>`,
      `To: ${to.join(', ')}`,
      `Subject: ${random.pick(SUBJECTS)}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
    ];
    if (random.chance(named)) headers.push(`Message-ID: <${from}>`);
    if (answered) headers.push(`References: ${answered}`, `In-Reply-To: ${answered}`);
    const text = someText(random.int(40, longest));
    const parts = [`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`];
    if (random.chance(0.2)) parts.push(someFile(number));
    const body = parts.map((part) => `--b\r\n${part}\r\n`).join('');
    const raw = `${headers.join('\r\n')}\r\n\r\n${body}--b--\r\n`;
    return { from, to, raw, ...(writers === undefined ? {} : { envelopeSender }) };
  });
}

/** The envelope sender of a message identified by this sender. */
export function writerOf(from: string, writers: number): string {
  return `nguoi-gui-${Number(/\d+/.exec(from)?.[0]) % writers}@minhphat.example`;
}

/** Incompressible, so that it can fill a disk. */
function someText(bytes: number): string {
  return `Em gửi anh chị.\r\n${inLines(randomBytes(Math.ceil(bytes * 0.75)))}\r\n`;
}

function inLines(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(.{76})/g, '$1\r\n');
}

function someFile(number: number): string {
  return [
    `Content-Type: application/pdf; name="bang-gia-${number}.pdf"`,
    `Content-Disposition: attachment; filename="bang-gia-${number}.pdf"`,
    'Content-Transfer-Encoding: base64',
    '',
    inLines(randomBytes(2_000)),
  ].join('\r\n');
}
