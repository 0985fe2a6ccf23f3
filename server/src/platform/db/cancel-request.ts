import { connect } from 'node:net';
import type pg from 'pg';
import { systemClock } from '../clock.ts';

const LENGTH = 16;
/** Where a version of the protocol stands otherwise. */
const CANCEL = 80_877_102;
const WITHIN_MS = 500;

/** What the server, or a pooler in between, told this session: only who has the key cancels what is asked there. */
type Session = Pick<pg.Client, 'host' | 'port'> & { processID: number | null; secretKey: number | null };

/**
 * Asks for the end of what a session waits for, on a connection of its own; resolves when that was taken note of, or
 * after a moment. Unlike `pg_terminate_backend` it needs no number of a process, which behind a pooler may be a
 * stranger's.
 */
export function sendCancelRequest({ host, port, processID, secretKey }: Session): Promise<void> {
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const packet = Buffer.alloc(LENGTH);
  packet.writeInt32BE(LENGTH, 0);
  packet.writeInt32BE(CANCEL, 4);
  packet.writeInt32BE(processID, 8);
  packet.writeInt32BE(secretKey, 12);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const late = systemClock.after(WITHIN_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    late.stop();
    resolve();
  });
  // The other side closes it when it has taken note. Where this one did, PgBouncer would forget the request.
  socket.write(packet);
  socket.resume();
  return promise;
}
