import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openConnection } from '../http/connection.ts';
import { getRequest } from '../http/request.ts';
import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import { listPath } from '../scenarios/lists.ts';
import type { LoopOrder } from './loop-worker.ts';
import type { ProgramsWorld } from './programs-world.ts';
import type { StrangersOrder } from './stranger-worker.ts';

export const NEIGHBOURS = 'imap-neighbours';

/** The maximum number of connections per user. */
const CONNECTIONS = 15;
const LOOPS = [
  { title: 'a first look at all', command: 'FETCH 1:* (UID FLAGS INTERNALDATE RFC822.SIZE)' },
  { title: 'envelopes of all', command: 'FETCH 1:* (ENVELOPE)' },
  { title: 'folders opened', command: 'EXAMINE INBOX' },
  { title: 'subjects searched', command: 'SEARCH SUBJECT nothing-has-this' },
];
/** Strangers send garbage instead of IMAP and reconnect whenever they are disconnected. */
const STRANGERS = 1_000;
const ROUNDS = 3;
const LISTS = 60;
/** A user may read for some seconds before their reads take turns; the time after that is measured. */
const BEFORE_MS = 4_000;
/** Without a pause, the client's own requests would queue behind each other, and that would be measured. */
const PAUSE_MS = 20;

/**
 * Measures how much longer a user's thread list takes while another user's programs keep requesting
 * everything.
 */
export async function benchNeighbours(
  { ours, program, reader }: ProgramsWorld,
  messages: number,
): Promise<{ rows: Row[]; ratios: string[] }> {
  const connection = await openConnection(program.httpPort);
  const request = getRequest(listPath({ offset: 0 }), reader);
  async function lists(): Promise<number[]> {
    const ms: number[] = [];
    for (let count = 0; count < LISTS; count += 1) {
      const { status, clientMs } = await connection.send(request);
      if (status !== 200) throw new Error(`the list was answered ${status}`);
      ms.push(clientMs);
      await sleep(PAUSE_MS);
    }
    return ms;
  }
  const rows: Row[] = [];
  const ratios: string[] = [];
  async function measure(title: string, start: () => Promise<Worker>): Promise<void> {
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await lists()));
      const others = await start();
      await sleep(BEFORE_MS);
      beside.push(...(await lists()));
      await others.terminate();
      await sleep(PAUSE_MS);
    }
    const named = { scenario: NEIGHBOURS, size: messages, samples: alone.length };
    rows.push({ ...named, title: 'a list, nothing beside', client: spread(alone) });
    rows.push({ ...named, title: `a list beside ${title}`, client: spread(beside) });
    ratios.push(`${NEIGHBOURS}: ${(median(beside) / median(alone)).toFixed(2)} times beside ${title}`);
  }
  for (const { title, command } of LOOPS) {
    const order: LoopOrder = { ...ours, connections: CONNECTIONS, command };
    await measure(`${CONNECTIONS} × ${title}`, () => startWorker('./loop-worker.ts', order, CONNECTIONS));
  }
  const strangers: StrangersOrder = { port: ours.port, connections: STRANGERS };
  await measure(`${STRANGERS} strangers`, () => startWorker('./stranger-worker.ts', strangers, 1));
  connection.close();
  return { rows, ratios };
}

/** Resolves once the worker has posted `begins` messages. */
async function startWorker(file: string, workerData: object, begins: number): Promise<Worker> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData });
  let begun = 0;
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', () => {
      begun += 1;
      if (begun === begins) resolve();
    });
  });
  return worker;
}
