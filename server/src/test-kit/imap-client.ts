import { connect, type Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { constants, createDeflateRaw, createInflateRaw } from 'node:zlib';

export type ImapAnswer = {
  /** OK, NO or BAD with its text. */
  result: string;
  /** The preceding responses, unchanged and without line ends; a literal is in its line. */
  untagged: string[];
};

/** A client that sends arbitrary data, one character per byte. */
export type ImapClient = {
  greeting: string;
  command(text: string): Promise<ImapAnswer>;
  /** With a literal that is sent after the continuation request. */
  commandWith(text: string, literal: Buffer | string): Promise<ImapAnswer>;
  rawWrite(bytes: string | Buffer): void;
  /** The next response, tagged or not. */
  next(): Promise<string>;
  startTls(): Promise<void>;
  /** COMPRESS DEFLATE, and everything compressed from then on. */
  compress(): Promise<void>;
  /** Resolves when the server has closed, with what it still said. */
  closed(): Promise<string[]>;
  end(): void;
  destroy(): void;
};

const LITERAL = /\{(\d+)\}$/;

export async function connectImap(options: { port: number; tls?: boolean }): Promise<ImapClient> {
  const place = { host: '127.0.0.1', port: options.port };
  let socket: Socket = options.tls
    ? connectTls({ ...place, rejectUnauthorized: false })
    : connect({ ...place, noDelay: true });
  let buffer = '';
  let line = '';
  const ready: string[] = [];
  let wake: (() => void) | null = null;
  let ended = false;

  function notify(): void {
    const run = wake;
    wake = null;
    run?.();
  }

  function take(): void {
    for (;;) {
      const at = buffer.indexOf('\r\n');
      if (at === -1) return;
      const text = line + buffer.slice(0, at);
      const size = Number(LITERAL.exec(text)?.[1] ?? -1);
      if (size >= 0) {
        if (buffer.length < at + 2 + size) return;
        line = `${text}\r\n${buffer.slice(at + 2, at + 2 + size)}`;
        buffer = buffer.slice(at + 2 + size);
      } else {
        ready.push(text);
        line = '';
        buffer = buffer.slice(at + 2);
      }
    }
  }

  let send = (bytes: string | Buffer) => void socket.write(bytes, 'latin1');

  function listen(input: Readable = socket): void {
    input.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('latin1');
      take();
      notify();
    });
    input.on('close', () => {
      ended = true;
      notify();
    });
    // A reset appears as the close that follows it.
    input.on('error', () => undefined);
  }

  async function next(): Promise<string> {
    for (;;) {
      const response = ready.shift();
      if (response !== undefined) return response;
      if (ended) throw new Error('the server closed the connection');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  let count = 0;
  async function answerTo(tag: string): Promise<ImapAnswer> {
    const untagged: string[] = [];
    for (;;) {
      const response = await next();
      if (response.startsWith(`${tag} `)) return { result: response.slice(tag.length + 1), untagged };
      untagged.push(response);
    }
  }

  listen();
  const client: ImapClient = {
    greeting: await next(),
    async command(text) {
      count += 1;
      send(`t${count} ${text}\r\n`);
      return answerTo(`t${count}`);
    },
    async commandWith(text, literal) {
      count += 1;
      const bytes = Buffer.isBuffer(literal) ? literal : Buffer.from(literal);
      const tag = `t${count}`;
      send(`${tag} ${text} {${bytes.length}}\r\n`);
      const first = await next();
      if (!first.startsWith('+')) return { result: first.slice(tag.length + 1), untagged: [] };
      send(Buffer.concat([bytes, Buffer.from('\r\n')]));
      return answerTo(tag);
    },
    rawWrite: (bytes) => send(bytes),
    next,
    async startTls() {
      const { result } = await client.command('STARTTLS');
      if (!result.startsWith('OK')) throw new Error(`STARTTLS was answered ${result}`);
      socket.removeAllListeners();
      const secure = connectTls({ socket, rejectUnauthorized: false });
      await new Promise<void>((resolve, reject) => {
        secure.once('secureConnect', resolve);
        secure.once('error', reject);
      });
      socket = secure;
      listen();
    },
    async compress() {
      const { result } = await client.command('COMPRESS DEFLATE');
      if (!result.startsWith('OK')) throw new Error(`COMPRESS was answered ${result}`);
      for (const event of ['data', 'close']) socket.removeAllListeners(event);
      const deflate = createDeflateRaw();
      deflate.pipe(socket);
      send = (bytes) => {
        deflate.write(bytes, 'latin1');
        deflate.flush(constants.Z_SYNC_FLUSH);
      };
      const inflate = createInflateRaw();
      // It closes once it has said all that came before the socket's own end.
      pipeline(socket, inflate, () => undefined);
      listen(inflate);
    },
    async closed() {
      while (!ended)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return ready.splice(0);
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
  return client;
}
