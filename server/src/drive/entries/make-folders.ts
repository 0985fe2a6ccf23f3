import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type DriveChange, TOP } from '../change-drive.ts';
import { fittingName } from '../names/entry-name.ts';
import { createEntry } from './create-entry.ts';

/** The folder at the end of a path from the top of the drive; those that are missing are made. */
export async function makeFolders(clock: Clock, change: DriveChange, names: string[]): Promise<string> {
  let parentId = TOP;
  for (const given of names) {
    const name = fittingName(given);
    const folder = { id: newId(clock), parentId, name, file: null, onConflict: 'replace' as const };
    parentId = (await createEntry(change, folder)).entry.id;
  }
  return parentId;
}
