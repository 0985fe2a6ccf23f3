import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { prng } from '@bocau/server/test-kit/world/prng.ts';
import { writeMessage } from '../mailboxes/write-message.ts';
import { writeBody, writeSubject } from '../mailboxes/write-text.ts';
import { processorNote, processorTime } from '../measure/processor-time.ts';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import type { Bench, Scenario } from './scenario.ts';

type Delivery = { connections: number; recipients: string[]; messages: Buffer[] };

/** Until the program is compiled and its statements are prepared. */
const WARM_UP = 600;
const SENDER = 'partner@company.example';

/** Every message of its own, as long as those of the generated mailboxes. */
function writeMessages(seed: string, count: number): Buffer[] {
  const random = prng(seed);
  return Array.from({ length: count }, (_, i) =>
    writeMessage({
      messageId: `${seed.replaceAll(' ', '.')}.${i}@partner.example`,
      references: [],
      from: { name: 'Nguyễn Văn An', email: SENDER },
      to: [{ name: '', email: 'incoming@bench.example' }],
      subject: writeSubject(random, i % 2 === 0 ? 'vi' : 'en'),
      date: 1_790_000_000 + i,
      paragraphs: writeBody(random, i % 2 === 0 ? 'vi' : 'en'),
      html: random.chance(0.3),
      attachment: null,
    }),
  );
}

async function deliver(port: number, { connections, recipients, messages }: Delivery) {
  const ms: number[] = [];
  let next = 0;
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' })),
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
    const rows: Row[] = [];
    // Of its own in every run, or a kept world would know the messages already.
    const run = process.pid;
    const warmUp = {
      connections: 8,
      recipients: world.incoming,
      messages: writeMessages(`warm ${run}`, WARM_UP),
    };
    await deliver(port, warmUp);
    for (const { scenario, title, connections, spread: mailboxes } of variants) {
      const recipients = world.incoming.slice(0, mailboxes);
      const messages = writeMessages(`mail ${run} ${scenario}`, quick ? 600 : 3_000);
      const before = processorTime(world.program.pid, world.dataDir);
      const { ms, perSecond } = await deliver(port, { connections, recipients, messages });
      const after = processorTime(world.program.pid, world.dataDir);
      const note = processorNote(before, after, ms.length);
      rows.push({ scenario, title, size: null, samples: ms.length, client: spread(ms), perSecond, note });
    }
    await world.recorder.run([{ text: 'vacuum analyze', values: [] }]);
    return rows;
  },
};
