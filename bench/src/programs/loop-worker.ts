import { parentPort, workerData } from 'node:worker_threads';
import { openTimedImap } from './timed-imap.ts';

export type LoopOrder = {
  port: number;
  user: string;
  password: string;
  connections: number;
  command: string;
};

const { port, user, password, connections, command } = workerData as LoopOrder;

async function loop(): Promise<void> {
  const client = await openTimedImap(port);
  await client.command(`LOGIN "${user}" "${password}"`);
  await client.command('SELECT INBOX');
  parentPort?.postMessage('open');
  // Loops until the worker thread is terminated.
  for (;;) await client.command(command);
}

await Promise.all(Array.from({ length: connections }, loop));
