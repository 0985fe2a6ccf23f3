import type { Row } from '../measure/row.ts';
import type { Verdict } from './promises.ts';

const COLUMNS = [
  'what',
  'messages',
  'n',
  'server p50',
  'p95',
  'client p50',
  'p95',
  'bare SQL p50',
  '× bare',
  '× small',
  'per second',
  'note',
];
const LEFT_ALIGNED = new Set([0, 11]);

/** Times in milliseconds; empty if not measured. */
function cells(row: Row): string[] {
  const note = [
    row.megabytes === undefined ? '' : `${row.megabytes.toFixed(0)} MB`,
    row.timesMail === undefined ? '' : `${row.timesMail.toFixed(2)} of the mail`,
    row.kilobytes === undefined ? '' : `${row.kilobytes.toFixed(0)} KB`,
    row.worstMs === undefined ? '' : `worst ${row.worstMs.toFixed(0)} ms`,
    row.note ?? '',
  ].filter((part) => part !== '');
  return [
    row.title,
    row.size === null ? '' : row.size.toLocaleString('en'),
    row.samples.toLocaleString('en'),
    time(row.server?.p50),
    time(row.server?.p95),
    time(row.client?.p50),
    time(row.client?.p95),
    time(row.bare?.p50),
    ratio(row.timesBare),
    ratio(row.timesSmall),
    row.perSecond === undefined ? '' : Math.round(row.perSecond).toLocaleString('en'),
    note.join(', '),
  ];
}

function time(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

function ratio(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2);
}

export function plainTable(rows: Row[]): string {
  const lines = [COLUMNS, ...rows.map(cells)];
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => (LEFT_ALIGNED.has(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(rows: Row[]): string {
  const rule = COLUMNS.map((_, i) => (LEFT_ALIGNED.has(i) ? '---' : '---:'));
  return [COLUMNS, rule, ...rows.map(cells)].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export function verdictLine({ scenario, size, promise, measured, kept }: Verdict): string {
  const where = size === null ? '' : ` of ${size.toLocaleString('en')}`;
  return `${kept ? 'kept  ' : 'MISSED'}  ${scenario}${where}: ${measured.toFixed(measured < 100 ? 2 : 0)}, promised ${promise}`;
}
