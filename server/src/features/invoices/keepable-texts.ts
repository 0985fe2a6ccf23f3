import { withoutHidden } from '../../platform/mime/hidden-characters.ts';

/**
 * A copy of what was read, with texts that the database keeps and that look like what they are: a stranger has written them.
 * Names of fields are ours.
 */
export function keepableTexts<T>(read: T): T {
  return keepable(read) as T;
}

function keepable(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value.replaceAll('\0', '').toWellFormed()).text;
  if (Array.isArray(value)) return value.map(keepable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keepable(one)]));
}
