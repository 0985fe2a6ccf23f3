import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache');
const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';

/** Creates a minimal Debian in this folder by debootstrap. It is created once and stored as an archive. */
export async function unpackDebian(root: string): Promise<void> {
  const archive = join(CACHE, `debian-${SUITE}-${process.arch}.tar`);
  if (!existsSync(archive)) await makeArchive(archive);
  await mkdir(root);
  await runCommand(['tar', '-x', '--numeric-owner', '-f', archive, '-C', root]);
}

async function makeArchive(archive: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'bocau-debootstrap-'));
  try {
    await runCommand(['sh', '-c', `cd ${folder} && apt-get download debootstrap`]);
    const [file = ''] = await readdir(folder);
    const [program, root] = [join(folder, 'program'), join(folder, 'root')];
    await runCommand(['dpkg-deb', '-x', join(folder, file), program]);
    const setting = `DEBOOTSTRAP_DIR=${join(program, 'usr/share/debootstrap')}`;
    const debootstrap = [join(program, 'usr/sbin/debootstrap'), '--variant=minbase', SUITE, root, MIRROR];
    await runCommand(['env', setting, 'unshare', '--mount', ...debootstrap]);
    await runCommand(['tar', '-c', '--numeric-owner', '-f', `${archive}.new`, '-C', root, '.']);
    await rename(`${archive}.new`, archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
