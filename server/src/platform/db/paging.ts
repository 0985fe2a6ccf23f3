/** Keyset pagination: a page ends with the values of its sort columns, and the next one begins after them. */
export type CursorValues = (string | number | boolean | null)[];

const VERSION = 1;
const LONGEST_CURSOR = 1024;

/** Opaque to clients, so that what a list is sorted by may change. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify([VERSION, ...values])).toString('base64url');
}

/** Null for any cursor that `encodeCursor` did not produce with this number of values. */
export function decodeCursor(cursor: string, count: number): CursorValues | null {
  if (cursor.length > LONGEST_CURSOR || !/^[\w-]+$/.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  const parsed = parseJson(bytes.toString('utf8'));
  if (!Array.isArray(parsed)) return null;
  const [version, ...values] = parsed;
  if (version !== VERSION || values.length !== count || !values.every(isScalar)) return null;
  // Only the canonical spelling of a cursor is accepted.
  return encodeCursor(values) === cursor ? values : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isScalar(value: unknown): value is CursorValues[number] {
  if (typeof value === 'number') return Number.isFinite(value);
  // PostgreSQL's text type cannot store a zero byte.
  if (typeof value === 'string') return !value.includes('\0');
  return value === null || typeof value === 'boolean';
}
