import { setTimeout as sleep } from 'node:timers/promises';
import { prng } from '@bocau/server/demo-world/prng.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { runLoad } from '../http/run-load.ts';
import { writeMessage } from '../mailboxes/write-message.ts';
import type { Row } from '../measure/row.ts';
import { quantile, spread } from '../measure/statistics.ts';
import { listRequests } from './list-load.ts';
import type { Scenario } from './scenario.ts';

const CLIENTS = 4;
const LISTING_MS = 5_000;
/** The quick run judges only ratios, and no ratio uses these lists. */
const QUICK_LISTING_MS = 1_500;
const RAW_BYTES = 25_000_000;
const MAILS = 2;

function bigMail(number: number): Buffer {
  const random = prng(`big ${process.pid} ${number}`);
  // Base64 with line endings turns 57 bytes into 78.
  const content = Buffer.alloc(Math.floor((RAW_BYTES * 57) / 78));
  for (let at = 0; at + 4 <= content.length; at += 4) content.writeUInt32LE(random.next() * 2 ** 32, at);
  return writeMessage({
    messageId: `big.${process.pid}.${number}@partner.example`,
    references: [],
    from: { name: 'Nguyễn Văn An', email: 'partner@company.example' },
    to: [{ name: '', email: 'incoming@bench.example' }],
    subject: 'Bản vẽ',
    date: 1_790_000_000,
    paragraphs: ['Bản vẽ đính kèm.'],
    html: false,
    attachment: { name: 'drawings.zip', type: 'application/zip', content },
  });
}

async function deliverAll(port: number, recipient: string, mails: Buffer[]): Promise<number[]> {
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const ms: number[] = [];
  for (const raw of mails) {
    const since = performance.now();
    const { message } = await client.send({ from: 'partner@company.example', to: [recipient], raw });
    if (message[0]?.code !== 250) throw new Error(`LMTP answered ${JSON.stringify(message)}`);
    ms.push(performance.now() - since);
  }
  client.end();
  return ms;
}

/** Measures how much longer the slowest list page takes while messages of 25 MB are delivered. */
export const bigMailBesideLists: Scenario = {
  name: 'big-mail',
  async run({ world, quick }) {
    const { httpPort: port, lmtpPort } = world.program;
    if (lmtpPort === null) throw new Error('The program takes no mail');
    const mails = Array.from({ length: MAILS }, (_, number) => bigMail(number));
    const requests = listRequests(world.large);
    const ms = quick ? QUICK_LISTING_MS : LISTING_MS;
    const alone = await runLoad({ port, requests, connections: CLIENTS, ms });
    const listing = runLoad({ port, requests, connections: CLIENTS, ms });
    await sleep(500);
    const took = await deliverAll(lmtpPort, world.incoming[0] as string, mails);
    const beside = await listing;
    const row = (scenario: string, title: string, clientMs: number[], note: string): Row => ({
      scenario,
      title,
      size: world.large.size,
      samples: clientMs.length,
      client: spread(clientMs),
      perSecond: clientMs.length / (ms / 1000),
      worstMs: quantile(clientMs, 1),
      note,
    });
    const each = took.map((ms) => `${Math.round(ms)} ms`).join(' and ');
    return [
      row('lists-alone', `list pages, ${CLIENTS} clients, no mail coming in`, alone.clientMs, ''),
      row(
        'lists-big-mail',
        `list pages, ${CLIENTS} clients, 25 MB messages coming in`,
        beside.clientMs,
        `messages took ${each}`,
      ),
    ];
  },
};
