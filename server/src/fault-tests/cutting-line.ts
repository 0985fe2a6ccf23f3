import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';

/** `before`: the request never reaches the other side; `after`: it does, but the response never comes back. */
export type Cut = { words: RegExp; when: 'before' | 'after' };

export type CuttingLine = {
  port: number;
  /** Cuts the next connections on which the client sends a matching request, each once; later ones pass. */
  cutNext(cut: Cut, count?: number): void;
  /** Breaks all open connections. */
  breakAll(): void;
  /** How many cuts were not used. */
  cutsLeft(): number;
  /** Stops reading from a client that sends a matching request (backpressure); null resumes. */
  choke(words: RegExp | null): void;
  /** Runs when the next matching request arrives, instead of cutting. */
  onWords(words: RegExp, run: () => void): void;
  close(): void;
};

type LineOptions = {
  /** The current port of the other side. */
  port(): number;
  /** The latency of each connection. */
  delayMs?: () => number;
  clock?: Clock;
};

/** A proxy that can cut a connection when one side sends matching data. */
export async function openCuttingLine({ port, delayMs, clock }: LineOptions): Promise<CuttingLine> {
  const sockets = new Set<Socket>();
  let cut: Cut | null = null;
  let cutsLeft = 0;
  let choking: RegExp | null = null;
  const choked = new Set<Socket>();
  let listener: { words: RegExp; run: () => void } | null = null;

  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: port() });
    const wait = delayMs?.() ?? 0;
    let deaf = false;
    const drop = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', drop);
      socket.on('close', () => {
        sockets.delete(socket);
        drop();
      });
    }
    near.on('data', (chunk) => {
      const said = chunk.toString('latin1');
      if (cut?.words.test(said)) {
        const { when } = cut;
        cutsLeft -= 1;
        if (cutsLeft === 0) cut = null;
        if (when === 'before') return drop();
        deaf = true;
      }
      later(wait, () => void far.write(chunk));
      if (choking?.test(said)) {
        near.pause();
        choked.add(near);
      }
      if (!listener?.words.test(said)) return;
      const { run } = listener;
      listener = null;
      run();
    });
    far.on('data', (chunk) => {
      if (deaf) return drop();
      later(wait, () => void near.write(chunk));
    });
  });

  function later(wait: number, run: () => void): void {
    if (wait === 0 || !clock) run();
    else clock.after(wait, run);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutNext(next, count = 1) {
      cut = next;
      cutsLeft = count;
    },
    breakAll() {
      for (const socket of sockets) socket.destroy();
    },
    cutsLeft: () => (cut === null ? 0 : cutsLeft),
    choke(words) {
      choking = words;
      if (words !== null) return;
      for (const socket of choked) socket.resume();
      choked.clear();
    },
    onWords(words, run) {
      listener = { words, run };
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
