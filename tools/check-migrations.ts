import { createHash } from 'node:crypto';
import type { SourceFile } from './source-files.ts';

const FOLDER = 'server/src/migrations/';
/** As `sha256sum` prints it, a line for each migration that has landed. */
const SUMS = `${FOLDER}SHA256SUMS`;
/** Texts that make the same tables as one that landed: the hash of the text, that of the other, the name. */
const EQUIVALENTS = `${FOLDER}EQUIVALENTS`;

/**
 * A database that has applied a migration never sees it again: one that has landed is not edited, except where a
 * reviewed line says that the new text makes the same tables (decision 079).
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
