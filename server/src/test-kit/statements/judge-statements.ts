import type { Node } from '@pgsql/types';
import { parse } from 'libpg-query';
import type { CollectedStatement } from './collect-statements.ts';
import { findUnscoped, type Schema } from './find-unscoped.ts';
import type { Reviewed, ReviewedStatements } from './reviewed-statements.ts';
import { writtenTables } from './syntax-tree.ts';

export type Verdict = {
  /** How many statements of the program were checked. */
  judged: number;
  faults: string[];
  /** Reviewed entries that no statement needed. */
  unused: string[];
};

/** Not part of the program: tests and their tools, and the migrations, which concern all mailboxes. */
const NOT_JUDGED = [
  /\.(test|test-child)\.ts$/,
  /^(bench|e2e|tools)\//,
  /^server\/src\/(test-kit|fault-tests|interop)\//,
  /^server\/src\/prepare-database\.ts$/,
  // Whole tables are copied, out of one snapshot and into an empty database.
  /^server\/src\/features\/backup\/(dump|load-dump)\.store\.ts$/,
];

const SHOWN = 400;

/** Checks whether statements on mail fix the mailbox, and whether writes ran in a transaction. */
export async function judgeStatements(
  collected: CollectedStatement[],
  schema: Schema,
  reviewed: ReviewedStatements,
): Promise<Verdict> {
  const statements = groupStatements(collected.filter(({ origin }) => isProgram(origin)));
  const used = new Set<Reviewed>();
  const faults = new Set<string>();
  for (const [normal, { text, origins, ranOutside }] of statements) {
    const where = `\n    from ${[...origins].sort().join(', ') || 'a library'}\n    ${normal.slice(0, SHOWN)}`;
    const nodes = await parseStatements(text);
    if (nodes === null) {
      faults.add(`can not be parsed${where}`);
      continue;
    }
    for (const { table, why } of nodes.flatMap((node) => findUnscoped(node, schema))) {
      if (!isReviewed(reviewed.acrossMailboxes, normal, table)) faults.add(`${table} ${why}${where}`);
    }
    if (!ranOutside) continue;
    for (const table of writtenTables(nodes)) {
      if (schema.columns.has(table) && !isReviewed(reviewed.outsideTransactions, normal, table))
        faults.add(`${table} is written outside a transaction${where}`);
    }
  }
  const lines = [...reviewed.acrossMailboxes, ...reviewed.outsideTransactions];
  return {
    judged: statements.size,
    faults: [...faults].sort(),
    unused: lines.filter((line) => !used.has(line)).map(({ statement }) => statement),
  };

  function isReviewed(list: Reviewed[], normal: string, table: string): boolean {
    const line = list.find(({ statement, tables }) => tables.includes(table) && normal.includes(statement));
    if (line) used.add(line);
    return line !== undefined;
  }
}

function isProgram(origin: string): boolean {
  return !NOT_JUDGED.some((pattern) => pattern.test(origin));
}

type Group = { text: string; origins: Set<string>; ranOutside: boolean };

/** Texts that differ only in the number of listed values are one statement. */
function groupStatements(collected: CollectedStatement[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { text, origin, inTransaction } of collected) {
    const normal = normalizeStatement(text);
    const group = groups.get(normal) ?? { text, origins: new Set(), ranOutside: false };
    groups.set(normal, group);
    group.origins.add(origin);
    group.ranOutside ||= !inTransaction;
  }
  return groups;
}

/** On one line, without comments, quotes and parameter numbers, and only the first of a list of values. */
function normalizeStatement(text: string): string {
  return text
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/"([a-z_]+)"/g, '$1')
    .replace(/\$\d+/g, '?')
    .replace(/\?(, ?\?)+/g, '?')
    .replace(/\(\?\)(, ?\(\?\))+/g, '(?)')
    .trim();
}

async function parseStatements(text: string): Promise<Node[] | null> {
  try {
    const { stmts = [] } = await parse(text);
    return stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []));
  } catch {
    return null;
  }
}
