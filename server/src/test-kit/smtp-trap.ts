import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type TrappedMessage = {
  from: string;
  to: string[];
  raw: Buffer;
  user: string | null;
  secure: boolean;
  utf8: boolean;
  /** ENVID of RFC 3461. */
  envelopeId: string | null;
};

/** Where the trap closes the connection without a reply. */
export type HangUp = 'at-greeting' | 'at-recipients' | 'in-content' | 'before-answer';

export type SmtpTrap = {
  port: number;
  messages: TrappedMessage[];
  /** The reply to RCPT, by address; null accepts. */
  refuseRecipient(answer: (address: string) => string | null): void;
  /** The reply to the content; null accepts. */
  refuseContent(answer: () => string | null): void;
  hangUp(when: HangUp | null): void;
  connections(): number;
  close(): Promise<void>;
};

type TrapOptions = {
  auth?: { user: string; pass: string };
  tls?: boolean;
  port?: number;
  /** An old server without SMTPUTF8. */
  hideSMTPUTF8?: boolean;
  /** A server without DSN (RFC 3461). */
  hideDSN?: boolean;
};

/**
 * A foreign mail server on a free port of this machine: it stores what it receives and misbehaves on demand.
 */
export async function startSmtpTrap(options: TrapOptions = {}): Promise<SmtpTrap> {
  const messages: TrappedMessage[] = [];
  let recipientAnswer: (address: string) => string | null = () => null;
  let contentAnswer: () => string | null = () => null;
  let hangUp: HangUp | null = null;
  let connections = 0;
  const tls = options.tls ? await certificate() : null;
  const server = new SMTPServer({
    authOptional: options.auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(options.auth ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])],
    ...(tls ?? {}),
    hideSMTPUTF8: options.hideSMTPUTF8 ?? false,
    hideDSN: options.hideDSN ?? false,
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, callback) {
      connections += 1;
      callback(hangUp === 'at-greeting' ? failure('421 4.3.2 Not now') : null);
    },
    onAuth(given, _session, callback) {
      const right = given.username === options.auth?.user && given.password === options.auth?.pass;
      if (!right) return callback(new Error('Invalid username or password'));
      callback(null, { user: given.username ?? '' });
    },
    onRcptTo(address, session, callback) {
      if (hangUp === 'at-recipients') return cut(server, session.id);
      const answer = recipientAnswer(address.address);
      callback(answer === null ? null : failure(answer));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (hangUp === 'in-content') cut(server, session.id);
      });
      stream.on('end', () => {
        if (hangUp === 'before-answer') {
          keep();
          return cut(server, session.id);
        }
        const answer = contentAnswer();
        if (answer !== null) return callback(failure(answer));
        keep();
        callback(null);
      });
      const keep = () => {
        const { mailFrom, rcptTo } = session.envelope;
        messages.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks),
          user: typeof session.user === 'string' ? session.user : null,
          secure: session.secure,
          utf8: session.envelope.smtpUtf8 === true,
          envelopeId: session.envelope.dsn?.envid ?? null,
        });
      };
    },
  });
  // Some tests are about clients that disconnect.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    messages,
    refuseRecipient(answer) {
      recipientAnswer = answer;
    },
    refuseContent(answer) {
      contentAnswer = answer;
    },
    hangUp(when) {
      hangUp = when;
    },
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function cut(server: SMTPServer, session: string): void {
  for (const connection of server.connections) {
    const { id, _socket: socket } = connection as unknown as { id: string; _socket: { destroy(): void } };
    if (id === session) socket.destroy();
  }
}

function failure(answer: string): Error {
  const [code = '550'] = answer.split(' ');
  return Object.assign(new Error(answer.slice(code.length + 1)), { responseCode: Number(code) });
}

async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = new URL('./certificates/', import.meta.url);
  const [key, cert] = await Promise.all(
    ['mail.test.key.pem', 'mail.test.cert.pem'].map((name) => readFile(new URL(name, folder))),
  );
  return { key: key as Buffer, cert: cert as Buffer };
}
