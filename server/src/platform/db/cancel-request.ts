import { connect } from 'node:net';
import type pg from 'pg';
import { systemClock } from '../clock.ts';

const LENGTH = 16;
/** The CancelRequest code, in place of a protocol version. */
const CANCEL = 80_877_102;
const WITHIN_MS = 500;

/**
 * The cancel key that the server, or a pooler in between, gave this session: only its holder can cancel its
 * statements.
 */
type Session = Pick<pg.Client, 'host' | 'port'> & { processID: number | null; secretKey: number | null };

/**
 * Cancels the current statement of a session over a separate connection; resolves when the request was
 * accepted, or after a short timeout. Unlike `pg_terminate_backend` it needs no backend pid, which behind a
 * pooler may belong to another client.
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
  // The server closes the connection when it has accepted the request. If we closed it first, PgBouncer would
  // drop the request.
  socket.write(packet);
  socket.resume();
  return promise;
}
