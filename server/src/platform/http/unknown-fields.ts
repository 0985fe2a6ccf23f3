import type { InvalidField } from '@bocau/contract/errors.ts';

const TOLD_AT_MOST = 10;

/**
 * What was sent and is in no schema, found by what the schema left out of its answer. A field that a schema keeps as it
 * is, such as a record, has its own.
 */
export function findUnknownFields(sent: unknown, kept: unknown): InvalidField[] {
  const found: InvalidField[] = [];
  collect(sent, kept, '', found);
  return found;
}

function collect(sent: unknown, kept: unknown, path: string, found: InvalidField[]): void {
  if (sent === kept || !isTree(sent) || !isTree(kept)) return;
  for (const [name, value] of Object.entries(sent)) {
    if (found.length >= TOLD_AT_MOST) return;
    const field = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(kept, name)) collect(value, kept[name], field, found);
    else found.push({ field, problem: 'There is no such field', rule: 'invalid' });
  }
}

/** What JSON has within itself; a schema may have made something else of it. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
