import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { DebianPrograms } from './debian-programs.ts';
import { makeOpenFolder } from './other-mail-server.ts';
import { runDaemon } from './run-daemon.ts';

/** The test virus that every scanner detects, in two parts so that none reports this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Debian's clamd, which knows one virus. */
export async function startClamd(
  { root, env }: DebianPrograms,
  { streamMaxMb }: { streamMaxMb: number },
): Promise<{ address: string; stop(): Promise<void> }> {
  const { folder, remove } = await makeOpenFolder('clamd');
  const port = await freePort();
  for (const name of ['db', 'tmp']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'db/own.hdb'), '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n');
  const config = join(folder, 'clamd.conf');
  const settings = {
    Foreground: 'yes',
    DatabaseDirectory: join(folder, 'db'),
    TemporaryDirectory: join(folder, 'tmp'),
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    StreamMaxLength: `${streamMaxMb}M`,
    LogFile: join(folder, 'log'),
  };
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  const daemon = await runDaemon([join(root, 'usr/sbin/clamd'), '-c', config], env, port);
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await daemon.stop();
      await remove();
    },
  };
}
