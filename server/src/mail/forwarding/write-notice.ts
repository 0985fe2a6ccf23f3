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
};

/** A message from the program itself, marked so that no one replies. */
export function writeNotice({ id, at, domain, to, subject, text }: Notice): Buffer {
  const body = Buffer.from(`${text.join('\r\n')}\r\n`)
    .toString('base64')
    .match(/.{1,76}/g);
  const lines = [
    `From: ${encodeWords('Bồ Câu', 'B', 52)} <postmaster@${domain}>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject, 'B', 52).replaceAll('?= =?', '?=\r\n =?')}`,
    `Date: ${new Date(at * 1000).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(body ?? []),
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
