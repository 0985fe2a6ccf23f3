import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { KEY_BYTES } from './secret-box.ts';

export type Keys = readonly [Buffer, ...Buffer[]];

const FILE = 'secrets.key';

/** Keys in base64, one per line or separated by commas; null when the text is anything else. */
export function parseKeys(text: string): Keys | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const [first, ...others] = parts.map((part) => Buffer.from(part, 'base64'));
  if (!first || [first, ...others].some((key) => key.length !== KEY_BYTES)) return null;
  return [first, ...others];
}

/** The keys next to the embedded database; created on first use. */
export async function readOrMakeKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, FILE);
  return keysOf(file, (await readIfThere(file)) ?? (await makeFile(dataDir, file)));
}

/** Empty when there is no file yet. */
export async function readKeys(dataDir: string): Promise<readonly Buffer[]> {
  const file = join(dataDir, FILE);
  const text = await readIfThere(file);
  return text === null ? [] : keysOf(file, text);
}

function keysOf(file: string, text: string): Keys {
  const keys = parseKeys(text);
  if (keys) return keys;
  throw new Error(
    `${file} holds no key of ${KEY_BYTES} bytes in base64. Put back the file that belongs to this data.`,
  );
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Written to a temporary file and linked atomically: a second process finds either no file or a complete one.
 */
async function makeFile(dataDir: string, file: string): Promise<string> {
  await makeFolder(dataDir);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
  return readFile(file, 'utf8');
}
