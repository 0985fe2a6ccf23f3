import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { domainToASCII } from 'node:url';
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerError } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { Caller } from '../caller.ts';
import type {
  AcceptedRecipient,
  MailEnvelope,
  MailRefusal,
  MailServerOptions,
  MailSession,
} from './mail-types.ts';
import type { Reply } from './reply.ts';
import { foldReplies, isUnknownAddress, replies } from './reply.ts';
import { ProtocolError, StrictStream } from './strict-stream.ts';
import { replyToError } from './translate-error.ts';

/** The least progress of a message, in bytes per idle timeout. */
const LEAST_PROGRESS_BYTES = 4096;
/** How many commands without progress (NOOP, RSET, …) close the connection. */
const MAX_IDLE_COMMANDS = 100;
const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3} /;
const IDLE_COMMANDS = new Set(['NOOP', 'RSET', 'VRFY', 'EHLO', 'LHLO', 'HELO', 'HELP']);

const MAIL_PARAMETERS = new Set(['SIZE', 'BODY', 'SMTPUTF8', 'RET', 'ENVID']);
const RCPT_PARAMETERS = new Set(['NOTIFY', 'ORCPT']);

const NO_COMMAND = Buffer.alloc(0);

type Callback = () => void;
type ErrorCallback = (error?: Error | null) => void;

/** What connections see of the server. */
export type ConnectionHost<Recipient> = SMTPServer & {
  mailOptions: MailServerOptions<Recipient>;
  closingDown: boolean;
  ended(connection: MailConnection<Recipient>): void;
};

/** One client: smtp-server's conversation with our limits, our replies and our detection of the end of data. */
export class MailConnection<Recipient> extends SMTPConnection {
  // Set by the constructor above, which also makes the first parser.
  declare _server: ConnectionHost<Recipient>;

  /** The key of the connection limit per address. */
  peerAddress = '';

  /** The authenticated caller, while the session has a user. */
  protected caller: Caller | null = null;

  private accepted: AcceptedRecipient<Recipient>[] = [];
  /** The address of the RCPT being answered. */
  private askedFor: string | null = null;
  /** The command being answered; empty when there is none. */
  private commandLine: Buffer = NO_COMMAND;
  /** For each accepted RCPT, in order, the index in `accepted`: LMTP answers a repeated recipient twice. */
  private answersFor: number[] = [];
  private messages = 0;
  private badCommands = 0;
  private unknownRecipients = 0;
  private idleCommands = 0;
  /** The deadline for the client's next command line or message bytes. */
  private deadline = Number.POSITIVE_INFINITY;
  private dataDeadline = Number.POSITIVE_INFINITY;
  private progressBytes = 0;
  private handlingData = false;
  /** Pending replies about a message: a refused message does not count as a bad command. */
  private repliesAboutMessage = 0;
  /** Collects the replies to pipelined commands (RFC 2920) until the last of them is answered. */
  private corked: Socket | TLSSocket | null = null;

  protected get options(): MailServerOptions<Recipient> {
    return this._server.mailOptions;
  }

  private get strictParser(): StrictStream | null {
    return this._parser instanceof StrictStream ? this._parser : null;
  }

  override init(): void {
    this.awaitClient();
    if (this.options.protocol === 'smtp') {
      super.init();
      return;
    }
    // No early talkers to detect on a trusted hop, so the greeting is not delayed by 100 ms.
    this._setListeners(() => this.connectionReady());
  }

  override _createParser(): StrictStream {
    const parser = new StrictStream({ maxCommandLength: 4096 });
    parser.oncommand = (command: Buffer, callback?: Callback) => this._onCommand(command, callback);
    parser.onCommandsBegin = () => this.collectReplies();
    parser.onCommandsEnd = () => this.sendReplies();
    parser.on('error', (error) => {
      this.sendReply(error instanceof ProtocolError ? error.reply : replies.localError);
      this.close();
    });
    return parser;
  }

