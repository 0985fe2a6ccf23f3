import { randomBytes } from 'node:crypto';
import { prng } from '../demo-world/prng.ts';
import type { OutgoingMessage } from './persistent-sender.ts';

/** The mail server in front, which has met the senders. */
export const FRONT = 'mx.minhphat.example';

const SUBJECTS = ['Báo giá', 'Giao hàng', 'Hóa đơn tháng này'];

type MessageOptions = {
  longest?: number;
  /** How many of them have a Message-ID. */
  named?: number;
  /** From so many envelope senders, in turn, proven by `FRONT`; each has one of its own, unproven, unless given. */
  writers?: number;
};

/** Letters that are told apart by their sender: some answer others, some have a file, some go to several people. */
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

/** Who is on the envelope of a message that is told apart by this sender. */
export function writerOf(from: string, writers: number): string {
  return `nguoi-gui-${Number(/\d+/.exec(from)?.[0]) % writers}@minhphat.example`;
}

/** As short as it gets when it is packed: a disk must be able to fill up with it. */
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
