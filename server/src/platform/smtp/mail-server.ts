import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { createNetworkCounts } from '../network-counts.ts';
import { networkOf } from '../network-of.ts';
import { createRefusedConnections, type FullReason } from '../refused-connections.ts';
import type { ConnectionHost } from './mail-connection.ts';
import { MailConnection } from './mail-connection.ts';
import type { MailServer, MailServerOptions } from './mail-types.ts';
import { replies } from './reply.ts';
import { SubmissionConnection } from './submission-connection.ts';

/** How often the watchdog checks for clients that are too slow. */
const LOOK_EVERY_MS = 1000;
/** How long sending the last 421 may take. */
const FAREWELL_MS = 1000;

/** A server for incoming mail over SMTP or LMTP. It knows nothing about mailboxes; the two handlers do. */
export function createMailServer<Recipient>(options: MailServerOptions<Recipient>): MailServer {
  const server = new MailListener(options);
  let looks: { stop(): void } | null = null;
  return {
    async listen() {
      const port = await server.start();
      looks = options.clock.every(LOOK_EVERY_MS, () => {
        server.endSlowConnections();
        server.refused.tell();
      });
      return { port };
    },
    useCertificate: (tls) => server.updateSecureContext(tls),
    drain: () => server.drain(),
    async close(graceMs) {
      await server.shutDown(graceMs);
      looks?.stop();
      server.refused.tell();
    },
    connectionCount: () => server.open.size,
  };
}

class TurnedAway extends Error {
  override name = 'TurnedAway';
}

class MailListener<Recipient> extends SMTPServer implements ConnectionHost<Recipient> {
  readonly mailOptions: MailServerOptions<Recipient>;
  readonly open = new Set<MailConnection<Recipient>>();
  closingDown = false;

  readonly refused: ReturnType<typeof createRefusedConnections>;

  private readonly perNetwork = createNetworkCounts();
  private readonly bySession = new WeakMap<SMTPServerSession, MailConnection<Recipient>>();
  private readonly handling = new Set<Promise<void>>();
  private readonly onAllEnded: (() => void)[] = [];

