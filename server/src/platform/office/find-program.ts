import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** The first of these paths, or of these names in the folders, that is executable. */
export async function findProgram(names: string[], folders: string[]): Promise<string | null> {
  const paths = names.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.filter(isAbsolute).map((folder) => join(folder, name)),
  );
  for (const path of paths) {
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}
