import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { PythonProgram } from './contact-programs.ts';
import { runDaemon } from './run-daemon.ts';

export type RunningRadicale = {
  port: number /** The path of the book. */;
  book: string;
  stop(): Promise<void>;
};

/** Debian's Radicale as it is set up by default, with one person whose book holds these cards, each in a file. */
export async function startRadicale(
  { command, env }: PythonProgram,
  { user, password, cards }: { user: string; password: string; cards: ReadonlyMap<string, string | Buffer> },
): Promise<RunningRadicale> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-radicale-'));
  const port = await freePort();
  const book = join(folder, 'collections/collection-root', user, 'book');
  await mkdir(book, { recursive: true });
  await writeFile(join(book, '.Radicale.props'), '{"tag": "VADDRESSBOOK"}');
  for (const [name, card] of cards) await writeFile(join(book, name), card);
  await writeFile(join(folder, 'users'), `${user}:${password}\n`);
  const settings = `
[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
[storage]
filesystem_folder = ${join(folder, 'collections')}
`;
  await writeFile(join(folder, 'config'), settings);
  const daemon = await runDaemon(
    [...command, '--config', join(folder, 'config')],
    { ...env, HOME: folder },
    port,
  );
  return {
    port,
    book: `/${user}/book/`,
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
