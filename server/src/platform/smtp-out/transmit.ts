import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Clock } from '../clock.ts';
import type { MailHost } from './mail-hosts.ts';
import { requestSmtpUtf8, takesUtf8 } from './utf8-connection.ts';

export type RecipientResult = {
  address: string;
  /** `unclear`: the whole message was transmitted, and no reply came. */
  outcome: 'accepted' | 'temporary' | 'permanent' | 'unclear';
  code: number | null;
  /** The reply of the other server, or why it could not be contacted. */
  reply: string;
  /** The server was unreachable, or stopped answering. */
  silent?: true;
};

export type OutgoingMessage = {
  /** '' for the null sender. */
  from: string;
  /** Identifies this transmission in delivery reports of servers that offer DSN (ENVID, RFC 3461). */
  envelopeId: string;
  to: string[];
  size: number;
  eightBit: boolean;
  /** Its header contains UTF-8. */
  utf8: boolean;
  /** Opens the source lazily, when its first byte is read. */
  source(): AsyncIterable<Uint8Array>;
  /**
   * Called once, after all of the source but before the end of data: no server accepts a message without its
   * end. When it rejects, the end is not sent.
   */
  beforeEnd(): Promise<void>;
};

export type TransmitOptions = {
  host: MailHost;
  port: number;
  /** Our host name for EHLO. */
  name: string;
  /** `opportunistic` TLS: STARTTLS where offered, any certificate; `verified`: only TLS with a valid certificate. */
  tls: 'opportunistic' | 'verified' | 'from-start' | 'never';
  auth: { user: string; pass: string } | null;
  clock: Clock;
  /**
   * `wholeMs` limits the whole conversation; a server that sends a little now and then would otherwise never
   * time out.
   */
  timeouts: { connectMs: number; silenceMs: number; wholeMs: number };
  signal: AbortSignal;
};

type SmtpError = Error & {
  code?: string;
  response?: string;
  responseCode?: number;
  command?: string;
  recipient?: string;
  rejectedErrors?: SmtpError[];
};

/**
 * Transmits one message to a mail server and returns a result for every recipient, whatever goes wrong.
 * Rejects only with errors of this side, of the source or `beforeEnd`, which say nothing about the other
 * server.
 */
export async function transmit(
  outgoing: OutgoingMessage,
  options: TransmitOptions,
): Promise<RecipientResult[]> {
  const { results, brokeAtTls } = await converse(outgoing, options);
  // Opportunistic TLS: a server whose STARTTLS fails gets the message in plaintext.
  const mayGoPlain = options.tls === 'opportunistic' && options.auth === null && !options.signal.aborted;
  if (!brokeAtTls || !mayGoPlain) return results;
  return (await converse(outgoing, { ...options, tls: 'never' })).results;
}

/** The slowest accepted transfer rate, 10 kB/s. */
const MS_A_BYTE = 0.1;

/** `brokeAtTls`: the connection failed during STARTTLS, before anything was said about the message. */
type Conversation = { results: RecipientResult[]; brokeAtTls: boolean };

async function converse(outgoing: OutgoingMessage, options: TransmitOptions): Promise<Conversation> {
  const connection = new SMTPConnection(connectionOptions(options));
  if (outgoing.utf8) requestSmtpUtf8(connection);
  let endLeft = false;
  let ownFault: { thrown: unknown } | null = null;
  let unwritable: string[] = [];
  const source = Readable.from(
    (async function* gated() {
      try {
        yield* outgoing.source();
        await outgoing.beforeEnd();
      } catch (thrown) {
        ownFault = { thrown };
        throw thrown;
      }
      endLeft = true;
    })(),
    { objectMode: false },
  );
  // After the end of data, wait for the reply as long as time permits.
  const onAbort = () => {
    if (!endLeft) connection.close();
  };
  options.signal.addEventListener('abort', onAbort);
  let reached = false;
  let tooLong = false;
  const whole = options.clock.after(options.timeouts.wholeMs + outgoing.size * MS_A_BYTE, () => {
    tooLong = true;
    connection.close();
  });
  try {
    await connect(connection, options);
    reached = true;
    unwritable = takesUtf8(connection) ? [] : needingUtf8(outgoing);
    const to = outgoing.to.filter((address) => !unwritable.includes(address));
    if (to.length === 0) return { results: outgoing.to.map(needsUtf8), brokeAtTls: false };
    const info = await send(connection, { ...outgoing, to }, source);
    const results = outgoing.to.map((address) => {
      if (unwritable.includes(address)) return needsUtf8(address);
      const refusal = info.rejectedErrors?.find(({ recipient }) => recipient === onTheWire(address));
      return refusal ? refused(address, refusal) : accepted(address, info.response);
    });
    return { results, brokeAtTls: false };
  } catch (thrown) {
    throwOwn(ownFault);
    const error = thrown as SmtpError;
    const unheard = tooLong || !reached || error.code === 'ETIMEDOUT';
    const silent = unheard && error.responseCode === undefined && !options.signal.aborted;
    const results = outgoing.to.map((address) => {
      if (unwritable.includes(address)) return needsUtf8(address);
      const refusal = error.rejectedErrors?.find(({ recipient }) => recipient === onTheWire(address));
      if (refusal) return refused(address, refusal);
      // A reply to the content is a result; only silence after the end of data makes the outcome unclear.
      if (endLeft && error.responseCode === undefined) return unclear(address, error);
      return refused(address, error);
    });
    if (silent) for (const result of results) result.silent = true;
    return { results, brokeAtTls: connection.upgrading === true };
  } finally {
    whole.stop();
    options.signal.removeEventListener('abort', onAbort);
    source.destroy();
    connection.quit();
    // quit() waits for a reply that may never come.
    connection.close();
  }
}