  /** A text with its own enhanced status code keeps it. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const carriesStatus = typeof data === 'string' && ENHANCED_STATUS.test(data);
    super.send(code, data, carriesStatus ? false : context);
    if (code >= 400) this.tellRefusal(code, data);
    this.commandLine = NO_COMMAND;
    if (this.repliesAboutMessage > 0) {
      this.repliesAboutMessage--;
      return;
    }
    if (code < 500 || this._closing) return;
    this.badCommands++;
    if (this.badCommands >= this.options.maxBadCommands) this.sendReply(replies.tooManyErrors);
  }

  private tellRefusal(code: number, data?: string | string[] | null): void {
    // There is none before the client has sent valid SMTP.
    const envelope = this.session.envelope as typeof this.session.envelope | undefined;
    const mailFrom = envelope?.mailFrom;
    const accepted = this.accepted.map(({ address }) => address);
    this.options.onRefusal?.({
      session: this.id,
      client: this.remoteAddress,
      helo: this.hostNameAppearsAs || '',
      mailbox: this.caller?.mailbox ?? null,
      from: mailFrom ? mailFrom.address : '',
      to: this.askedFor === null ? accepted : [...accepted, this.askedFor],
      asked: this.repliesAboutMessage > 0 ? null : addressOf(this.commandLine),
      code,
      reply: [data ?? ''].flat().join(' '),
    });
  }

  private collectReplies(): void {
    this.corked = this._socket;
    this.corked.cork();
  }

  private sendReplies(): void {
    this.corked?.uncork();
    this.corked = null;
  }

  protected sendReply(reply: Reply): void {
    this.send(reply.code, `${reply.status} ${reply.text}`);
  }

  override _onCommand(command: Buffer, callback?: Callback): void {
    this.deadline = Number.POSITIVE_INFINITY;
    const next = () => {
      this.awaitClient();
      callback?.();
    };
    const line = command.toString('latin1');
    const verb = line.split(' ', 1)[0]?.toUpperCase() ?? '';
    // Pending replies must be sent before the socket switches to TLS.
    if (verb === 'STARTTLS') this.sendReplies();
    if (this.strictParser?.mayTakeCommand === false) {
      this.endWith(replies.tooEarly);
      return;
    }
    if (command.some(isControlByte)) {
      this.sendReply(replies.badLine);
      next();
      return;
    }
    this.commandLine = command;
    if (IDLE_COMMANDS.has(verb) && ++this.idleCommands > MAX_IDLE_COMMANDS) {
      this.endWith(replies.tooManyErrors);
      return;
    }
    if (this._server.closingDown && !this.inTransaction) {
      this.endWith(replies.shuttingDown);
      return;
    }
    super._onCommand(command, next);
  }

  private endWith(reply: Reply): void {
    this.sendReply(reply);
    this.close();
  }

  /** BDAT's bytes would be read as commands (smuggling), so the connection ends. */
  handler_BDAT(_command: Buffer, callback: Callback): void {
    this.endWith(replies.noChunking);
    callback();
  }

  override handler_MAIL(command: Buffer, callback: Callback): void {
    if (this.messages >= this.options.maxMessagesPerConnection) {
      this.endWith(replies.tooManyMessages);
      callback();
      return;
    }
    const asksForUtf8 = /\sSMTPUTF8(\s|$)/i.test(command.toString('latin1'));
    if (
      this.refusesCharacters(command, asksForUtf8) ||
      this.refusesParameters(command, this.mailParameters)
    ) {
      callback();
      return;
    }
    super.handler_MAIL(command, callback);
  }

  override handler_RCPT(command: Buffer, callback: Callback): void {
    if (
      this.refusesCharacters(command, this.session.envelope?.smtpUtf8 === true) ||
      this.refusesParameters(command, RCPT_PARAMETERS)
    ) {
      callback();
      return;
    }
    super.handler_RCPT(command, callback);
  }

  /** Refuses parameters of extensions that EHLO did not offer (RFC 5321 section 4.1.1.11). */
  private refusesParameters(command: Buffer, known: ReadonlySet<string>): boolean {
    const names = command
      .toString('latin1')
      // An address without brackets is refused later.
      .replace(/^[^>]*(>|$)/, '')
      .split(/\s+/)
      .map((parameter) => parameter.split('=')[0]?.toUpperCase() ?? '');
    if (names.every((name) => name === '' || known.has(name))) return false;
    this.sendReply(replies.unknownParameter);
    return true;
  }

  /** The MAIL parameters that EHLO offered. */
  protected get mailParameters(): ReadonlySet<string> {
    return MAIL_PARAMETERS;
  }

