import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../clock.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { type Compression, compressSocket } from './compress-socket.ts';

export type LineTimes = {
  /** From its first byte to a sign-in. */
  signInMs: number;
  /** Between two commands of who has signed in. */
  idleMs: number;
  /** From the first byte of a command to its last, a literal included. */
  commandMs: number;
  /** That a command may take. */
  workMs: number;
  /** For a client that does not read what it asked for. */
  writeMs: number;
};

/** The last words of the server; `unavailable` where the client may come again later. */
export type Goodbye = (reason: string, code: 'unavailable' | null) => string;

export type LineConnectionOptions = {
  clock: Clock;
  times: LineTimes;
  goodbye: Goodbye;
  secureContext: () => SecureContext | null;
  onAuthenticated(): void;
};

/** What the connection is about: it decides which time limit holds. */
type Phase = 'waiting' | 'receiving' | 'working';

const COLLECTED_AT_MOST = 16 * 1024;

/**
 * The connection of one client that speaks in lines (IMAP, POP3): bytes in and out, with TLS, backpressure and time
 * limits. It knows nothing of mail.
 */
export class LineConnection {
  readonly remoteAddress: string;
  authenticated = false;

  private socket: Socket | TLSSocket;
  private compression: Compression | null = null;
  protected readonly reader: ByteReader;
  private readonly options: LineConnectionOptions;
  private readonly openedAt: number;
  private phase: Phase = 'waiting';
  private since: number;
  private writingSince: number | null = null;
  private farewell: string | null = null;
  private pending = '';
  /** Written to the deflater, which may hold it back. */
  private unflushed = false;
  private readonly onClosed: (() => void)[] = [];
  private onWritable: (() => void) | null = null;
  private closed = false;

  constructor(socket: Socket, options: LineConnectionOptions) {
    this.socket = socket;
    this.options = options;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.openedAt = options.clock.now();
    this.since = this.openedAt;
    this.reader = createByteReader(() => this.compression?.input ?? this.socket);
    this.attach();
  }

  get secure(): boolean {
    return this.socket instanceof TLSSocket;
  }

  get canStartTls(): boolean {
    return !this.secure && this.options.secureContext() !== null;
  }