  constructor(options: MailServerOptions<Recipient>) {
    super({
      lmtp: options.protocol === 'lmtp',
      name: options.name,
      size: options.maxSize,
      ...(options.tls ?? { hideSTARTTLS: true }),
      // A client that has not finished the TLS handshake is counted only by the library.
      ...(options.implicitTls ? { secure: true, maxClients: options.maxConnections } : {}),
      disabledCommands: [
        ...['XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
        ...(options.submission ? [] : ['AUTH']),
        ...(options.tls ? [] : ['STARTTLS']),
      ],
      authMethods: ['PLAIN', 'LOGIN'],
      authRequiredMessage: '5.7.0 Authentication required',
      // The connection itself decides whether plaintext authentication is allowed.
      allowInsecureAuth: true,
      hideENHANCEDSTATUSCODES: false,
      disableReverseLookup: true,
      heloResponse: '%s',
      // Our own watchdog is stricter; this timeout is for sockets that it no longer sees.
      socketTimeout: options.idleTimeoutMs + 30_000,
      logger: false,
      onAuth: (given, session, callback) => {
        this.track(this.submissionOf(session).signIn(given, callback));
      },
      onMailFrom: (address, session, callback) => {
        if (options.submission) this.track(this.submissionOf(session).sender(address, callback));
        else callback();
      },
      onRcptTo: (address, session, callback) => {
        this.track(this.connectionOf(session).recipient(address, callback));
      },
      onData: (stream, session, callback) => {
        this.track(this.connectionOf(session).message(stream, callback));
      },
    });
    this.mailOptions = options;
    this.refused = createRefusedConnections(
      options.log,
      options.submission ? 'submission' : options.protocol,
    );
    this.on('error', (error) => {
      // Those that are turned away are counted.
      if (!(error instanceof TurnedAway))
        this.mailOptions.log.info({ reason: error.message }, 'mail connection broke');
    });
  }

  async start(): Promise<number> {
    const { port, host } = this.mailOptions;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  override connect(socket: Socket | TLSSocket, socketOptions?: SMTPConnectionOptions | null): void {
    const address = socket.remoteAddress ?? '';
    const full = this.closingDown ? null : this.fullReason(address);
    if (full !== null) this.refused.note(full, address);
    if (this.closingDown || full !== null) {
      const { code, status, text } = this.closingDown ? replies.shuttingDown : replies.tooManyConnections;
      // The client may be gone already; there is no one left to notify.
      socket.on('error', () => undefined);
      socket.write(`${code} ${status} ${text}\r\n`);
      socket.destroySoon();
      return;
    }
    const Connection = this.mailOptions.submission ? SubmissionConnection : MailConnection;
    const connection = new Connection<Recipient>(this, socket, socketOptions);
    connection.peerAddress = address;
    this.bySession.set(connection.session, connection);
    this.open.add(connection);
    this.perNetwork.add(address);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.init();
  }

  private fullReason(address: string): FullReason | null {
    const { maxConnections, maxConnectionsPerAddress } = this.mailOptions;
    if (this.open.size >= maxConnections) return 'server';
    return this.perNetwork.hasRoom(address, maxConnectionsPerAddress) ? null : 'address';
  }

  /**
   * Between accept and the TLS upgrade the client may disconnect; Node crashes when upgrading a closed
   * socket.
   */
  override _upgrade(socket: Socket, callback: (error: Error | null, secure?: TLSSocket) => void): void {
    const address = socket.remoteAddress ?? '';
    const waiting = createNetworkCounts();
    for (const other of this._pendingSockets.keys()) waiting.add(other.remoteAddress ?? '');
    if (socket.destroyed) callback(new Error('the client left before it encrypted'));
    else if (!waiting.hasRoom(address, this.mailOptions.maxConnectionsPerAddress + 1)) {
      this.refused.note('address', address);
      callback(new TurnedAway(`too many of ${networkOf(address)} have not encrypted yet`));
    } else super._upgrade(socket, callback);
  }

  ended(connection: MailConnection<Recipient>): void {
    if (!this.open.delete(connection)) return;
    this.perNetwork.remove(connection.peerAddress);
    if (this.open.size > 0) return;
    for (const resolve of this.onAllEnded.splice(0)) resolve();
  }

  endSlowConnections(): void {
    const now = this.mailOptions.clock.now();
    for (const connection of this.open) connection.endIfTooSlow(now);
  }

  async drain(): Promise<void> {
    this.closingDown = true;
    for (const connection of this.open) connection.retireIfIdle();
    await Promise.all([this.allEnded(), this.handled()]);
  }

  async shutDown(graceMs: number): Promise<void> {
    const { clock } = this.mailOptions;
    const ended = this.drain();
    const stopped = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const unencrypted of this._pendingSockets.values()) unencrypted.destroy();
    const overtime = new AbortController();
    await Promise.race([ended.then(() => overtime.abort()), clock.sleep(graceMs, overtime.signal)]);
    for (const connection of this.open) connection.endNow();
    overtime.abort();
    const farewell = new AbortController();
    await Promise.race([stopped, clock.sleep(FAREWELL_MS, farewell.signal)]);
    farewell.abort();
    for (const connection of this.open) connection._socket.destroy();
  }

  private allEnded(): Promise<void> {
    return new Promise((resolve) => {
      if (this.open.size === 0) resolve();
      else this.onAllEnded.push(resolve);
    });
  }

  private async handled(): Promise<void> {
    while (this.handling.size > 0) await Promise.all(this.handling);
  }

  private connectionOf(session: SMTPServerSession): MailConnection<Recipient> {
    const connection = this.bySession.get(session);
    if (!connection) throw new Error('session without a connection');
    return connection;
  }

  private submissionOf(session: SMTPServerSession): SubmissionConnection<Recipient> {
    const connection = this.connectionOf(session);
    if (!(connection instanceof SubmissionConnection)) throw new Error('nobody signs in here');
    return connection;
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.mailOptions.log.error({ error }, 'mail connection failed'))
      .finally(() => this.handling.delete(tracked));
    this.handling.add(tracked);
  }
}
