import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-folder-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('makes what is missing above it, for its owner alone, and leaves what is there', async () => {
  const deep = join(dir, 'a', 'b', 'c');
  await makeFolder(deep);
  await makeFolder(deep);
  expect((await stat(join(dir, 'a'))).mode & 0o777).toBe(0o700);
  expect((await stat(deep)).isDirectory()).toBe(true);
});

test('refuses what can be no folder instead of trying for ever', async () => {
  const file = join(dir, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder('/proc/bocau')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(makeFolder('/proc/bocau/backups')).rejects.toMatchObject({ code: 'ENOENT' });
});