function throwOwn(fault: { thrown: unknown } | null): void {
  if (fault) throw fault.thrown;
}

function connectionOptions({ host, port, name, tls, timeouts }: TransmitOptions) {
  // A relay may be given as an IP address, which is no valid SNI name.
  const servername = isIP(host.name) === 0 ? { servername: host.name } : {};
  return {
    host: host.address,
    port,
    name,
    ...servername,
    secure: tls === 'from-start',
    requireTLS: tls === 'verified',
    ignoreTLS: tls === 'never',
    opportunisticTLS: tls === 'opportunistic',
    tls: { rejectUnauthorized: tls !== 'opportunistic', ...servername },
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.silenceMs,
    socketTimeout: timeouts.silenceMs,
    logger: false,
  } as const;
}

function connect(connection: SMTPConnection, { auth, signal }: TransmitOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error('The program stops'));
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('Connection closed unexpectedly')));
    connection.connect((error) => {
      if (error) return reject(error);
      if (!auth) return resolve();
      connection.login({ user: auth.user, pass: auth.pass }, (refusal) =>
        refusal ? reject(refusal) : resolve(),
      );
    });
  });
}

/**
 * The address with its domain in Punycode, which every server accepts; a non-ASCII local part has no such
 * form.
 */
function onTheWire(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at >= 0 && /\P{ASCII}/u.test(domain)
    ? address.slice(0, at + 1) + (domainToASCII(domain) || domain)
    : address;
}

/** Recipients that need a server with SMTPUTF8: all of them when the sender's address does. */
function needingUtf8({ from, to }: OutgoingMessage): string[] {
  const needsIt = (address: string) => /\P{ASCII}/u.test(onTheWire(address));
  return needsIt(from) ? to : to.filter(needsIt);
}

type SendInfo = { response: string; rejectedErrors?: SmtpError[] };

function send(connection: SMTPConnection, outgoing: OutgoingMessage, source: Readable): Promise<SendInfo> {
  const { envelopeId, from, to, size, eightBit } = outgoing;
  return new Promise((resolve, reject) => {
    connection.once('end', () => reject(new Error('Connection closed unexpectedly')));
    // No reports go to the null sender.
    const dsn = from === '' ? {} : { dsn: { envid: envelopeId } };
    const envelope = { from: onTheWire(from), to: to.map(onTheWire), ...dsn };
    connection.send({ ...envelope, size, use8BitMime: eightBit }, source, (error, info) => {
      if (error) reject(error);
      else resolve(info as SendInfo);
    });
  });
}

function accepted(address: string, response: string): RecipientResult {
  return { address, outcome: 'accepted', code: codeOf(response), reply: readable(response) };
}

function needsUtf8(address: string): RecipientResult {
  const reply = 'The mail server takes no address with messages beyond ASCII before the @';
  return { address, outcome: 'permanent', code: 553, reply };
}

/**
 * Commands at which the message itself can be refused; other refusals concern the server, which may accept
 * later.
 */
const ABOUT_THE_LETTER = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Only 5xx is permanent; everything else is retried. */
function refused(address: string, error: SmtpError): RecipientResult {
  const { code, command = '', message, response = message, responseCode = null } = error;
  // The server announced its size limit, and nodemailer did not even try.
  const tooLarge = code === 'EMESSAGE' && responseCode === null;
  if (tooLarge) return { address, outcome: 'permanent', code: 552, reply: 'Message size exceeds the limit' };
  const permanent = responseCode !== null && responseCode >= 500 && ABOUT_THE_LETTER.has(command);
  const outcome = permanent ? 'permanent' : 'temporary';
  return { address, outcome, code: responseCode, reply: readable(response) };
}

function unclear(address: string, error: SmtpError): RecipientResult {
  return { address, outcome: 'unclear', code: null, reply: readable(error.message) };
}

/** Keeps the reply's lines. Removes NUL, which PostgreSQL rejects, so that the outcome can be stored. */
function readable(said: string): string {
  return said.replace(/[^\P{Cc}\n]+/gu, ' ');
}

function codeOf(response: string): number | null {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
}