  private refusesCharacters(command: Buffer, utf8Allowed: boolean): boolean {
    if (command.every((byte) => byte < 0x80)) return false;
    if (!isUtf8(command)) this.sendReply(replies.badAddress);
    else if (!utf8Allowed) this.sendReply(replies.needsSmtpUtf8);
    else return false;
    return true;
  }

  async recipient(address: SMTPServerAddress, callback: ErrorCallback): Promise<void> {
    this.askedFor = address.address;
    await this.judgeRecipient(address, (error) => {
      callback(error);
      this.askedFor = null;
    });
  }

  private async judgeRecipient(address: SMTPServerAddress, callback: ErrorCallback): Promise<void> {
    if (this.unknownRecipients >= this.options.maxUnknownRecipients) {
      this.endWith(replies.tooManyErrors);
      return callback(new ReplyError(replies.tooManyErrors));
    }
    if (this.answersFor.length >= this.options.maxRecipients) {
      return callback(new ReplyError(replies.tooManyRecipients));
    }
    const normal = withAsciiDomain(address.address);
    if (normal === null) return callback(new ReplyError(replies.badAddress));
    const known = this.accepted.findIndex((entry) => entry.address === normal);
    if (known !== -1) {
      this.answersFor.push(known);
      return callback();
    }
    try {
      const verdict = await this.options.onRecipient(normal, this.describeSession(), this.describeEnvelope());
      if ('refuse' in verdict) {
        if (isUnknownAddress(verdict.refuse)) this.unknownRecipients += 1;
        return callback(new ReplyError(verdict.refuse));
      }
      this.answersFor.push(this.accepted.push({ address: normal, recipient: verdict.accept }) - 1);
    } catch (error) {
      return callback(this.refusal(error, 'recipient check'));
    }
    callback();
  }

  override handler_DATA(command: Buffer, callback: Callback): void {
    this.strictParser?.expectNothingBehindData();
    super.handler_DATA(command, callback);
  }

  /** Settles when the message is answered; the server calls it for the current DATA. */
  async message(
    stream: SMTPServerDataStream,
    callback: (error?: Error | null, answers?: (string | Error)[] | string) => void,
  ): Promise<void> {
    const { clock, protocol } = this.options;
    this.handlingData = true;
    this.progressBytes = 0;
    this.deadline = clock.now() + this.options.idleTimeoutMs;
    this.dataDeadline = clock.now() + this.options.dataTimeoutMs;
    const arrived = this.endOfData();
    const envelope = this.describeEnvelope();
    const verdict = await this.handle(stream, envelope);
    // What the handler left unread is discarded on arrival; the reply waits for the end of data in any case.
    stream.destroy();
    await arrived;
    const answers = this.strictParser?.refusal ?? verdict;
    const perRecipient = Array.isArray(answers) ? answers : envelope.recipients.map(() => answers);
    // A client that is gone received no reply.
    if (!this._closed) this.options.onAnswers?.(this.describeSession(), envelope, perRecipient);
    if (perRecipient.some((reply) => reply.outcome === 'accepted')) {
      this.messages++;
      this.badCommands = 0;
      this.idleCommands = 0;
    }
    this.handlingData = false;
    this.awaitClient();
    // The callback continues immediately with commands pipelined after the message.
    if (protocol === 'lmtp') {
      this.repliesAboutMessage = this.answersFor.length;
      callback(
        null,
        this.answersFor.map((index) => replyResult(perRecipient[index] ?? replies.localError)),
      );
    } else {
      this.repliesAboutMessage = 1;
      const result = replyResult(foldReplies(perRecipient));
      if (typeof result === 'string') callback(null, result);
      else callback(result);
    }
    if (this._server.closingDown) this.retireIfIdle();
  }

  private async handle(
    stream: SMTPServerDataStream,
    envelope: MailEnvelope<Recipient>,
  ): Promise<Reply | Reply[]> {
    try {
      const verdict = await this.options.onMessage({
        session: this.describeSession(),
        envelope,
        content: stream,
        receivedAt: this.options.clock.now(),
      });
      if (Array.isArray(verdict) && verdict.length !== envelope.recipients.length) {
        throw new Error(`${verdict.length} answers for ${envelope.recipients.length} recipients`);
      }
      return verdict;
    } catch (error) {
      // A deliberately aborted stream is not the handler's failure.
      if (stream.errored) return replies.localError;
      return replyToError(this.options.log, error, { session: this.id });
    }
  }

