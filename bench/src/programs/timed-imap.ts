import { connect, type Socket } from 'node:net';

export type TimedAnswer = {
  ms: number;
  /** The end of the response, including the tagged line. */
  end: string;
};

/** An IMAP connection that parses only as much of a response as is needed to find its end. */
export type TimedImap = {
  command(text: string): Promise<TimedAnswer>;
  /** A command ending with a non-synchronising literal (LITERAL+, RFC 7888), which both servers support. */
  commandWith(text: string, literal: Buffer): Promise<TimedAnswer>;
  /** Resolves with the next data received. */
  heard(): Promise<string>;
  write(text: string): void;
  close(): void;
};

const KEPT = 1_000;

export async function openTimedImap(port: number): Promise<TimedImap> {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let kept = '';
  let wake: (() => void) | null = null;
  let ended = false;
  socket.on('data', (piece: Buffer) => {
    kept = (kept + piece.toString('latin1', Math.max(0, piece.length - KEPT))).slice(-KEPT);
    wake?.();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    ended = true;
    wake?.();
  });

  async function until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (ended) throw new Error(`The connection ended after ${kept}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  let count = 0;
  async function answer(tag: string, send: () => void): Promise<TimedAnswer> {
    kept = '';
    const line = new RegExp(`(?:^|\r\n)${tag} ([A-Z]+)[^\r\n]*\r\n$`);
    const since = performance.now();
    send();
    await until(() => line.test(kept));
    const ms = performance.now() - since;
    if (line.exec(kept)?.[1] !== 'OK') throw new Error(kept);
    return { ms, end: kept };
  }

  await until(() => kept.endsWith('\r\n'));
  return {
    command(text) {
      count += 1;
      const tag = `t${count}`;
      return answer(tag, () => socket.write(`${tag} ${text}\r\n`));
    },
    commandWith(text, literal) {
      count += 1;
      const tag = `t${count}`;
      const bytesOfAll = [
        Buffer.from(`${tag} ${text} {${literal.length}+}\r\n`),
        literal,
        Buffer.from('\r\n'),
      ];
      return answer(tag, () => socket.write(Buffer.concat(bytesOfAll)));
    },
    async heard() {
      kept = '';
      await until(() => kept.endsWith('\r\n'));
      return kept;
    },
    write: (text) => void socket.write(text),
    close: () => void socket.destroy(),
  };
}
