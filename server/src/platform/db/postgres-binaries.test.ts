import { mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { completeLibraryLinks } from './postgres-binaries.ts';

let packageDir: string;
let linkDir: string;

beforeEach(async () => {
  packageDir = await realpath(await mkdtemp(join(tmpdir(), 'bocau-binaries-')));
  linkDir = join(packageDir, 'links');
  await mkdir(join(packageDir, 'native'));
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(join(packageDir, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(packageDir, { recursive: true }));

it('makes the links that the install script would have made, in the package itself', async () => {
  await mkdir(join(packageDir, 'native', 'lib'));
  await writeFile(join(packageDir, 'native', 'lib', 'libx.so.1.2'), '');
  expect(await completeLibraryLinks(packageDir, linkDir)).toBeUndefined();
  expect(await readlink(join(packageDir, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2');
  expect(await completeLibraryLinks(packageDir, linkDir)).toBeUndefined();
});

it('makes them in a folder of ours where the package can not be written', async () => {
  // /sys is not writable, not even for root.
  await symlink('/sys', join(packageDir, 'native', 'lib'));
  expect(await completeLibraryLinks(packageDir, linkDir)).toBe(linkDir);
  expect(await readlink(join(linkDir, 'libx.so.1'))).toBe(join(packageDir, 'native/lib/libx.so.1.2'));
  expect(await completeLibraryLinks(packageDir, linkDir)).toBe(linkDir);
});
