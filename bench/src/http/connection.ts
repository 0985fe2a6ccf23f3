import { connect, type Socket } from 'node:net';

export type Answer = {
  status: number;
  /** As reported by the server. */
  serverMs: number;
  /** From the first byte of the request to the last byte of the response. */
  clientMs: number;
  /** Null unless requested. */
  body: Buffer | null;
};

export type Connection = {
  /** Sends one request at a time, as built by `request.ts`. */
  send(request: Buffer, keepBody?: boolean): Promise<Answer>;
  close(): void;
};

type Pending = {
  since: number;
  keepBody: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
};

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive HTTP connection that does as little as possible, so that the server is what is measured: it
 * finds the end of the headers and counts the bytes of the body. Reconnects if the server has closed it as
 * idle.
 */
export async function openConnection(port: number): Promise<Connection> {
  let reader = new AnswerReader(await openSocket(port));
  return {
    async send(request, keepBody = false) {
      if (reader.isClosed) reader = new AnswerReader(await openSocket(port));
      return reader.send(request, keepBody);
    },
    close: () => reader.close(),
  };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

class AnswerReader {
  private readonly socket: Socket;
  private pending: Pending | null = null;
  private head: Buffer | null = null;
  private answer = { status: 0, serverMs: 0 };
  private bodyLeft = 0;
  private body: Buffer[] = [];
  isClosed = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => {
      this.isClosed = true;
      this.fail(new Error('the server closed the connection'));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  send(request: Buffer, keepBody: boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.pending = { since: performance.now(), keepBody, resolve, reject };
      this.socket.write(request);
    });
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    if (this.bodyLeft === 0) {
      const seen = this.head ? Buffer.concat([this.head, chunk]) : chunk;
      const end = seen.indexOf(HEADER_END);
      if (end === -1) {
        this.head = seen;
        return;
      }
      this.head = null;
      const head = seen.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        this.fail(new Error(`an answer without a length: ${head}`));
        return;
      }
      this.answer = {
        status: Number(head.slice(9, 12)),
        serverMs: Number(/\r\nserver-timing: app;dur=([\d.]+)/i.exec(head)?.[1] ?? Number.NaN),
      };
      this.bodyLeft = Number(length);
      rest = seen.subarray(end + HEADER_END.length);
    }
    this.bodyLeft -= rest.length;
    if (this.pending?.keepBody) this.body.push(rest);
    if (this.bodyLeft === 0) this.finish();
  }

  private finish(): void {
    const { pending, answer } = this;
    if (!pending) return;
    this.pending = null;
    const clientMs = performance.now() - pending.since;
    const body = pending.keepBody ? Buffer.concat(this.body) : null;
    this.body = [];
    pending.resolve({ ...answer, clientMs, body });
  }

  private fail(error: Error): void {
    this.pending?.reject(error);
    this.pending = null;
  }
}
