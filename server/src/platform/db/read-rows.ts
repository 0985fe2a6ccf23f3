import type { RawBuilder } from 'kysely';
import { type AnyReadDb, kyselyOf } from './kysely-of.ts';

const reading = /^\s*(select|with|values)\b/i;
const writing = /\b(insert\s+into|update\s+\S+(\s+\S+)?\s+set|delete\s+from|merge\s+into|truncate)\b/i;

/**
 * Statements already checked. Values are parameters, so there are few distinct texts; a search has one per
 * shape.
 */
const known = new Set<string>();
const KNOWN_AT_MOST = 5_000;

/** The rows of a select written in raw SQL. */
export async function readRows<Row>(db: AnyReadDb, query: RawBuilder<Row>): Promise<Row[]> {
  const kysely = kyselyOf<unknown>(db);
  const compiled = query.compile(kysely);
  if (!known.has(compiled.sql)) {
    if (!reading.test(compiled.sql) || writing.test(compiled.sql)) {
      throw new Error(`a read was asked to write: ${compiled.sql}`);
    }
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.add(compiled.sql);
  }
  const { rows } = await kysely.executeQuery<Row>(compiled);
  return rows;
}
