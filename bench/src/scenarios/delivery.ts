import { prng } from '@bocau/server/demo-world/prng.ts';
import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { writeMessage } from '../mailboxes/write-message.ts';
import { writeBody, writeSubject } from '../mailboxes/write-text.ts';
import { processorNote, processorTime } from '../measure/processor-time.ts';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { SENDING_DOMAIN, signing } from '../program/bench-names.ts';
import type { Bench, Scenario } from './scenario.ts';

type Delivery = {
  host: string;
  port: number;
  connections: number;
  recipients: string[];
  messages: Buffer[];
};

/** Enough for the JIT to compile the hot code and for statements to be prepared. */
const WARM_UP = 600;
const SENDER = `partner@${SENDING_DOMAIN}`;

/** Distinct messages, as long as those of the generated mailboxes and DKIM-signed, as nearly all mail is. */
export async function writeMessages(seed: string, count: number): Promise<Buffer[]> {
  const random = prng(seed);
  const messages: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const raw = writeMessage({
      messageId: `${seed.replaceAll(' ', '.')}.${i}@partner.example`,
      references: [],
      from: { name: 'Nguyễn Văn An', email: SENDER },
      to: [{ name: '', email: 'incoming@bench.example' }],
      subject: writeSubject(random, i % 2 === 0 ? 'vi' : 'en'),
      date: 1_790_000_000 + i,
      paragraphs: writeBody(random, i % 2 === 0 ? 'vi' : 'en'),
      html: random.chance(0.3),
      attachment: null,
    });
    messages.push(await signing.sign(raw, new Date((1_790_000_000 + i) * 1000)));
  }
  return messages;
}

export async function deliver({ host, port, connections, recipients, messages }: Delivery) {
  const ms: number[] = [];
  let next = 0;
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connectMail({ host, port, protocol: 'lmtp' })),
  );
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let i = next++; i < messages.length; i = next++) {
        const since = performance.now();
        const to = recipients[i % recipients.length] as string;
        const { message } = await client.send({ from: SENDER, to: [to], raw: messages[i] as Buffer });
        if (message[0]?.code !== 250) throw new Error(`LMTP answered ${JSON.stringify(message)}`);
        ms.push(performance.now() - since);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const client of clients) client.end();
  return { ms, perSecond: messages.length / seconds };
}

const variants = [
  { scenario: 'lmtp-1', title: 'LMTP delivery, 1 connection, one mailbox', connections: 1, spread: 1 },
  { scenario: 'lmtp-8', title: 'LMTP delivery, 8 connections, one mailbox', connections: 8, spread: 1 },
  {
    scenario: 'lmtp-8-spread',
    title: 'LMTP delivery, 8 connections, 50 mailboxes',
    connections: 8,
    spread: 50,
  },
];

export const delivery: Scenario = {
  name: 'delivery',
  async run({ world, quick }: Bench): Promise<Row[]> {
    const port = world.program.lmtpPort;
    if (port === null) throw new Error('The program takes no mail');
    const target = { host: '127.0.0.1', port };
    const rows: Row[] = [];
    // Unique per run, because a kept world already contains the messages of earlier runs.
    const run = process.pid;
    const warmUp = {
      ...target,
      connections: 8,
      recipients: world.incoming,
      messages: await writeMessages(`warm ${run}`, WARM_UP),
    };
    await deliver(warmUp);
    for (const { scenario, title, connections, spread: mailboxes } of variants) {
      const recipients = world.incoming.slice(0, mailboxes);
      const messages = await writeMessages(`mail ${run} ${scenario}`, quick ? 200 : 3_000);
      const before = processorTime(world.program.pid, world.dataDir);
      const { ms, perSecond } = await deliver({ ...target, connections, recipients, messages });
      const after = processorTime(world.program.pid, world.dataDir);
      const note = processorNote(before, after, ms.length);
      rows.push({ scenario, title, size: null, samples: ms.length, client: spread(ms), perSecond, note });
    }
    await changeDatabase(world.dataDir, 'vacuum analyze');
    return rows;
  },
};
