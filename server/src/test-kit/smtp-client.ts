import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';

export type ClientReply = { code: number; lines: string[] };

export type SentMessage = {
  from: string;
  to: string[];
  raw: string | Buffer;
  mailParameters?: string;
};

export type SendResult = {
  mail: ClientReply;
  recipients: ClientReply[];
  /**
   * The replies to the message: one over SMTP, one per accepted recipient over LMTP, none without a
   * recipient.
   */
  message: ClientReply[];
};

export type MailClient = {
  greeting: ClientReply;
  /** The reply to EHLO or LHLO. */
  hello: ClientReply;
  /** Sends bytes unchanged. */
  rawWrite(bytes: string | Buffer): void;
  /** The next reply; rejects when the server closes before it is complete. */
  reply(): Promise<ClientReply>;
  command(line: string): Promise<ClientReply>;
  /** All lines in one write, and then their replies. */
  pipelined(lines: string[]): Promise<ClientReply[]>;
  send(message: SentMessage): Promise<SendResult>;
  startTls(): Promise<void>;
  /** Only the TLS handshake, for tests that sent STARTTLS themselves; greets again. */
  upgradeSocket(): Promise<void>;
  /** Resolves when the server has closed, with its remaining output. */
  closed(): Promise<string>;
  end(): void;
  /** Closes the connection without QUIT. */
  destroy(): void;
};

export type ConnectOptions = {
  host: string;
  port: number;
  protocol: 'smtp' | 'lmtp';
  helo?: string;
  /** Implicit TLS. */
  implicitTls?: boolean;
};

/** A small client for tests and benchmarks: pipelines what may be pipelined, and can break every rule. */
export async function connectMail(options: ConnectOptions): Promise<MailClient> {
  const first = connect({ host: options.host, port: options.port, noDelay: true });
  const line = new ReplyLine(first);
  if (options.implicitTls) await line.upgrade();
  const greeting = await line.next();
  const greet = () =>
    line.command(`${options.protocol === 'lmtp' ? 'LHLO' : 'EHLO'} ${options.helo ?? 'client.test'}`);
  const client: MailClient = {
    greeting,
    hello: greeting.code === 220 ? await greet() : greeting,
    rawWrite: (bytes) => line.write(bytes),
    reply: () => line.next(),
    command: (text) => line.command(text),
    pipelined: (lines) => line.pipelined(lines),
    send: (message) => send(line, options.protocol, message),
    async startTls() {
      const answer = await line.command('STARTTLS');
      if (answer.code !== 220) throw new Error(`STARTTLS was answered ${answer.code}`);
      await client.upgradeSocket();
    },
    async upgradeSocket() {
      await line.upgrade();
      client.hello = await greet();
    },
    closed: () => line.closed(),
    end: () => line.end(),
    destroy: () => line.destroy(),
  };
  return client;
}

async function send(line: ReplyLine, protocol: 'smtp' | 'lmtp', message: SentMessage): Promise<SendResult> {
  const parameters = message.mailParameters ? ` ${message.mailParameters}` : '';
  const commands = [
    `MAIL FROM:<${message.from}>${parameters}`,
    ...message.to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
  ];
  const answers = await line.pipelined(commands);
  const mail = answers[0] as ClientReply;
  const recipients = answers.slice(1, -1);
  const data = answers.at(-1) as ClientReply;
  if (data.code !== 354) return { mail, recipients, message: [] };
  line.write(asData(message.raw));
  const accepted = recipients.filter((reply) => reply.code === 250).length;
  const expected = protocol === 'lmtp' ? accepted : 1;
  const replies: ClientReply[] = [];
  while (replies.length < expected) replies.push(await line.next());
  return { mail, recipients, message: replies };
}

/** Dot-stuffed, ended by CR LF . CR LF; line ends are unchanged. */
function asData(raw: string | Buffer): Buffer {
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  const needsStuffing = bytes[0] === 0x2e || bytes.includes('\n.');
  const stuffed = needsStuffing
    ? Buffer.from(bytes.toString('latin1').replace(/(^|\n)\./g, '$1..'), 'latin1')
    : bytes;
  const end = stuffed.subarray(-2).toString('latin1') === '\r\n' ? '.\r\n' : '\r\n.\r\n';
  return Buffer.concat([stuffed, Buffer.from(end)]);
}

class ReplyLine {
  private socket: Socket | TLSSocket;
  private text = '';
  private lines: string[] = [];
  private readonly waiting: { resolve(reply: ClientReply): void; reject(error: Error): void }[] = [];
  private readonly ready: ClientReply[] = [];
  private ended = false;
  private readonly onEnd: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    this.listen();
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => this.take(chunk.toString('utf8')));
    this.socket.on('close', () => this.finish());
    // A reset appears as the close that follows it.
    this.socket.on('error', () => undefined);
  }

  private take(text: string): void {
    this.text += text;
    let from = 0;
    for (let at = this.text.indexOf('\r\n'); at !== -1; at = this.text.indexOf('\r\n', from)) {
      const line = this.text.slice(from, at);
      from = at + 2;
      this.lines.push(line.slice(4));
      if (line[3] === '-') continue;
      const reply = { code: Number(line.slice(0, 3)), lines: this.lines };
      this.lines = [];
      const waiter = this.waiting.shift();
      if (waiter) waiter.resolve(reply);
      else this.ready.push(reply);
    }
    this.text = this.text.slice(from);
  }

  private finish(): void {
    this.ended = true;
    for (const waiter of this.waiting.splice(0)) waiter.reject(new Error('the server closed the connection'));
    for (const resolve of this.onEnd.splice(0)) resolve();
  }

  next(): Promise<ClientReply> {
    const reply = this.ready.shift();
    if (reply) return Promise.resolve(reply);
    if (this.ended) return Promise.reject(new Error('the server closed the connection'));
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  command(line: string): Promise<ClientReply> {
    this.socket.write(`${line}\r\n`);
    return this.next();
  }

  async pipelined(lines: string[]): Promise<ClientReply[]> {
    this.socket.write(lines.map((line) => `${line}\r\n`).join(''));
    const replies: ClientReply[] = [];
    for (let left = lines.length; left > 0; left--) replies.push(await this.next());
    return replies;
  }

  async upgrade(): Promise<void> {
    const plain = this.socket;
    plain.removeAllListeners();
    // Tests have a self-signed certificate.
    const secure = connectTls({ socket: plain, rejectUnauthorized: false });
    await new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve);
      secure.once('error', reject);
    });
    this.socket = secure;
    this.listen();
  }

  async closed(): Promise<string> {
    if (!this.ended) await new Promise<void>((resolve) => this.onEnd.push(resolve));
    const said = this.ready.splice(0).map((reply) => `${reply.code} ${reply.lines.join(' ')}`);
    return said.join('\n');
  }

  end(): void {
    this.socket.end('QUIT\r\n');
  }

  destroy(): void {
    this.socket.destroy();
  }
}