  get isCompressed(): boolean {
    return this.compression !== null;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Whether there is a next command to wait for; a connection that was told to end says goodbye instead. */
  protected async beginWaiting(): Promise<boolean> {
    await this.flush();
    this.enter('waiting');
    return this.farewell === null && !this.closed;
  }

  /** The first bytes of a command have come. */
  protected beginReceiving(): void {
    if (this.phase === 'waiting') this.enter('receiving');
  }

  protected beginWork(): void {
    if (this.farewell === null) this.enter('working');
  }

  /** The next line, without its end. Null where the client has left. */
  async nextLine(most: number): Promise<Buffer | null | 'too_long'> {
    if (!(await this.beginWaiting())) return null;
    const line = await this.reader.line(most);
    if (this.farewell !== null) return null;
    this.beginWork();
    return line;
  }

  /** Collects what is to be written, one character per byte; it leaves with the next flush. */
  send(text: string): void {
    this.pending += text;
  }

  get isCongested(): boolean {
    return this.pending.length > COLLECTED_AT_MOST || this.output.writableNeedDrain;
  }

  /** Writes what was collected, and waits for a client that reads slowly (backpressure). */
  async flush(): Promise<void> {
    const text = this.pending;
    this.pending = '';
    if (text !== '') await this.write(Buffer.from(text, 'latin1'));
    // Without anything new it would be five bytes all the same, and isync takes those behind an OK for plain text.
    if (this.unflushed) this.compression?.flush();
    this.unflushed = false;
  }

  /** Bytes as they are, behind what was collected. */
  async sendBytes(bytes: Buffer): Promise<void> {
    const text = this.pending;
    this.pending = '';
    if (text !== '') await this.write(Buffer.from(text, 'latin1'));
    await this.write(bytes);
  }

  /** The client is who it says: longer time limits, and it no longer counts against those of its address. */
  signedIn(): void {
    this.authenticated = true;
    this.options.onAuthenticated();
  }

  /** After the answer to STARTTLS or STLS. What was sent in clear behind the command is thrown away (CVE-2011-0411). */
  async startTls(): Promise<void> {
    const secureContext = this.options.secureContext();
    if (!secureContext) throw new Error('no certificate');
    await this.flush();
    const plain = this.socket;
    plain.removeAllListeners('data');
    plain.removeAllListeners('end');
    this.reader.clear();
    this.socket = new TLSSocket(plain, { isServer: true, secureContext });
    this.attach();
  }

  /** After the OK to COMPRESS (RFC 4978), which is the last thing that is said in clear. */
  async startCompression(): Promise<void> {
    await this.flush();
    const { socket, reader } = this;
    socket.removeAllListeners('data');
    socket.removeAllListeners('end');
    reader.clear();
    this.compression = compressSocket(socket, {
      data: (chunk) => reader.push(chunk),
      end: () => reader.end(),
      drain: () => this.writable(),
    });
  }

  /** Ends what waits now; what works says goodbye when its command is done. */
  retire(reason: string, code: 'unavailable' | null = null): void {
    if (this.farewell !== null) return;
    this.farewell = this.options.goodbye(reason, code);
    if (this.phase === 'waiting') this.end();
  }

  /** Says goodbye if that is still to be said, and closes. */
  end(): void {
    if (this.closed || this.output.writableEnded) return;
    this.output.end(this.pending + (this.farewell ?? ''), 'latin1');
    this.pending = '';
    this.reader.discard();
    this.compression?.stopReading();
    // A client that does not close its own side would stay for as long as it likes.
    this.writingSince ??= this.options.clock.now();
  }

  destroy(): void {
    this.socket.destroy();
  }

  whenClosed(run: () => void): void {
    if (this.closed) run();
    else this.onClosed.push(run);
  }

  /** Called every second. */
  checkTimes(now: number): void {
    const { times } = this.options;
    if (this.writingSince !== null && now - this.writingSince >= times.writeMs) this.destroy();
    else if (!this.authenticated && now - this.openedAt >= times.signInMs) this.expire('Sign in sooner');
    else if (this.phase === 'waiting' && now - this.since >= times.idleMs) this.expire('Idle for too long');
    else if (this.phase === 'working' && now - this.since >= times.workMs) this.destroy();
    else if (this.phase === 'receiving' && now - this.since >= times.commandMs)
      this.expire('The command took too long to arrive');
  }

  private get output(): Writable {
    return this.compression?.output ?? this.socket;
  }

  private expire(reason: string): void {
    this.farewell ??= this.options.goodbye(reason, null);
    this.end();
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.since = this.options.clock.now();
  }

  private attach(): void {
    const { socket } = this;
    socket.on('data', (chunk: Buffer) => this.reader.push(chunk));
    socket.on('end', () => this.reader.end());
    // A reset shows as the close that follows it.
    socket.on('error', () => socket.destroy());
    socket.on('drain', () => this.writable());
    socket.on('close', () => this.finish());
  }

  private finish(): void {
    if (this.closed) return;
    this.closed = true;
    this.compression?.destroy();
    this.reader.end();
    this.writable();
    for (const run of this.onClosed.splice(0)) run();
  }

  private writable(): void {
    const run = this.onWritable;
    this.onWritable = null;
    run?.();
  }

  private async write(bytes: Buffer): Promise<void> {
    const { output } = this;
    if (this.closed || output.writableEnded) return;
    this.unflushed = true;
    if (output.write(bytes)) return;
    this.writingSince = this.options.clock.now();
    await new Promise<void>((resolve) => {
      this.onWritable = resolve;
    });
    this.writingSince = null;
  }
}
