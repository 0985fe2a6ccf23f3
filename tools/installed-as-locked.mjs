import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes node_modules/.package-lock.json as the last
 * step of an installation, so an interrupted one counts as none. Two JSON files are read, no package is looked at.
 */
export function installedAsLocked(root) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesOf(installedFile);
  const locked = packagesOf(join(root, 'package-lock.json'));
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === '') continue;
    const present = installed[path];
    if (!present) {
      // Optional packages of other platforms are in the lock file but never on this disk.
      if (wanted.optional || wanted.devOptional) continue;
      return false;
    }
    if (present.version !== wanted.version || present.integrity !== wanted.integrity) return false;
  }
  return Object.keys(installed).every((path) => path in locked);
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
