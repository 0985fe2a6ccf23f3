import type { Readable } from 'node:stream';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { LogFields } from '../log-events.ts';
import type { Reply } from './reply.ts';

export type MailProtocol = 'smtp' | 'lmtp';

export type MailSession = {
  /** Random, the same for all messages of one connection. */
  id: string;
  protocol: MailProtocol;
  remoteAddress: string;
  remotePort: number;
  /**
   * The name in the client's greeting, lower-case: any text without control characters, '' before the
   * greeting.
   */
  helo: string;
  /** EHLO or LHLO, not HELO. */
  extended: boolean;
  tls: { version: string; cipher: string } | null;
  /** The authenticated user. */
  user: Caller | null;
};

export type AcceptedRecipient<Recipient> = {
  /** As the client wrote it, with the domain in lower-case ASCII (xn--). */
  address: string;
  /** The result of onRecipient. */
  recipient: Recipient;
};

export type MailEnvelope<Recipient> = {
  /** '' is the null sender of bounces. */
  from: string;
  /** Without duplicates, also when the client named an address twice. Never empty. */
  recipients: AcceptedRecipient<Recipient>[];
  /** SMTPUTF8 was requested. */
  utf8: boolean;
  /** BODY=8BITMIME was declared. */
  eightBit: boolean;
};

export type ArrivingMessage<Recipient> = {
  session: MailSession;
  envelope: MailEnvelope<Recipient>;
  /**
   * The raw message, dots unstuffed. It ends only when the whole message has arrived and is valid; it errors
   * when the connection breaks or the message is refused, so a reader that reaches the end has a good
   * message.
   */
  content: Readable;
  /** Milliseconds since the Unix epoch. */
  receivedAt: number;
};

export type RecipientVerdict<Recipient> = { accept: Recipient } | { refuse: Reply };

/** A refusing reply, for the log: which client, which envelope. */
export type MailRefusal = {
  session: string;
  client: string;
  helo: string;
  /** The authenticated mailbox. */
  mailbox: number | null;
  /** As the client wrote them, in order. */
  from: string;
  to: string[];
  /** The address in the refused command; null when it had none. */
  asked: { as: 'sender' | 'recipient'; address: string } | null;
  code: number;
  reply: string;
};

/** What a mail server logs: fields and a message, never mail content. */
export type MailLog = {
  info(fields: LogFields, text: string): void;
  warn(fields: LogFields, text: string): void;
  error(fields: LogFields, text: string): void;
};

/**
 * Checks for the mail programs of our own users, who authenticate before they send. Both checks refuse by
 * throwing a failure.
 */
export type SubmissionRules = {
  /** Whether a client may authenticate in plaintext. */
  allowsPlaintextAuth(remoteAddress: string): boolean;
  onSignIn(given: { name: string; password: string }, session: MailSession): Promise<Caller>;
  /** '' is the null sender. */
  onSender(address: string, session: MailSession): Promise<void>;
};

export type MailTls = { key: string | Buffer; cert: string | Buffer };

export type MailServerOptions<Recipient> = {
  protocol: MailProtocol;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The host name in the greeting. */
  name: string;
  /** STARTTLS is offered when given. */
  tls?: MailTls;
  /** Implicit TLS (RFC 8314): the connection is encrypted from the first byte. Requires `tls`. */
  implicitTls?: boolean;
  /** The maximum size of one message in bytes. */
  maxSize: number;
  maxRecipients: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  maxMessagesPerConnection: number;
  /** Refused commands until the connection is closed; an accepted message resets the count. */
  maxBadCommands: number;
  /** Unknown recipients per connection, however many messages come between: prevents address harvesting. */
  maxUnknownRecipients: number;
  /** The longest wait for one complete command line, and for any progress of a message. */
  idleTimeoutMs: number;
  /** The longest time for one message from DATA to its end. */
  dataTimeoutMs: number;
  /** Without it AUTH is not offered, and every client may deliver mail. */
  submission?: SubmissionRules;
  clock: Clock;
  log: MailLog;
  /** Called for each 4xx and 5xx reply, to a command or a message. */
  onRefusal?(refusal: MailRefusal): void;
  /**
   * Called with the result of a complete message for each recipient, also where SMTP sends one reply for all.
   */
  onAnswers?(session: MailSession, envelope: MailEnvelope<Recipient>, answers: Reply[]): void;
  onRecipient(
    address: string,
    session: MailSession,
    envelope: MailEnvelope<Recipient>,
  ): Promise<RecipientVerdict<Recipient>>;
  /**
   * Returns one reply for all recipients, or one each in the order of `envelope.recipients`. LMTP passes each
   * reply on; SMTP allows only one and gets their `foldReplies`. An exception is answered with 451 4.3.0.
   */
  onMessage(message: ArrivingMessage<Recipient>): Promise<Reply | Reply[]>;
};

export type MailServer = {
  listen(): Promise<{ port: number }>;
  /** A renewed certificate, for TLS handshakes from now on. */
  useCertificate(tls: MailTls): void;
  /** Answers new and idle clients with 421; resolves when the current transactions have ended. */
  drain(): Promise<void>;
  /**
   * Stops accepting, sends 421 to idle clients, gives current transactions this long to finish, and closes
   * the rest.
   */
  close(graceMs: number): Promise<void>;
  /** For the metrics. */
  connectionCount(): number;
};
