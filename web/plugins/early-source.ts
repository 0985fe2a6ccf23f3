import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

/** A script that stands in the page, or beside it, as it is. */
export async function compiled(path: string): Promise<string> {
  const { code } = await transformWithOxc(shortened(await readFile(path, 'utf8')), path, {
    sourcemap: false,
  });
  return code.replace(/^export \{\};?$/m, '');
}

export async function readShort(...path: string[]): Promise<string> {
  return shortened(await readFile(join(...path), 'utf8'));
}

function shortened(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s+/gm, '');
}
