import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const WORKSPACES = ['contract', 'server'];

/** Whether this clone holds the commit: one with a cut history may not. */
export async function hasCommit(commit: string): Promise<boolean> {
  const asking = spawn('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: REPOSITORY, stdio: 'ignore' });
  // No git here: then there is no history either.
  const [code] = await once(asking, 'exit').catch(() => [1]);
  return code === 0;
}

/** The program as that commit had it, with the packages that are installed here. */
export async function unpackRelease(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit, ...WORKSPACES], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const unpacking = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  const [code] = await once(unpacking, 'exit');
  if (code !== 0) throw new Error(`${commit} could not be unpacked: tar ended with ${code}`);
  await linkPackages(folder, '');
  for (const workspace of WORKSPACES) await linkPackages(folder, workspace);
  await mkdir(join(folder, 'node_modules', '@bocau'));
  for (const workspace of WORKSPACES)
    await symlink(join(folder, workspace), join(folder, 'node_modules', '@bocau', workspace));
}

/** One by one: the workspaces among them must be those of the release. */
async function linkPackages(folder: string, workspace: string): Promise<void> {
  const source = join(REPOSITORY, workspace, 'node_modules');
  const target = join(folder, workspace, 'node_modules');
  const names = await readdir(source).catch(() => []);
  await mkdir(target);
  for (const name of names) {
    if (name !== '@bocau') await symlink(join(source, name), join(target, name));
  }
}
