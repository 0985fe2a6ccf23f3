import { oneLine } from '../platform/one-line.ts';
import type { Terminal } from './progress.ts';

export type Format = 'text' | 'json' | 'csv';
type Value = string | number | boolean | null | string[];
export type Row = Record<string, Value>;

/** Only in tables for people; programs get the whole value. */
const LONGEST_CELL = 2_000;

/** The options of listing commands. */
export const FORMAT_OPTIONS = { json: { type: 'boolean' }, csv: { type: 'boolean' } } as const;

export function formatOf({ json, csv }: { json?: boolean | undefined; csv?: boolean | undefined }): Format {
  return json ? 'json' : csv ? 'csv' : 'text';
}

/**
 * Prints one row per line below the column names: separated by tabs for people, as CSV for spreadsheets; as
 * JSON for programs.
 */
export function createRowPrinter(out: Terminal, format: Format): (row: Row) => void {
  let isFirst = true;
  const [between, shown] = format === 'csv' ? [',', csvField] : ['\t', cellOf];
  return (row) => {
    if (format === 'json') {
      out.write(`${JSON.stringify(row)}\n`);
      return;
    }
    if (isFirst) out.write(`${Object.keys(row).join(between)}\n`);
    out.write(`${Object.values(row).map(shown).join(between)}\n`);
    isFirst = false;
  };
}

/**
 * Some of it is foreign text: control characters are removed, because a terminal would execute them (escape
 * injection).
 */
function textOf(value: Value): string {
  return oneLine(Array.isArray(value) ? value.join(' ') : String(value ?? ''), Number.POSITIVE_INFINITY);
}

function cellOf(value: Value): string {
  const text = textOf(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** Prevents formula injection in spreadsheets. */
function csvField(value: Value): string {
  const text = textOf(value);
  const plain = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
