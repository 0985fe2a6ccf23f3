import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@bocau/contract/client.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { invoiceText } from '@bocau/server/demo-world/invoices/write-invoice.ts';
import { fillInvoicesOf } from '@bocau/server/test-kit/fill-invoices.ts';
import { INVOICE_STYLES } from '@bocau/server/test-kit/invoices/invoice-styles.ts';
import { signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';
import type { Answer } from '../http/connection.ts';
import { getRequest, withQuery } from '../http/request.ts';
import { writeMessage } from '../mailboxes/write-message.ts';
import { measureProbes, type Probe, type Rounds } from '../measure/measure-probes.ts';
import { type ProcessorTime, processorNote, processorTime } from '../measure/processor-time.ts';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { SENDING_DOMAIN, signing } from '../program/bench-names.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import { deliver } from './delivery.ts';
import type { Bench, Scenario } from './scenario.ts';

const INVOICES = 100_000;
/** Of 3,100 of them. */
const MONTH = '2024-01';
const CALLS = '/api/v2/invoices';
/** A person may ask for 300 pages and sums, and for 20 exports, in a minute. */
const READS: Rounds = { rounds: 10, samples: 4 };
const EXPORTS: Rounds = { rounds: 1, samples: 5 };
const POLL_MS = 500;
/** Of a spreadsheet of 3,100 rows, compressed. */
const LEAST_BYTES = 50_000;
const LONG = 10_000;
const NOT_READ = 'bin';

/** The list of 100,000 invoices, its sums and an export of it; what one costs when it comes, and one of 10,000 lines. */
export const invoices: Scenario = {
  name: 'invoices',
  isLeftOutOfQuick: true,
  async run(bench: Bench): Promise<Row[]> {
    return [...(await measureList(bench)), ...(await measureDelivery(bench))];
  },
};

async function measureList({ connection, world }: Bench): Promise<Row[]> {
  const { email, token } = world.large;
  await fillInvoicesOf(world.databaseUrl, email, INVOICES);
  const read = async (scenario: string, title: string, path: string): Promise<Probe> => {
    const request = getRequest(path, token);
    const statements = await world.recorder.statementsOf(path, token);
    return {
      ...{ scenario, title: `invoices: ${title}`, size: INVOICES },
      ask: () => connection.send(request),
      bare: () => world.recorder.run(statements),
    };
  };
  const list = (query: Record<string, string | number>) => withQuery(CALLS, { limit: 100, ...query });
  const first = await world.large.client.listInvoices({ query: { limit: '100' } });
  const exported = withQuery(`${CALLS}/export.xlsx`, { month: MONTH });
  return [
    ...(await measureProbes(
      [
        await read('invoices-first', 'first page, with the sums of all', list({})),
        await read('invoices-next', 'next page', list({ cursor: first.meta.next_cursor ?? '' })),
        await read('invoices-month', 'first page of a month', list({ month: MONTH })),
        await read('invoices-failed', 'first page of those with a failed check', list({ state: 'failed' })),
        await read('invoices-sums', 'sums of all by rate', `${CALLS}/sums`),
      ],
      READS,
    )),
    ...(await measureProbes(
      [
        {
          ...{
            scenario: 'invoices-export',
            title: 'invoices: a month of 3,100 as a spreadsheet',
            size: INVOICES,
          },
          // One export of a person at a time: the last one has to have left.
          prepare: () => sleep(POLL_MS),
          ask: () => fetchWhole(`http://127.0.0.1:${world.program.httpPort}${exported}`, token),
        },
      ],
      EXPORTS,
    )),
  ];
}

/** What comes in chunks of whatever length, and without the server's time. */
async function fetchWhole(url: string, token: string): Promise<Answer> {
  const since = performance.now();
  const answer = await fetch(url, { headers: { [SESSION_HEADER]: token } });
  const { byteLength } = await answer.arrayBuffer();
  if (byteLength < LEAST_BYTES) throw new Error(`The export of a month has ${byteLength} bytes only`);
  return { status: answer.status, serverMs: Number.NaN, clientMs: performance.now() - since, body: null };
}

/** With invoices, beside the same bytes under a name that no invoice has. */
async function measureDelivery({ world }: Bench): Promise<Row[]> {
  const port = world.program.lmtpPort;
  const email = world.incoming.at(-3);
  if (port === null || email === undefined) throw new Error('The program takes no mail');
  const client = await signedInClient(`http://127.0.0.1:${world.program.httpPort}`, {
    email,
    password: PASSWORD,
  });
  const send = async (what: { name: string; count: number; ending: string; lines?: number }) => {
    const messages = await writeInvoices(`${what.name} ${process.pid}`, what);
    const before = processorTime(world.program.pid, world.dataDir);
    const listed = await countInvoices(client);
    const began = performance.now();
    const { ms } = await deliver({
      ...{ host: '127.0.0.1', port, connections: 4, recipients: [email], messages },
    });
    if (what.ending !== NOT_READ) await untilListed(client, listed + what.count);
    const tookMs = performance.now() - began;
    return { ms, tookMs, note: noteOf(before, processorTime(world.program.pid, world.dataDir), what.count) };
  };
  await send({ name: 'warm', count: 300, ending: 'xml' });
  const rows: Row[] = [];
  for (const [scenario, title, ending] of [
    ['lmtp-no-invoice', 'LMTP delivery, 4 connections, with a file that is no invoice', NOT_READ],
    ['lmtp-invoice', 'LMTP delivery, 4 connections, with an invoice, until all are listed', 'xml'],
  ] as const) {
    const count = 600;
    const { ms, tookMs, note } = await send({ name: scenario, count, ending });
    rows.push({
      ...{ scenario, title, size: null, samples: count, client: spread(ms), note },
      perSecond: (count * 1000) / tookMs,
    });
  }
  const long = await send({ name: 'long', count: 1, ending: 'xml', lines: LONG });
  rows.push({
    scenario: 'invoice-long',
    title: `an invoice of ${LONG} lines, until it is listed`,
    ...{ size: null, samples: 1, client: spread([long.tookMs]), note: long.note },
  });
  return rows;
}

function noteOf(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const readers = (after.readersMs - before.readersMs) / count;
  return `${processorNote(before, after, count)}, readers ${readers.toFixed(2)}`;
}

async function writeInvoices(
  seed: string,
  { count, ending, lines = 3 }: { count: number; ending: string; lines?: number },
): Promise<Buffer[]> {
  const style = INVOICE_STYLES[0];
  if (!style) throw new Error('There is no markup to write');
  const amounts = lines * 1000;
  const messages: Buffer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const xml = style.write(
      invoiceText({
        number: `${process.pid}${number}`,
        lines: Array.from({ length: lines }, (_, at) => ({
          ...{ name: `Mặt hàng ${at + 1}`, unit: 'Cái', quantity: '1', price: '1000' },
          ...{ amount: '1000', rate: '10%' },
        })),
        rates: [{ rate: '10%', before: `${amounts}`, tax: `${amounts / 10}` }],
        ...{ before: `${amounts}`, tax: `${amounts / 10}`, total: `${amounts * 1.1}`, words: '' },
      }),
    );
    const raw = writeMessage({
      ...{ messageId: `${seed.replaceAll(' ', '.')}.${number}@partner.example`, references: [] },
      from: { name: 'Hoa Sen', email: `partner@${SENDING_DOMAIN}` },
      to: [{ name: '', email: 'incoming@bench.example' }],
      ...{ subject: `Hóa đơn số ${number}`, date: 1_790_000_000 + number },
      ...{ paragraphs: ['Kính gửi quý khách hóa đơn của tháng này.'], html: false },
      attachment: {
        name: `hoa-don-${number}.${ending}`,
        type: 'application/octet-stream',
        content: Buffer.from(xml),
      },
    });
    messages.push(await signing.sign(raw, new Date((1_790_000_000 + number) * 1000)));
  }
  return messages;
}

async function countInvoices(client: ApiClient): Promise<number> {
  const { meta } = await client.listInvoices({ query: { limit: '1' } });
  return meta.count ?? 0;
}

async function untilListed(client: ApiClient, count: number): Promise<void> {
  while ((await countInvoices(client)) < count) await sleep(POLL_MS);
}
