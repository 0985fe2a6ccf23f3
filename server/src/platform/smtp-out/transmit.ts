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
  /** The reply of the other server, or why we could not ask it. */
  reply: string;
  /** The server could not be reached, or fell silent. */
  silent?: true;
};

export type OutgoingMessage = {
  /** '' for the null sender. */
  from: string;
  /** What reports of a server that offers DSN name this transmission by (ENVID, RFC 3461). */
  envelopeId: string;
  to: string[];
  size: number;
  eightBit: boolean;
  /** Its header is written in UTF-8. */
  utf8: boolean;
  /** The source, opened when its first byte is asked for. */
  source(): AsyncIterable<Uint8Array>;
  /**
   * Called once, when all of the source is on its way and its end is not: no server takes a message without its end.
   * When it rejects, there is none.
   */
  beforeEnd(): Promise<void>;
};

export type TransmitOptions = {
  host: MailHost;
  port: number;
  /** Our name, for EHLO. */
  name: string;
  /** `opportunistic` TLS: STARTTLS where offered, any certificate; `verified`: only TLS with a valid certificate. */
  tls: 'opportunistic' | 'verified' | 'from-start' | 'never';
  auth: { user: string; pass: string } | null;
  clock: Clock;
  /** `wholeMs`: for a conversation; a server that says a word now and then would never be given up otherwise. */
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
 * Brings one message to a mail server and answers for every recipient: whatever goes wrong there is somebody's outcome.
 * Rejects only with what its own side threw, the source or `beforeEnd`: of the other server that says nothing.
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

/** The slowest line that a message may take, 10 kB/s. */
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
  // After the end of the message, wait for the reply for as long as there is time.
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
      // A reply to the content is a result; only silence after its end makes the outcome unclear.
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
  // A relay may be known by its number alone, which is no name to ask for.
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

/** Its domain as DNS knows it, which every server takes; what stands before the @ has no other writing. */
function onTheWire(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at >= 0 && /\P{ASCII}/u.test(domain)
    ? address.slice(0, at + 1) + (domainToASCII(domain) || domain)
    : address;
}

/** Recipients whom only a server that takes UTF-8 can be asked about: all, where the sender's own name needs it. */
function needingUtf8({ from, to }: OutgoingMessage): string[] {
  const needsIt = (address: string) => /\P{ASCII}/u.test(onTheWire(address));
  return needsIt(from) ? to : to.filter(needsIt);
}

type SendInfo = { response: string; rejectedErrors?: SmtpError[] };

function send(connection: SMTPConnection, outgoing: OutgoingMessage, source: Readable): Promise<SendInfo> {
  const { envelopeId, from, to, size, eightBit } = outgoing;
  return new Promise((resolve, reject) => {
    connection.once('end', () => reject(new Error('Connection closed unexpectedly')));
    // Nothing is reported to the null sender.
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

/** What a message can be refused at; a server that is not to be talked with may be another time. */
const ABOUT_THE_LETTER = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Only 5xx is permanent; everything else is retried. */
function refused(address: string, error: SmtpError): RecipientResult {
  const { code, command = '', message, response = message, responseCode = null } = error;
  // The server announced what it takes, and nodemailer did not even ask.
  const tooLarge = code === 'EMESSAGE' && responseCode === null;
  if (tooLarge) return { address, outcome: 'permanent', code: 552, reply: 'Message size exceeds the limit' };
  const permanent = responseCode !== null && responseCode >= 500 && ABOUT_THE_LETTER.has(command);
  const outcome = permanent ? 'permanent' : 'temporary';
  return { address, outcome, code: responseCode, reply: readable(response) };
}

function unclear(address: string, error: SmtpError): RecipientResult {
  return { address, outcome: 'unclear', code: null, reply: readable(error.message) };
}

/** In lines as it was said. A NUL, which no database takes, would have kept the outcome from being written down. */
function readable(said: string): string {
  return said.replace(/[^\P{Cc}\n]+/gu, ' ');
}

function codeOf(response: string): number | null {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
}
