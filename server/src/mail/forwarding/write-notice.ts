import { encodeWords } from 'nodemailer/lib/mime-funcs';

export type Notice = {
  id: string;
  /** Unix seconds. */
  at: number;
  /** The domain of the sender. */
  domain: string;
  to: string;
  subject: string;
  text: readonly string[];
  /** The same with buttons, where it asks for a decision. */
  html?: string;
};

const BOUNDARY = 'bocau-notice';

/** A message from the program itself, marked so that no one replies. */
export function writeNotice({ id, at, domain, to, subject, text, html }: Notice): Buffer {
  const plain = part('text/plain', `${text.join('\r\n')}\r\n`);
  const content =
    html === undefined
      ? plain
      : [
          `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
          '',
          ...[`--${BOUNDARY}`, ...plain],
          ...[`--${BOUNDARY}`, ...part('text/html', html)],
          `--${BOUNDARY}--`,
        ];
  const lines = [
    `From: ${encodeWords('Bồ Câu', 'B', 52)} <postmaster@${domain}>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject, 'B', 52).replaceAll('?= =?', '?=\r\n =?')}`,
    `Date: ${new Date(at * 1000).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    ...content,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

function part(type: string, body: string): string[] {
  const encoded = Buffer.from(body)
    .toString('base64')
    .match(/.{1,76}/g);
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(encoded ?? []),
  ];
}
