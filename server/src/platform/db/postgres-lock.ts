import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { SYSTEM_PATH } from './postgres-identity.ts';

const REFUSED = 1;

/**
 * The mutex for starting this folder's server; null while another process holds it. PostgreSQL's own lock
 * file is not enough: of two processes that find a dead server's file at the same time, one may remove the
 * file that the other just created. The lock belongs to the open file description (flock). The server
 * inherits it, so it is held until the server's last process is gone, and a process killed while starting the
 * server leaves nothing behind.
 */
export async function lockCluster(dir: string): Promise<FileHandle | null> {
  const folder = await open(dir, 'r');
  try {
    const locking = spawn('flock', ['--nonblock', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', folder.fd],
      env: { PATH: SYSTEM_PATH },
    });
    const [code] = await once(locking, 'exit').catch((cause: Error) => {
      throw new Error(`PostgreSQL needs the command flock, of the package util-linux: ${cause.message}`, {
        cause,
      });
    });
    if (code === 0) return folder;
    if (code !== REFUSED) throw new Error(`${dir} can not be locked: flock ended with ${code}`);
  } catch (error) {
    await folder.close();
    throw error;
  }
  await folder.close();
  return null;
}
