/** Builds the web client if it has not been built yet or its inputs have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const built = join(root, 'web/dist');
const stampFile = join(built, '.made-from');
const MADE_FROM = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/plugins',
  'contract/src',
  'package-lock.json',
];
const COMPRESSED = /\.(html|js|mjs|css|svg|json|wasm|webmanifest)$/;

/** Budget for compressed script loaded before the first list; see bench/budgets.json. */
const MOST_KILOBYTES = 170;

const stamp = await stampOf(MADE_FROM.map((path) => join(root, path)));
const known = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
if (known !== stamp) {
  console.error('Building the web client ...');
  await build();
  await compressAll(built);
  await weighFirstScripts(built);
  await writeFile(stampFile, stamp);
}

/** Fingerprint of names, sizes and mtimes: cheap, and different after every write. */
async function stampOf(paths: string[]): Promise<string> {
  const lines: string[] = [];
  for (const path of paths) {
    const facts = await stat(path);
    if (facts.isFile()) lines.push(`${path} ${facts.size} ${facts.mtimeMs}`);
    else lines.push(await stampOf((await readdir(path)).sort().map((name) => join(path, name))));
  }
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function build(): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built.')),
    );
  });
}

/** Compresses the assets once at build time instead of per request. */
async function compressAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const smaller = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    await writeFile(`${path}.br`, smaller);
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Reports the size of the scripts the page loads initially. In CI, exceeding the budget fails the build. */
async function weighFirstScripts(folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  const sizes = await Promise.all(
    [...scripts].map(async (path) => (await stat(join(folder, `${path}.gz`))).size),
  );
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  const words = `Script before the first list: ${kilobytes.toFixed(1)} KB, ${MOST_KILOBYTES} are promised`;
  if (kilobytes > MOST_KILOBYTES && process.env.CI) throw new Error(words);
  console.error(words);
}
