import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { PythonProgram } from './contact-programs.ts';
import { runDaemon } from './run-daemon.ts';

export type RunningRadicale = {
  port: number /** The path of the collection. */;
  collection: string;
  stop(): Promise<void>;
};

/** Debian's Radicale as it is set up by default, with one person whose book or calendar holds these files. */
export async function startRadicale(
  { command, env }: PythonProgram,
  {
    user,
    password,
    tag,
    files,
  }: {
    user: string;
    password: string;
    tag: 'VADDRESSBOOK' | 'VCALENDAR';
    files: ReadonlyMap<string, string | Buffer>;
  },
): Promise<RunningRadicale> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-radicale-'));
  const port = await freePort();
  const place = join(folder, 'collections/collection-root', user, 'all');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, '.Radicale.props'), JSON.stringify({ tag }));
  for (const [name, text] of files) await writeFile(join(place, name), text);
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
    collection: `/${user}/all/`,
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
