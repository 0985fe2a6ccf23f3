import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import type { BlobStore } from './blob-store.ts';
import { openBlobStore } from './open-blob-store.ts';

const run = promisify(execFile);
const HOUR = 3600_000;
// Some tests start child processes, beside other tests on a machine that may have two processors.
vi.setConfig({ testTimeout: 90_000 });

const CHILD = join(import.meta.dirname, 'file-blobs.test-child.ts');

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-blobs-'));
});

afterEach(() => rm(dir, { recursive: true }));

function openStore(): Promise<BlobStore> {
  return openBlobStore(`file:${dir}`);
}

/** Incompressible bytes, so that a file stores them unchanged. */
function bytesOf(name: string): Buffer {
  return createHash('shake256', { outputLength: 100_000 }).update(name).digest();
}

it('keeps each blob under its own hash, for its owner alone, and no temporary file', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  const path = join(dir, key.slice(0, 2), key.slice(2, 3), key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(blobs.put(failing())).rejects.toThrow('broken');
  expect(await readdir(join(dir, 'tmp'))).toEqual([]);
});

it('does not write large bytes again that are there', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(bytesOf('large'));
  const path = join(dir, key.slice(0, 2), key.slice(2, 3), key);
  const { ino } = await stat(path);
  await blobs.put(bytesOf('large'));
  await blobs.put(asStream(bytesOf('large')));
  expect((await stat(path)).ino).toBe(ino);
});

it('lets who reads a small blob go on while it is written once more', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  const reading = await blobs.open(key);
  await blobs.put(Buffer.from('bytes'));
  expect(Buffer.concat(await Array.fromAsync(reading))).toEqual(Buffer.from('bytes'));
  expect(await blobs.read(key)).toEqual(Buffer.from('bytes'));
  expect(await readdir(join(dir, 'tmp'))).toEqual([]);
});

it('makes the folders of a blob again that somebody took away', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  await rm(join(dir, key.slice(0, 2)), { recursive: true });
  await blobs.put(Buffer.from('bytes'));
  expect(await blobs.read(key)).toEqual(Buffer.from('bytes'));
});

it('sweeps what a killed process left half-written, and leaves what is being written', async () => {
  await openStore();
  const old = join(dir, 'tmp', 'put-1-1-000000000000');
  const fresh = join(dir, 'tmp', 'put-2-1-000000000000');
  await writeFile(old, 'half');
  await writeFile(fresh, 'half');
  const twoHoursAgo = new Date(systemClock.now() - 2 * HOUR);
  await utimes(old, twoHoursAgo, twoHoursAgo);
  await openStore();
  expect(await readdir(join(dir, 'tmp'))).toEqual(['put-2-1-000000000000']);
});

it('leaves what a process is keeping whose clock is hours behind', async () => {
  const clock = { ...systemClock, now: () => systemClock.now() - 2 * HOUR };
  const behind = await openBlobStore(`file:${dir}`, { clock });
  let isKeeping = true;
  async function keep(): Promise<void> {
    for (let at = 0; at < 60; at += 1) {
      const { key } = await behind.put(Buffer.from(`bytes ${at}`));
      const found = await behind.stat(key);
      expect(found?.modifiedAt.getTime()).toBeLessThan(systemClock.now() - HOUR);
    }
  }
  const kept = keep().finally(() => {
    isKeeping = false;
  });
  while (isKeeping) await openStore();
  await kept;
});

it('brings back a blob whose remover was killed before it had looked at its age again', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  const path = join(dir, key.slice(0, 2), key.slice(2, 3), key);
  await rename(path, join(dir, 'tmp', `removing-${key}-1-1-000000000000`));
  const reopened = await openStore();
  expect(await reopened.read(key)).toEqual(Buffer.from('bytes'));
});

it('makes a folder again that somebody removed', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  await rm(join(dir, key.slice(0, 2)), { recursive: true });
  await blobs.put(Buffer.from('bytes'));
  expect(await blobs.read(key)).toEqual(Buffer.from('bytes'));
});

