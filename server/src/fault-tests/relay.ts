import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';

export const RELAY_PLACES = ['greeting', 'recipients', 'content', 'given', 'kept', 'answered'] as const;
/**
 * Where the relay pauses: before its greeting, before its reply to a recipient, in the middle of the content,
 * after the content but before recording it, after recording but before the reply, and after the reply.
 */
export type RelayPlace = (typeof RELAY_PLACES)[number];

export type RelayWord = { port: number } | { place: RelayPlace | null } | { standing: number };

export type Relay = {
  port: number;
  /** Pauses conversations at this place; null resumes them. */
  standStillAt(place: RelayPlace | null): Promise<void>;
  standing(): number;
  kill(): Promise<void>;
};

/** A relay in a separate process; a killed one is restarted with the same port and file. */
export async function startRelay(file: string, port?: number): Promise<Relay> {
  const child = fork(join(import.meta.dirname, 'relay.test-child.ts'), [
    String(port ?? (await freePort())),
    file,
  ]);
  let standing = 0;
  child.on('message', (word: RelayWord) => {
    if ('standing' in word) standing = word.standing;
  });
  const listening = await hears(child, (word) => ('port' in word ? word.port : null));
  return {
    port: listening,
    async standStillAt(place) {
      const heard = hears(child, (word) => ('place' in word && word.place === place ? true : null));
      child.send({ place });
      await heard;
      if (place === null) standing = 0;
    },
    standing: () => standing,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function hears<T>(child: ChildProcess, find: (word: RelayWord) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The relay ended'));
    child.once('exit', onExit);
    child.on('message', function listen(word: RelayWord) {
      const found = find(word);
      if (found === null) return;
      child.off('message', listen);
      child.off('exit', onExit);
      resolve(found);
    });
  });
}

/** How often each recipient received each message, as `Message-ID address`. */
export async function readTaken(file: string): Promise<Map<string, number>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const taken = new Map<string, number>();
  for (const line of text.split('\n').filter(Boolean)) taken.set(line, (taken.get(line) ?? 0) + 1);
  return taken;
}
