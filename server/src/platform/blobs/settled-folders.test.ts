import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSettledFolders } from './settled-folders.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bocau-settled-'));
  for (const folder of ['aa/1', 'aa/2', 'aa/3', 'bb/1']) await mkdir(join(root, folder), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Records which folders below the root were flushed. */
function counting() {
  const flushed: string[] = [];
  const sync = async (folder: string) => void flushed.push(folder.slice(root.length + 1) || '.');
  return { flushed, folders: createSettledFolders(root, { sync }) };
}

test('the first blob of a process flushes the way to it, the others their own folder alone', async () => {
  const { flushed, folders } = counting();
  await folders.settle(join(root, 'aa/1'));
  expect(flushed.splice(0).sort()).toEqual(['.', 'aa', 'aa/1']);
  await folders.settle(join(root, 'aa/2'));
  await folders.settle(join(root, 'aa/3'));
  expect(flushed.splice(0)).toEqual(['aa/2', 'aa/3']);
  await folders.settle(join(root, 'bb/1'));
  expect(flushed.splice(0).sort()).toEqual(['bb', 'bb/1']);
});

test('a folder that was made anew has its entry flushed again', async () => {
  const { flushed, folders } = counting();
  await folders.settle(join(root, 'aa/1'));
  folders.forget(join(root, 'aa/2'));
  flushed.length = 0;
  await folders.settle(join(root, 'aa/2'));
  expect(flushed.sort()).toEqual(['.', 'aa', 'aa/2']);
});
