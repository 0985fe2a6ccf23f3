import { LineConnection } from '../line-server/line-connection.ts';
import { createLineServer, type LineServer, type LineServerOptions } from '../line-server/line-server.ts';

export type Pop3ServerOptions = Omit<LineServerOptions<LineConnection>, 'protocol' | 'goodbye' | 'connect'>;

/** POP3 on one port: its connections, and how they are told to go (RFC 3206 section 4). */
export function createPop3Server(options: Pop3ServerOptions): LineServer {
  return createLineServer({
    ...options,
    protocol: 'pop3',
    goodbye: (reason, code) => `-ERR ${code === null ? '' : '[SYS/TEMP] '}${reason}\r\n`,
    connect: (socket, forConnection) => new LineConnection(socket, forConnection),
  });
}
