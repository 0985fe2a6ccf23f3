import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

/** Compiles a script that is inlined into the page, or served beside it, unbundled. */
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
