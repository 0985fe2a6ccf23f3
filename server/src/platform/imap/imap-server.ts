import { createLineServer, type LineServer, type LineServerOptions } from '../line-server/line-server.ts';
import { ImapConnection } from './imap-connection.ts';

export type ImapServerOptions = Omit<LineServerOptions<ImapConnection>, 'protocol' | 'goodbye' | 'connect'>;

/** IMAP on one port: its connections, and how they are told to go (BYE, RFC 9051 section 7.1.5). */
export function createImapServer(options: ImapServerOptions): LineServer {
  return createLineServer({
    ...options,
    protocol: 'imap',
    goodbye: (reason, code) => `* BYE ${code === null ? '' : '[UNAVAILABLE] '}${reason}\r\n`,
    connect: (socket, forConnection) => new ImapConnection(socket, forConnection),
  });
}
