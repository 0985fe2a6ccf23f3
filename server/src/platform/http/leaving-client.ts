import type { IncomingMessage } from 'node:http';
import { Failure } from '../failure.ts';

/** Work that ends early when the client hangs up, as nobody would hear its answer. */
export async function whileClientStays<Result>(
  { raw: { socket } }: { raw: Pick<IncomingMessage, 'socket'> },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const left = new AbortController();
  const leave = () => left.abort(new Failure('request_timeout', 'The client has left'));
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await work(left.signal);
  } finally {
    socket.off('close', leave);
  }
}
