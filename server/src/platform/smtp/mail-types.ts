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
  /** What the client calls itself, lower-case: any text without control characters, '' before the greeting. */
  helo: string;
  /** EHLO or LHLO, not HELO. */
  extended: boolean;
  tls: { version: string; cipher: string } | null;
  /** Who signed in. */
  user: Caller | null;
};

export type AcceptedRecipient<Recipient> = {
  /** As the client wrote it, with the domain in lower-case ASCII (xn--). */
  address: string;
  /** What onRecipient answered for it. */
  recipient: Recipient;
};

export type MailEnvelope<Recipient> = {
  /** '' is the null sender of bounces. */
  from: string;
  /** Each address once, also when the client named it twice. Never empty. */
  recipients: AcceptedRecipient<Recipient>[];
  /** SMTPUTF8 was asked for. */
  utf8: boolean;
  /** BODY=8BITMIME was declared. */
  eightBit: boolean;
};

export type ArrivingMessage<Recipient> = {
  session: MailSession;
  envelope: MailEnvelope<Recipient>;
  /**
   * The raw message, dots unstuffed. It ends only when the whole message has arrived and keeps the rules; it
   * errors when the connection breaks or the message is refused, so what reads to the end holds a good message.
   */
  content: Readable;
  /** Clock time in milliseconds. */
  receivedAt: number;
};

export type RecipientVerdict<Recipient> = { accept: Recipient } | { refuse: Reply };

/** A reply that refuses, for the log: who was answered, about what envelope. */
export type MailRefusal = {
  session: string;
  client: string;
  helo: string;
  /** The mailbox that signed in. */
  mailbox: number | null;
  /** As the client wrote them; whom it asked for last is the last one. */
  from: string;
  to: string[];
  /** The address that the refused command asked for; null where it asked for none. */
  asked: { as: 'sender' | 'recipient'; address: string } | null;
  code: number;
  reply: string;
};

/** What a mail server logs to: fields and a sentence, never message content. */
export type MailLog = {
  info(fields: LogFields, text: string): void;
  warn(fields: LogFields, text: string): void;
  error(fields: LogFields, text: string): void;
};

/**
 * What a server asks of the mail programs of its own people, who sign in before they send. Both questions are refused
 * by throwing a failure.
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
  /** 0 takes a free one. */
  port: number;
  /** The name in the greeting. */
  name: string;
  /** STARTTLS is offered when given. */
  tls?: MailTls;
  /** Implicit TLS (RFC 8314): the connection is encrypted from the first byte. Requires `tls`. */
  implicitTls?: boolean;
  /** Bytes of one message. */
  maxSize: number;
  maxRecipients: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  maxMessagesPerConnection: number;
  /** Refused commands until the connection is closed; accepting a message starts the count anew. */
  maxBadCommands: number;
  /** Addresses of nobody, of one connection in all, however many messages come between: they are not to be guessed here. */
  maxUnknownRecipients: number;
  /** The longest wait for one whole command line, and for any progress of a message. */
  idleTimeoutMs: number;
  /** The longest time for one message from DATA to its end. */
  dataTimeoutMs: number;
  /** Without it AUTH is not offered, and anybody may deliver mail. */
  submission?: SubmissionRules;
  clock: Clock;
  log: MailLog;
  /** Told of each reply of 4xx and 5xx, about a command or a message. */
  onRefusal?(refusal: MailRefusal): void;
  /** Told what a whole message was answered for each of its recipients, also where SMTP says one thing of all. */
  onAnswers?(session: MailSession, envelope: MailEnvelope<Recipient>, answers: Reply[]): void;
  onRecipient(
    address: string,
    session: MailSession,
    envelope: MailEnvelope<Recipient>,
  ): Promise<RecipientVerdict<Recipient>>;
  /**
   * Answers for all recipients at once, or for each in the order of `envelope.recipients`. LMTP passes each answer
   * on; SMTP has room for one and gets `foldReplies` of them. What it throws is answered 451 4.3.0.
   */
  onMessage(message: ArrivingMessage<Recipient>): Promise<Reply | Reply[]>;
};

export type MailServer = {
  listen(): Promise<{ port: number }>;
  /** A new certificate, for who encrypts from now on. */
  useCertificate(tls: MailTls): void;
  /** Says 421 to who comes and to who waits; answers when the transactions under way have ended. */
  drain(): Promise<void>;
  /** Stops accepting, says 421 to who waits, lets transactions under way finish for that long, and ends the rest. */
  close(graceMs: number): Promise<void>;
  /** For the metrics. */
  connectionCount(): number;
};
