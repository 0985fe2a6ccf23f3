import { connectMail } from '../test-kit/smtp-client.ts';
import type { OutgoingMessage } from './persistent-sender.ts';

/** The reply codes of a message, one for each recipient. */
export async function sendOnce(port: number, { from, to, raw }: OutgoingMessage): Promise<number[]> {
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const { recipients, message } = await client.send({ from, to, raw });
  client.end();
  let answered = 0;
  return recipients.map(({ code }) => (code === 250 ? (message[answered++]?.code ?? 0) : code));
}
