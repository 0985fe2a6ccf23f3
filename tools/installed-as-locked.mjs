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
  return Object.entries(locked).every(([path, wanted]) => {
    const present = installed[path];
    // Optional packages of other platforms are in the lock file but never on this disk.
    if (!present) return path === '' || wanted.optional || wanted.devOptional;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
