import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import type { Program } from './start-program.ts';

type OutgoingMessage = {
  subject: string;
  html?: string;
  text?: string;
  to?: string;
  cc?: string;
  from?: string;
};

/** A reply to this message joins its conversation. */
type Delivered = { messageId: string };

let delivered = 0;

/** Delivers a message by SMTP, as another mail server would. */
export async function deliver(
  program: Pick<Program, 'smtpPort'>,
  message: OutgoingMessage,
  answered?: Delivered,
): Promise<Delivered> {
  const { subject, html, text, cc, to = lanAnh.email, from = 'quan@vpp-hanoi.example' } = message;
  delivered += 1;
  const messageId = `<${process.pid}.${delivered}@vpp-hanoi.example>`;
  const body = text ?? html ?? `<p>${subject}</p>`;
  const raw = [
    `From: Vũ Anh Quân <${from}>`,
    `To: <${to}>`,
    ...(cc ? [`Cc: <${cc}>`] : []),
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: ${messageId}`,
    ...(answered ? [`In-Reply-To: ${answered.messageId}`, `References: ${answered.messageId}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: text/${text === undefined ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(body)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n');
  const client = await connectMail({ host: '127.0.0.1', port: program.smtpPort, protocol: 'smtp' });
  try {
    const { message } = await client.send({ from, to: [to], raw });
    if (message[0]?.code !== 250) throw new Error(`The message was answered ${JSON.stringify(message)}`);
    return { messageId };
  } finally {
    client.end();
  }
}
