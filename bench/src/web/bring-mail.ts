import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';

export const SENDER = 'partner@company.example';
/** Unix seconds later than all other mail: messages with this date are among the first rows. */
export const NEWEST = 4_000_000_000;

/** Delivers messages by LMTP, one after the other. */
export async function bringMail(
  port: number,
  recipient: string,
  messages: readonly (string | Buffer)[],
): Promise<void> {
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  for (const raw of messages) {
    const { message } = await client.send({ from: SENDER, to: [recipient], raw });
    if (message[0]?.code !== 250) throw new Error(`LMTP answered ${JSON.stringify(message)}`);
  }
  client.end();
}
