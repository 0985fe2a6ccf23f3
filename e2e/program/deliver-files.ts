import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import type { Program } from './start-program.ts';

type WithFiles = { subject: string; files: readonly { name: string; content: string }[] };

let delivered = 0;

/** Delivers a message with files by SMTP, as the program that made them would. */
export async function deliverFiles(
  { smtpPort }: Pick<Program, 'smtpPort'>,
  { subject, files }: WithFiles,
): Promise<void> {
  const from = 'hoadon@hoasen.example';
  const to = lanAnh.email;
  const boundary = 'part-of-invoices';
  delivered += 1;
  const raw = [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: =?utf-8?B?${base64(subject)}?=`,
    `Message-ID: <${process.pid}.${delivered}@hoasen.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    '',
    ...part(boundary, 'text/plain; charset=utf-8', subject),
    ...files.flatMap(({ name, content }) => part(boundary, `application/xml; name="${name}"`, content, name)),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const client = await connectMail({ host: '127.0.0.1', port: smtpPort, protocol: 'smtp' });
  try {
    const { message } = await client.send({ from, to: [to], raw });
    if (message[0]?.code !== 250) throw new Error(`The message was answered ${JSON.stringify(message)}`);
  } finally {
    client.end();
  }
}

function part(boundary: string, type: string, content: string, name?: string): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}`,
    ...(name ? [`Content-Disposition: attachment; filename="${name}"`] : []),
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64(content).match(/.{1,76}/g) ?? []),
  ];
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
