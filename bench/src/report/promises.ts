import { readFileSync } from 'node:fs';
import type { Row } from '../measure/row.ts';

type Ratio = {
  scenario: string;
  timesBare?: number;
  timesSmall?: number;
  timesFirstPage?: number;
  ofPlain?: number;
  timesMail?: number;
};
type Figure = {
  scenario: string;
  p50Ms?: number;
  p95Ms?: number;
  perSecond?: number;
  worstMs?: number;
  /** As seen by the user of the browser. */
  clientP50Ms?: number;
  clientP95Ms?: number;
  megabytes?: number;
  kilobytes?: number;
  dropped?: number;
  slowerThanAloneMs?: number;
};
export type Budgets = { ratios: Ratio[]; figures: Figure[] };

export type Verdict = {
  scenario: string;
  size: number | null;
  /** A ratio within one run is valid on any machine; a figure refers to the machine named in DESIGN. */
  kind: 'ratio' | 'figure';
  promise: string;
  measured: number;
  kept: boolean;
};

export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(new URL('../../budgets.json', import.meta.url), 'utf8'));
}

/** Compares the measurements with the budgets. What was not measured in this run is not judged. */
export function judge(rows: Row[], budgets: Budgets): Verdict[] {
  return rows.flatMap((row) => [
    ...budgets.ratios
      .filter((ratio) => ratio.scenario === row.scenario)
      .flatMap((ratio) => judgeRatio(row, ratio, rows)),
    ...budgets.figures
      .filter((figure) => figure.scenario === row.scenario)
      .flatMap((figure) => judgeFigure(row, figure, rows)),
  ]);
}

function judgeRatio(row: Row, ratio: Ratio, rows: Row[]): Verdict[] {
  const first = rows.find((other) => other.scenario === 'list-first' && other.size === row.size)?.server;
  const timesFirstPage = row.server && first ? row.server.p50 / first.p50 : undefined;
  return [
    atMost(row, 'ratio', 'times the bare SQL', ratio.timesBare, row.timesBare),
    atMost(row, 'ratio', 'times the smaller mailbox', ratio.timesSmall, row.timesSmall),
    atMost(row, 'ratio', 'times the first page', ratio.timesFirstPage, timesFirstPage),
    atMost(row, 'ratio', 'bytes for each of the mail', ratio.timesMail, row.timesMail),
    atLeast(row, 'ratio', 'of the rate without', ratio.ofPlain, row.ofPlain),
  ].flat();
}

function judgeFigure(row: Row, figure: Figure, rows: Row[]): Verdict[] {
  const alone = rows.find((other) => other.scenario === 'lists-alone')?.worstMs;
  const slower = row.worstMs !== undefined && alone !== undefined ? row.worstMs - alone : undefined;
  return [
    atMost(row, 'figure', 'ms p50', figure.p50Ms, row.server?.p50),
    atMost(row, 'figure', 'ms p95', figure.p95Ms, row.server?.p95),
    atMost(row, 'figure', 'ms p50', figure.clientP50Ms, row.client?.p50),
    atMost(row, 'figure', 'ms p95', figure.clientP95Ms, row.client?.p95),
    atMost(row, 'figure', 'KB', figure.kilobytes, row.kilobytes),
    atMost(row, 'figure', 'of the frames', figure.dropped, row.dropped),
    atMost(row, 'figure', 'ms at worst', figure.worstMs, row.worstMs),
    atLeast(row, 'figure', 'per second', figure.perSecond, row.perSecond),
    atMost(row, 'figure', 'MB', figure.megabytes, row.megabytes),
    atMost(row, 'figure', 'ms slower at worst', figure.slowerThanAloneMs, slower),
  ].flat();
}

function atMost(
  { scenario, size }: Row,
  kind: Verdict['kind'],
  unit: string,
  limit: number | undefined,
  measured: number | undefined,
): Verdict[] {
  if (limit === undefined || measured === undefined) return [];
  return [{ scenario, size, kind, promise: `≤ ${limit} ${unit}`, measured, kept: measured <= limit }];
}

function atLeast(
  { scenario, size }: Row,
  kind: Verdict['kind'],
  unit: string,
  limit: number | undefined,
  measured: number | undefined,
): Verdict[] {
  if (limit === undefined || measured === undefined) return [];
  return [{ scenario, size, kind, promise: `≥ ${limit} ${unit}`, measured, kept: measured >= limit }];
}