it('can be read while it is refreshed and looked at for removal', async () => {
  const blobs = await openStore();
  const now = systemClock.now();
  const bytes = bytesOf('read');
  const { key } = await blobs.put(bytes);
  for (let round = 0; round < 30; round += 1) {
    const work = [blobs.put(bytes), blobs.removeStale(key, new Date(now - HOUR)), blobs.read(key)];
    await Promise.all(work);
  }
  expect((await blobs.read(key)).equals(bytes)).toBe(true);
});

it('fails its check when it can not be written to', async () => {
  const blobs = await openStore();
  await rm(join(dir, 'tmp'), { recursive: true });
  await expect(blobs.check()).rejects.toThrow('ENOENT');
});

it('has every blob that was reported, whole, however often its process is killed', async () => {
  const reported = new Map<string, string>();
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, [CHILD, dir, `round-${round}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const lines = createInterface(child.stdout);
    let left = 20 + 7 * round;
    lines.on('line', (line) => {
      const [name = '', key = ''] = line.split(' ');
      reported.set(name, key);
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    await Promise.all([exited, once(lines, 'close')]);
  }
  expect(reported.size).toBeGreaterThan(300);

  const blobs = await openStore();
  for (const [name, key] of reported) {
    const bytes = await blobs.read(key);
    expect(bytes.equals(bytesOf(name)), name).toBe(true);
  }
  for await (const { key } of blobs.list()) {
    const bytes = await blobs.read(key);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(key);
  }
});

const mayMount = await run('unshare', ['--user', '--map-root-user', '--mount', 'true']).then(
  () => true,
  () => false,
);

it.runIf(mayMount)('says that the disk is full, leaves no half file, and keeps what it had', async () => {
  const disk = join(dir, 'disk');
  await mkdir(disk);
  // A real file system of 4 MB that only the child and its successors can see.
  const script = `
    mount -t tmpfs -o size=4m tmpfs "$1"
    "$2" "$3" "$1/blobs" lane | tail -n 1
    ls "$1/blobs/tmp" | wc -l
    find "$1/blobs" -type f -size -100000c | wc -l
    find "$1/blobs" -type f | while read -r file; do sha256sum < "$file" | grep -q "$(basename "$file")" || echo torn; done`;
  const args = [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    script,
    'sh',
    disk,
    process.execPath,
    CHILD,
  ];
  const { stdout } = await run('unshare', args);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['all lanes: full', '0', '0']);
});

it('keeps a blob that is put again while it is set aside', async () => {
  const blobs = await openStore();
  for (let round = 0; round < 60; round += 1) {
    const bytes = Buffer.from(`contended ${round}`);
    const { key } = await blobs.put(bytes);
    await writeFile(join(dir, key.slice(0, 2), key.slice(2, 3), key), 'broken');
    const settingAside = blobs.setAside(key);
    for (let wait = 0; wait < round % 6; wait += 1) await readdir(dir);
    await Promise.all([settingAside, blobs.put(bytes)]);
    expect(await blobs.verify(key)).toBe('sound');
  }
});

it('closes what it could not read, and puts back what it could not judge', async () => {
  const blobs = await openStore();
  const { key } = await blobs.put(Buffer.from('bytes'));
  const path = join(dir, key.slice(0, 2), key.slice(2, 3), key);
  await rm(path);
  // It can be opened, but not read.
  await mkdir(path);
  await expect(blobs.open(key)).rejects.toThrow('EISDIR');
  await expect(blobs.setAside(key)).rejects.toThrow('EISDIR');
  expect((await stat(path)).isDirectory()).toBe(true);
  expect(await readdir(join(dir, 'damaged'))).toEqual([]);
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')),
  );
  expect(open.filter((target) => target.startsWith(dir))).toEqual([]);
});

async function* failing(): AsyncIterable<Uint8Array> {
  yield Buffer.from('some');
  throw new Error('broken');
}

async function* asStream(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
