import type { Clock } from '../platform/clock.ts';
import { connectMail, type MailClient } from '../test-kit/smtp-client.ts';

/** One message to one or more people; each must have it in the end. */
export type OutgoingMessage = { from: string; to: string[]; raw: string; envelopeSender?: string };

export type SenderOptions = {
  messages: OutgoingMessage[];
  connections: number;
  clock: Clock;
  /** Where LMTP is spoken at the moment; waits while nobody does. */
  port(): Promise<number>;
  /** Called after each answer of 250, with the recipient and the sender. */
  onAccepted(count: number, delivery: string): void;
};

export type SenderFigures = { accepted: number; deferReply: number; broken: number; refused: string[] };

const PAUSE_MS = 20;

/**
 * Sends like a mail server does: over several connections at once, and again whatever was not answered 250, whether it
 * was put off or the connection broke before the answer. Resolves when everything was accepted or refused for good.
 */
export async function sendPersistently(options: SenderOptions): Promise<SenderFigures> {
  const waiting = [...options.messages];
  const figures: SenderFigures = { accepted: 0, deferReply: 0, broken: 0, refused: [] };
  await Promise.all(Array.from({ length: options.connections }, () => work(options, waiting, figures)));
  return figures;
}

async function work(
  options: SenderOptions,
  waiting: OutgoingMessage[],
  figures: SenderFigures,
): Promise<void> {
  let client: MailClient | null = null;
  for (let outgoing = waiting.shift(); outgoing !== undefined; outgoing = waiting.shift()) {
    try {
      client ??= await connectMail({ host: '127.0.0.1', port: await options.port(), protocol: 'lmtp' });
      const left = await sendOnce(client, outgoing, options, figures);
      if (left.length > 0) {
        waiting.push({ ...outgoing, to: left });
        await options.clock.sleep(PAUSE_MS);
      }
    } catch {
      // However it broke, no answer came: so it is brought again.
      figures.broken += 1;
      client?.destroy();
      client = null;
      waiting.push(outgoing);
      await options.clock.sleep(PAUSE_MS);
    }
  }
  client?.end();
}

/** Answers the recipients that it must be brought again for. */
async function sendOnce(
  client: MailClient,
  outgoing: OutgoingMessage,
  options: SenderOptions,
  figures: SenderFigures,
): Promise<string[]> {
  const { mail, recipients, message } = await client.send({
    from: outgoing.envelopeSender ?? outgoing.from,
    to: outgoing.to,
    raw: outgoing.raw,
  });
  if (mail.code !== 250) throw new Error(`MAIL was answered ${mail.code}`);
  // Where no recipient was taken the transaction is still open, and its sender would be that of the next message.
  if (message.length === 0) await client.command('RSET');
  const left: string[] = [];
  let answered = 0;
  for (const [place, address] of outgoing.to.entries()) {
    const admitted = recipients[place];
    const reply = admitted?.code === 250 ? message[answered++] : admitted;
    if (reply?.code === 250) {
      figures.accepted += 1;
      options.onAccepted(figures.accepted, `${address} ${outgoing.from}`);
    } else if (reply && reply.code >= 500) {
      figures.refused.push(`${outgoing.from} for ${address}: ${reply.code} ${reply.lines.join(' ')}`);
    } else {
      figures.deferReply += 1;
      left.push(address);
    }
  }
  return left;
}
