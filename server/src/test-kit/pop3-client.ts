import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A client that says whatever a test wants, one character per byte. */
export type Pop3Client = {
  greeting: string;
  /** Its first line. */
  command(text: string): Promise<string>;
  /** The lines behind the first, without the dots that protect them. */
  lines(text: string): Promise<string[]>;
  rawWrite(bytes: string): void;
  /** The next line. */
  next(): Promise<string>;
  startTls(): Promise<void>;
  /** Resolves when the server has closed, with what it still said. */
  closed(): Promise<string[]>;
  destroy(): void;
};

export async function connectPop3(options: { port: number; tls?: boolean }): Promise<Pop3Client> {
  const place = { host: '127.0.0.1', port: options.port };
  let socket: Socket = options.tls
    ? connectTls({ ...place, rejectUnauthorized: false })
    : connect({ ...place, noDelay: true });
  let buffer = '';
  let wake: (() => void) | null = null;
  let ended = false;

  function notify(): void {
    const run = wake;
    wake = null;
    run?.();
  }

  function listen(): void {
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('latin1');
      notify();
    });
    socket.on('close', () => {
      ended = true;
      notify();
    });
    // A reset shows as the close that follows it.
    socket.on('error', () => undefined);
  }

  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  async function next(): Promise<string> {
    for (;;) {
      const at = buffer.indexOf('\r\n');
      if (at !== -1) {
        const line = buffer.slice(0, at);
        buffer = buffer.slice(at + 2);
        return line;
      }
      if (ended) throw new Error('the server closed the connection');
      await changed();
    }
  }

  async function command(text: string): Promise<string> {
    socket.write(`${text}\r\n`, 'latin1');
    return next();
  }

  listen();
  return {
    greeting: await next(),
    command,
    async lines(text) {
      const first = await command(text);
      if (!first.startsWith('+OK')) throw new Error(`${text} was answered ${first}`);
      const lines: string[] = [];
      for (let line = await next(); line !== '.'; line = await next()) lines.push(line.replace(/^\./, ''));
      return lines;
    },
    rawWrite: (bytes) => void socket.write(bytes, 'latin1'),
    next,
    async startTls() {
      const answer = await command('STLS');
      if (!answer.startsWith('+OK')) throw new Error(`STLS was answered ${answer}`);
      socket.removeAllListeners();
      const secure = connectTls({ socket, rejectUnauthorized: false });
      await new Promise<void>((resolve, reject) => {
        secure.once('secureConnect', resolve);
        secure.once('error', reject);
      });
      socket = secure;
      listen();
    },
    async closed() {
      while (!ended) await changed();
      return buffer.split('\r\n').filter((line) => line !== '');
    },
    destroy: () => void socket.destroy(),
  };
}
