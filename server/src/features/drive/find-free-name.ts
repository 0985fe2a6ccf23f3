import { type DriveCaller, reachFolder } from '../../drive/access/reach-entry.ts';
import { pathOf } from '../../drive/entries/entry-path.ts';
import { freeName } from '../../drive/entries/free-name.ts';
import { entryName } from '../../drive/names/entry-name.ts';
import type { ReadDb } from '../../tables.ts';
import { idOfPath } from './list-folder.ts';

/** The path that a file would get in a folder of the caller's drive right now. */
export async function findFreePath(
  db: ReadDb,
  caller: DriveCaller,
  { filename, path }: { filename: string; path?: string | undefined },
): Promise<string> {
  const { mailboxId, id, chain } = await reachFolder(db, caller, await idOfPath(db, caller, path), 'WRITE');
  const { name } = await freeName(db, mailboxId, id, entryName(filename), false);
  return `${pathOf(chain)}/${name}`;
}
