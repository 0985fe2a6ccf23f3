import { createHash } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, unixSeconds } from '../clock.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { SealedFile } from './sealed-file.ts';

/**
 * A folder of backups. `blobs` holds the blobs of all backups, each stored once; each backup has a folder
 * named after its time with a dump of every table. The manifest is written last: a folder without a manifest
 * is not a backup.
 */
const NAME = /^\d{8}T\d{6}Z$/;
const MANIFEST = 'manifest.json';

const sealed = z.object({ file: z.string().regex(/^[\w.-]+$/), bytes: z.number(), sha256: z.string() });

const content = z.object({
  format: z.literal(1),
  /** Unix seconds: the backup contains everything committed before this time. */
  at: z.number(),
  program: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(sealed.extend({ table: z.string(), columns: z.array(z.string()), rows: z.number() })),
  identities: z.array(z.object({ table: z.string(), column: z.string(), last: z.number().nullable() })),
  jobs: sealed.extend({ rows: z.number() }),
  /** One key a line, in order. */
  blobs: sealed.extend({ rows: z.number() }),
  /** Blobs that rows reference but that could not be copied, with the reason. */
  lost: z.array(z.object({ key: z.string(), reason: z.string() })),
});

export type Manifest = z.infer<typeof content>;
export type DumpedTable = Manifest['tables'][number];
export type ListFile = SealedFile & { rows: number };

/** One backup within the folder of backups. */
export type Backup = { name: string; folder: string; manifest: Manifest };

export class BackupError extends Error {
  override name = 'BackupError';
}

export function blobsUrl(dir: string): string {
  return `file:${join(dir, 'blobs')}`;
}

/** Creates the folder of a new backup and removes what an interrupted run left behind, except blobs. */
export async function makeBackupFolder(dir: string, clock: Clock): Promise<{ name: string; folder: string }> {
  await makeFolder(dir);
  const complete = await listBackups(dir);
  for (const name of await backupNames(dir)) {
    if (!complete.includes(name)) await rm(join(dir, name), { recursive: true });
  }
  // Two backups within one second still get names in ascending order.
  const latest = complete.at(-1) ?? '';
  let at = unixSeconds(clock);
  while (nameAt(at) <= latest) at += 1;
  const name = nameAt(at);
  const folder = join(dir, name);
  await mkdir(folder, { mode: 0o700 });
  return { name, folder };
}

function nameAt(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** By time. */
async function backupNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isDirectory() && NAME.test(entry.name) ? [entry.name] : []))
    .sort();
}

async function hasManifest(dir: string, name: string): Promise<boolean> {
  return (await readdir(join(dir, name))).includes(MANIFEST);
}

/**
 * Written to a temporary file, flushed and renamed: the manifest appears atomically, after everything it
 * references.
 */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST);
  const handle = await open(`${path}.new`, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ manifest, sha256: hashOf(manifest) }, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hashOf(manifest: unknown): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** The complete backups, by time. */
export async function listBackups(dir: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await backupNames(dir)) if (await hasManifest(dir, name)) names.push(name);
  return names;
}

/**
 * Whether this process can read the backup; a folder of another user's that it cannot read is treated as
 * missing.
 */
export async function canReadBackup(dir: string, name: string): Promise<boolean> {
  return access(join(dir, name, MANIFEST), constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Removes the manifest first, so that a partly removed backup no longer counts as one. */
export async function removeBackup(dir: string, name: string): Promise<void> {
  await rm(join(dir, name, MANIFEST));
  await syncFolder(join(dir, name));
  await rm(join(dir, name), { recursive: true });
}

/** The backup of the given name, or the newest complete one. */
export async function openBackup(dir: string, wanted?: string): Promise<Backup> {
  const names = await listBackups(dir).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${dir} can not be read: ${error.message}`, { cause: error });
  });
  const name = wanted ?? names.at(-1);
  if (name === undefined) throw new BackupError(`There is no complete backup in ${dir}`);
  if (!names.includes(name)) {
    throw new BackupError(
      `There is no complete backup ${name} in ${dir}; there are ${names.join(', ') || 'none'}`,
    );
  }
  const folder = join(dir, name);
  return { name, folder, manifest: await readManifest(join(folder, MANIFEST)) };
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    const given: unknown = JSON.parse(await readFile(path, 'utf8'));
    const { manifest, sha256 } = z.object({ manifest: z.unknown(), sha256: z.string() }).parse(given);
    if (hashOf(manifest) !== sha256) throw new Error('its hash differs');
    return content.parse(manifest);
  } catch (cause) {
    throw new BackupError(`${path} is not what was written: ${(cause as Error).message}`, { cause });
  }
}
