import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of a few megabytes that is visible only to one process and its children. */
export type SmallDisk = {
  /** The command line that runs the given one with the disk mounted. */
  inside(command: string[]): string[];
};

/** Initially contains the folder's files. */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  const mount =
    `cp -a "$0" "$0.before" && mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && ` +
    'cp -a "$0.before/." "$0" && exec "$@"';
  return {
    inside: (command) => ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...command],
  };
}

/** Not every machine lets its users create namespaces. */
export function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--map-root-user', '--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The same for all processes, which requires root; returns a function that unmounts it. */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
  return () => void execFileSync('umount', ['--lazy', folder]);
}

/** The path by which others reach a file inside the process's mount namespace. */
export function seenBy(pid: number, path: string): string {
  return `/proc/${pid}/root${path}`;
}

const FILLER = 'filler';
const PIECE = Buffer.alloc(64 * 1024);

/** Fills the folder's disk except for about this many bytes. */
export function fillUp(folder: string, leaveBytes: number): { empty(): Promise<void> } {
  const spare = join(folder, 'spare');
  const path = join(folder, FILLER);
  writeAll(spare, leaveBytes);
  writeAll(path, Number.POSITIVE_INFINITY);
  rmSync(spare);
  return { empty: () => rm(path) };
}

function writeAll(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  try {
    for (let written = 0; written < bytes; ) {
      written += writeSync(file, PIECE, 0, Math.min(PIECE.length, bytes - written));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
