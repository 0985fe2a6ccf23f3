/**
 * The relay of the sending fault tests: a separate process that records what it accepts before it replies,
 * and pauses where told. Gets its port and its file as arguments, and communicates with its parent over IPC.
 */
import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { RelayPlace, RelayWord } from './relay.ts';

const [port, file] = process.argv.slice(2) as [string, string];

let place: RelayPlace | null = null;
const standing: (() => void)[] = [];

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  size: 64 * 1024 * 1024,
  onConnect: (_session, callback) => standAt('greeting', () => callback()),
  onRcptTo: (_address, _session, callback) => standAt('recipients', () => callback()),
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (place !== 'content') return;
      stream.pause();
      standAt('content', () => stream.resume());
    });
    stream.on('end', () => {
      standAt('given', () => {
        keep(
          session.envelope.rcptTo.map((recipient) => recipient.address),
          Buffer.concat(chunks),
        );
        standAt('kept', () => {
          callback(null);
          standAt('answered', () => undefined);
        });
      });
    });
  },
});
// A killed client closes its connection.
server.on('error', () => undefined);
server.listen(Number(port), '127.0.0.1', () => {
  say({ port: (server.server.address() as AddressInfo).port });
});

process.on('message', ({ place: next }: { place: RelayPlace | null }) => {
  place = next;
  if (next === null) for (const goOn of standing.splice(0)) goOn();
  say({ place: next });
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));

function standAt(here: RelayPlace, goOn: () => void): void {
  if (place !== here) goOn();
  else say({ standing: standing.push(goOn) });
}

function keep(to: string[], raw: Buffer): void {
  const id = /^message-id:\s*<([^>]+)>/im.exec(raw.toString('latin1'))?.[1] ?? 'none';
  appendFileSync(file, to.map((address) => `${id} ${address}\n`).join(''), { flush: true });
}

function say(word: RelayWord): void {
  process.send?.(word);
}
