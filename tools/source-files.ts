import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export type SourceFile = { path: string; text: string };

/** `.git` is a file in a linked worktree. */
const skipped = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'coverage']);
const textExtensions = new Set([
  ...['.ts', '.tsx', '.mjs', '.js', '.json', '.md', '.sql', '.css', '.html', '.yml', '.yaml', '.sh', ''],
]);

/**
 * Every text file of the project that is written by hand, sorted by path. Paths are relative and use slashes.
 */
export async function readSourceFiles(root: string): Promise<SourceFile[]> {
  const paths = await listFolder(root, '');
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}

async function listFolder(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(entry.name)) return [];
      if (entry.isDirectory()) return listFolder(root, path);
      const isText = textExtensions.has(extname(entry.name)) && entry.name !== 'package-lock.json';
      return entry.isFile() && isText ? [path] : [];
    }),
  );
  return nested.flat();
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
