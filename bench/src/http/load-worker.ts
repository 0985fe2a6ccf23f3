import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import type { LoadOrder, LoadResult } from './load-order.ts';

const { port, requests, connections, ms } = workerData as LoadOrder;
const bytes = requests.map((request) => Buffer.from(request));
const clientMs: number[] = [];
let refused = 0;

const began = performance.now();
const until = began + ms;

async function keepAsking(client: number): Promise<void> {
  const connection = await openConnection(port);
  for (let i = client; performance.now() < until; i += connections) {
    const answer = await connection.send(bytes[i % bytes.length] as Buffer);
    if (answer.status === 200) clientMs.push(answer.clientMs);
    else refused += 1;
  }
  connection.close();
}

await Promise.all(Array.from({ length: connections }, (_, client) => keepAsking(client)));
const seconds = (performance.now() - began) / 1000;
parentPort?.postMessage({ clientMs, refused, seconds } satisfies LoadResult);
