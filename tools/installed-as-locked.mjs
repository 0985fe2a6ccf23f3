import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json as the last step
 * of an installation, so an interrupted one counts as missing. Only the two JSON files are compared; the
 * packages themselves are not inspected.
 */
export function installedAsLocked(root) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesOf(installedFile);
  const locked = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(locked).every(([path, wanted]) => {
    const present = installed[path];
    // Optional packages for other platforms are in the lock file but not installed here.
    if (!present) return path === '' || wanted.optional || wanted.devOptional;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
