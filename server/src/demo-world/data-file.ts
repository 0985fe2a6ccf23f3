import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Where the texts of the demo world are kept for people who write: see README.md there. */
export const DATA_FOLDER = new URL('./mail/', import.meta.url);

/** A file that says anything else than its form allows is an error that names the file and the field. */
export function readDataFile<T>(name: string, form: z.ZodType<T>, folder: URL = DATA_FOLDER): T {
  return check(parse(readFileSync(new URL(name, folder), 'utf8'), name), form, name);
}

export function check<T>(value: unknown, form: z.ZodType<T>, place: string): T {
  const { success, data, error } = form.safeParse(value);
  if (success) return data;
  const found = error.issues.map(({ path, message }) => [path.map(String).join('.'), message]);
  throw new Error(`${place}: ${found.map((parts) => parts.filter(Boolean).join(': ')).join('; ')}`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
