import { readFileSync, writeFileSync } from 'node:fs';
import type { Row } from '../measure/row.ts';
import { type Machine, machineLine } from './machine.ts';
import type { Verdict } from './promises.ts';
import { markdownTable } from './table.ts';

const PAGE = new URL('../../../docs/performance.md', import.meta.url);

/**
 * Replaces the figures between the markers in docs/performance.md, leaving the surrounding prose untouched.
 */
export function writeDocs(
  part: 'bench' | 'bench-web' | 'bench-hostile',
  day: string,
  machine: Machine,
  rows: Row[],
  verdicts: Verdict[],
): void {
  const page = readFileSync(PAGE, 'utf8');
  const [opening, closing] = [`<!-- ${part}:begin -->`, `<!-- ${part}:end -->`];
  const begin = page.indexOf(opening);
  const end = page.indexOf(closing);
  if (begin === -1 || end < begin) throw new Error(`docs/performance.md lacks ${opening} and ${closing}`);
  const missed = verdicts.filter((verdict) => !verdict.kept);
  const figures = [
    `Measured on ${day}: ${machineLine(machine)}. Times are milliseconds.`,
    markdownTable(rows),
    missed.length === 0
      ? `${verdicts.length === 1 ? 'The one budget' : `All ${verdicts.length} budgets`} of \`bench/budgets.json\` met.`
      : `${missed.length} of ${verdicts.length} budgets of \`bench/budgets.json\` missed: ${missed.map(missedText).join('; ')}.`,
  ].join('\n\n');
  writeFileSync(PAGE, `${page.slice(0, begin)}${opening}\n\n${figures}\n\n${page.slice(end)}`);
}

function missedText({ scenario, size, promise, measured }: Verdict): string {
  return `${scenario}${size === null ? '' : ` of ${size.toLocaleString('en')}`} ${measured.toFixed(2)} (${promise})`;
}