  protected refusal(error: unknown, step: 'recipient check' | 'sender check' | 'sign-in'): ReplyError {
    return new ReplyError(replyToError(this.options.log, error, { session: this.id }, step));
  }

  private endOfData(): Promise<void> {
    const parser = this.strictParser;
    return new Promise((resolve) => {
      if (!parser || this._closed) return resolve();
      const done = () => {
        parser.onEndOfData = null;
        this._socket.off('close', done);
        this.deadline = Number.POSITIVE_INFINITY;
        this.dataDeadline = Number.POSITIVE_INFINITY;
        resolve();
      };
      parser.onEndOfData = done;
      this._socket.once('close', done);
    });
  }

  override _resetSession(): void {
    super._resetSession();
    this.accepted = [];
    this.answersFor = [];
  }

  override _onClose(): void {
    super._onClose();
    this._server.ended(this);
  }

  get inTransaction(): boolean {
    return this.handlingData || Boolean(this.session.envelope?.mailFrom);
  }

  /** Closes an idle connection with 421. */
  retireIfIdle(): void {
    if (!this.inTransaction && !this._handlerPending) this.endWith(replies.shuttingDown);
  }

  endNow(): void {
    if (!this._closing) this.sendReply(replies.shuttingDown);
    this._socket.destroySoon();
  }

  /**
   * Watchdog: closes the connection of a client that is too slow, even if it sends single bytes (slowloris).
   */
  endIfTooSlow(now: number): void {
    if (this._closing) return;
    if (now >= this.dataDeadline) {
      this.endWith(replies.tooSlow);
      return;
    }
    if (now < this.deadline) return;
    const parser = this.strictParser;
    if (parser?.receiving) {
      const waitsForUs = this._dataStream !== false && this._dataStream?.writableNeedDrain === true;
      if (waitsForUs || parser.dataBytes - this.progressBytes >= LEAST_PROGRESS_BYTES) {
        this.progressBytes = parser.dataBytes;
        this.deadline = now + this.options.idleTimeoutMs;
        return;
      }
    }
    this.endWith(replies.tooSlow);
  }

  private awaitClient(): void {
    if (this.handlingData) return;
    this.deadline = this.options.clock.now() + this.options.idleTimeoutMs;
  }

  protected describeSession(): MailSession {
    const cipher = this.tlsOptions;
    return {
      id: this.id,
      protocol: this.options.protocol,
      remoteAddress: this.remoteAddress,
      remotePort: this.remotePort,
      helo: this.hostNameAppearsAs || '',
      extended: this.openingCommand !== 'HELO',
      tls: cipher ? { version: cipher.version, cipher: cipher.name } : null,
      user: this.session.user ? this.caller : null,
    };
  }

  private describeEnvelope(): MailEnvelope<Recipient> {
    const { mailFrom, smtpUtf8, bodyType } = this.session.envelope;
    return {
      from: mailFrom ? (withAsciiDomain(mailFrom.address) ?? mailFrom.address) : '',
      recipients: this.accepted,
      utf8: smtpUtf8 === true,
      eightBit: bodyType === '8bitmime',
    };
  }
}

const ASKED_ADDRESS = /^(MAIL +FROM|RCPT +TO) *: *<?([^<>\s]{0,320})/i;

function addressOf(command: Buffer): MailRefusal['asked'] {
  const [, verb = '', address = ''] = ASKED_ADDRESS.exec(command.toString('utf8')) ?? [];
  if (verb === '') return null;
  return { as: /^mail/i.test(verb) ? 'sender' : 'recipient', address };
}

function isControlByte(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09) || byte === 0x7f;
}

export class ReplyError extends Error implements SMTPServerError {
  override name = 'ReplyError';
  readonly responseCode: number;

  constructor(reply: Reply) {
    super(`${reply.status} ${reply.text}`);
    this.responseCode = reply.code;
  }
}

function replyResult(reply: Reply): string | Error {
  return reply.outcome === 'accepted' ? `${reply.status} ${reply.text}` : new ReplyError(reply);
}

/** smtp-server shows domains in Unicode; ours are stored in ASCII. Null when the domain is invalid. */
export function withAsciiDomain(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || domain.startsWith('[')) return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? null : `${address.slice(0, at)}@${ascii}`;
}
