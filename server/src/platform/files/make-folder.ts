import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it. Node's own recursive form never ends where a file system answers ENOENT although the
 * folder above is there, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const above = dirname(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    if (code !== 'ENOENT' || above === folder || (await isFolder(above))) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}
