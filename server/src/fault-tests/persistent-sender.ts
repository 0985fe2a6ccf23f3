import type { Clock } from '../platform/clock.ts';
import { connectMail, type MailClient } from '../test-kit/smtp-client.ts';

/** One message to one or more people; each must have it in the end. */
export type OutgoingMessage = { from: string; to: string[]; raw: string; envelopeSender?: string };

export type SenderOptions = {
  messages: OutgoingMessage[];
  connections: number;
  clock: Clock;
  /** The current LMTP port; waits while no process listens. */
  port(): Promise<number>;
  /** Called after each 250 reply, with the recipient and the sender. */
  onAccepted(count: number, delivery: string): void;
};

export type SenderFigures = { accepted: number; deferReply: number; broken: number; refused: string[] };

const PAUSE_MS = 20;

/**
 * Sends like a mail server: over several connections concurrently, retrying everything that did not get a
 * 250, whether it was deferred or the connection broke before the reply. Resolves when everything was
 * accepted or permanently refused.
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
      // The connection broke without a reply: retry.
      figures.broken += 1;
      client?.destroy();
      client = null;
      waiting.push(outgoing);
      await options.clock.sleep(PAUSE_MS);
    }
  }
  client?.end();
}

/** Returns the recipients to retry. */
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
  // Without an accepted recipient the transaction is still open, and its sender would apply to the next
  // message.
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
