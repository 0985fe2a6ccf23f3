import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export type StrangersOrder = { port: number; connections: number };

const { port, connections } = workerData as StrangersOrder;

/** None of these is a valid command, and some never end. */
const INPUTS = [
  Buffer.from('a LOGIN {2147483647}\r\n'),
  Buffer.from(`a ${'('.repeat(10_000)}\r\n`),
  Buffer.from('\0\0\0\r\n'),
  Buffer.from('a LOGIN "half'),
  Buffer.alloc(4_000, 'x'),
  Buffer.from('\xff\xfe\x80 \xe2\x82\r\n', 'latin1'),
];
const EVERY_MS = 200;

/** Reconnects whenever the server closes the connection. */
function bother(number: number): void {
  const socket = connect({ host: '127.0.0.1', port });
  let sent = number;
  const timer = setInterval(() => {
    sent += 1;
    socket.write(INPUTS[sent % INPUTS.length] as Buffer);
  }, EVERY_MS);
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(() => bother(number), EVERY_MS);
  });
}

for (let number = 0; number < connections; number += 1) bother(number);
parentPort?.postMessage('open');
