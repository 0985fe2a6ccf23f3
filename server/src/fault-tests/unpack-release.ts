import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const WORKSPACES = ['contract', 'server'];

/** Whether this clone contains the commit: a shallow one may not. */
export async function hasCommit(commit: string): Promise<boolean> {
  const asking = spawn('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: REPOSITORY, stdio: 'ignore' });
  // Git is missing: then there is no history either.
  const [code] = await once(asking, 'exit').catch(() => [1]);
  return code === 0;
}

/** The program as of that commit, with the packages installed here. */
export async function unpackRelease(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit, ...WORKSPACES], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const unpacking = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  const [code] = await once(unpacking, 'exit');
  if (code !== 0) throw new Error(`${commit} could not be unpacked: tar ended with ${code}`);
  await linkPackages(REPOSITORY, folder);
  for (const workspace of WORKSPACES)
    await linkPackages(join(REPOSITORY, workspace), join(folder, workspace));
  await linkPackages(await installRemovedPackages(folder), folder);
  await mkdir(join(folder, 'node_modules', '@bocau'));
  for (const workspace of WORKSPACES)
    await symlink(join(folder, workspace), join(folder, 'node_modules', '@bocau', workspace));
}

/** Packages that only that release needs: installed next to it, in the returned folder. */
async function installRemovedPackages(folder: string): Promise<string> {
  const isInstalled = (name: string) =>
    ['', ...WORKSPACES].some((workspace) => existsSync(join(REPOSITORY, workspace, 'node_modules', name)));
  const removed: string[] = [];
  for (const workspace of WORKSPACES) {
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
      await readFile(join(folder, workspace, 'package.json'), 'utf8'),
    );
    for (const [name, range] of Object.entries(dependencies))
      if (!isInstalled(name)) removed.push(`${name}@${range}`);
  }
  const target = join(folder, 'removed-packages');
  if (removed.length === 0) return target;
  await mkdir(target);
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', '--prefix', target, ...quiet, ...removed]);
  return target;
}

/** Linked one by one: the workspaces must be the release's own. Existing ones stay. */
async function linkPackages(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')];
  await mkdir(target, { recursive: true });
  const linked = new Set(['@bocau', ...(await readdir(target))]);
  for (const name of await readdir(source).catch(() => [])) {
    if (!linked.has(name)) await symlink(join(source, name), join(target, name));
  }
}
