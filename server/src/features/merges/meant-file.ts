import { nameKey } from '../../drive/names/entry-name.ts';

type Named = { name: string };

/** As it is written; other systems have other Unicode forms of the same. */
export function exactName(name: string): string {
  return name.normalize('NFC');
}

/**
 * MM-5: which file a name means: the one that is written so, else one that differs in case, if no other does. Of the same
 * name, the first.
 */
export function meantFile<File extends Named>(files: File[], name: string): File | undefined {
  const alike = files.filter((file) => nameKey(file.name) === nameKey(name));
  const exact = alike.find((file) => exactName(file.name) === exactName(name));
  if (exact) return exact;
  return new Set(alike.map((file) => exactName(file.name))).size === 1 ? alike[0] : undefined;
}

/** Between the key of a name and the name itself, which has no such character. */
const BETWEEN = '\n';

/**
 * Under which key each file is kept, after those that are there. The first of names that differ in case alone has the plain
 * key, by which a process of the last release finds it.
 */
export function keysOfFiles<File extends Named>(
  kept: (Named & { nameKey: string })[],
  files: File[],
): [string, File][] {
  const names = new Map(kept.map((file) => [file.nameKey, exactName(file.name)]));
  const keys = new Map(kept.map((file) => [exactName(file.name), file.nameKey]));
  return files.map((file) => {
    const exact = exactName(file.name);
    const plain = nameKey(file.name);
    const key = keys.get(exact) ?? (names.has(plain) ? `${plain}${BETWEEN}${exact}` : plain);
    names.set(key, exact);
    keys.set(exact, key);
    return [key, file];
  });
}
