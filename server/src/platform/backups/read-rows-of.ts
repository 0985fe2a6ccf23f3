import type { Backup } from './backup-folder.ts';
import { linesOf, readSealed } from './sealed-file.ts';

/** The values of a row in PostgreSQL's text format, by column. */
export type DumpedRow = Record<string, string | null>;

const TAB = 9;

/** Streams the rows of a table whose first column has the given value, or all rows. */
export async function* readRowsOf(
  { folder, manifest }: Backup,
  table: string,
  first?: string,
): AsyncGenerator<DumpedRow> {
  const file = manifest.tables.find((one) => one.table === table);
  if (!file) return;
  const beginning = first === undefined ? null : Buffer.from(`${first}\t`);
  for await (const line of linesOf(readSealed(folder, file))) {
    if (beginning !== null && !line.subarray(0, beginning.length).equals(beginning)) continue;
    const values = valuesOf(line);
    yield Object.fromEntries(file.columns.map((column, index) => [column, values[index] ?? null]));
  }
}

function valuesOf(line: Buffer): (string | null)[] {
  const values: (string | null)[] = [];
  for (let start = 0; start <= line.length; ) {
    const tab = line.indexOf(TAB, start);
    const end = tab === -1 ? line.length : tab;
    values.push(plainValue(line.toString('utf8', start, end)));
    start = end + 1;
  }
  return values;
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function plainValue(text: string): string | null {
  if (text === '\\N') return null;
  return text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}
