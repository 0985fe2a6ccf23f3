import { tidy } from './decode-charset.ts';

/** A copy with texts that the database keeps (`tidy`), whatever made them; bytes stay as they are. */
export function storableTexts<T>(read: T): T {
  return storable(read) as T;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return tidy(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storable(one)]));
}
