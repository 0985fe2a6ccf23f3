import { createHash } from 'node:crypto';
import type { SourceFile } from './source-files.ts';

const FOLDER = 'server/src/migrations/';
/** In `sha256sum` format, one line per merged migration. */
const SUMS = `${FOLDER}SHA256SUMS`;
/** Edited texts that create the same tables as a merged one: the new hash, the old hash, the name. */
const EQUIVALENTS = `${FOLDER}EQUIVALENTS`;

/**
 * A database that has applied a migration never runs it again. A merged migration is therefore not edited,
 * unless a reviewed line states that the new text creates the same tables (decision 079).
 */
export function checkMigrations(files: SourceFile[]): string[] {
  const landed = readSums(files.find(({ path }) => path === SUMS)?.text ?? '');
  const equivalents = new Set(files.find(({ path }) => path === EQUIVALENTS)?.text.split('\n'));
  const faults: string[] = [];
  const present = new Set<string>();
  for (const { path, text } of files) {
    if (!path.startsWith(FOLDER) || !path.endsWith('.sql')) continue;
    const name = path.slice(FOLDER.length);
    const sum = createHash('sha256').update(text).digest('hex');
    present.add(name);
    if (!landed.has(name)) faults.push(`${path} is new: add the line "${sum}  ${name}" to ${SUMS}`);
    else if (landed.get(name) !== sum && !equivalents.has(`${sum}  ${landed.get(name)}  ${name}`))
      faults.push(`${path} has landed and was edited: put it back and add a new migration instead`);
  }
  for (const name of landed.keys()) {
    if (!present.has(name)) faults.push(`${FOLDER}${name} has landed and is gone: put it back`);
  }
  return faults;
}

function readSums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [sum = '', name = ''] = line.split('  ');
      return [name, sum];
    }),
  );
}
