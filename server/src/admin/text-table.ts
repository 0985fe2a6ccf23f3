/** Columns as wide as their widest cell, separated by two spaces. */
export function alignColumns(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [place, cell] of row.entries()) widths[place] = Math.max(widths[place] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** In its largest unit, for a human reader. */
export function shortDuration(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Math.max(0, seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.floor(seconds / HOUR)} h` : `${Math.floor(seconds / DAY)} days`;
}
