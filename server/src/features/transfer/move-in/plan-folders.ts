import { ARCHIVE, SYSTEM_FOLDERS, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import { pathKey } from '../../../mail/folders/folder-names.ts';
import { type Place, placeOf } from '../place-folders.ts';

/** A folder as the other server lists it. */
export type ListedFolder = { path: string; delimiter: string | null; flags: ReadonlySet<string> };

/**
 * `gathers`: a virtual folder that shows messages of others; only those in no other folder are imported from
 * it.
 */
export type SourceFolder = { path: string; place: Place; gathers: boolean };

/** RFC 6154; virtual folders have no flag of their own here. */
const BY_SPECIAL_USE = new Map<string, SystemFolder>(
  Object.entries({
    '\\sent': 'Sent',
    '\\drafts': 'Drafts',
    '\\junk': 'Junk',
    '\\spam': 'Junk',
    '\\trash': 'Trash',
    '\\archive': ARCHIVE,
  }),
);
const GATHERING = ['\\all', '\\allmail', '\\flagged', '\\starred', '\\important'];
/** The parents of Gmail's own folders, and the names of its virtual ones. */
const GOOGLE = ['[gmail]', '[google mail]'];
const GOOGLE_GATHERING = [
  ...['all mail', 'tất cả thư', 'starred', 'có gắn dấu sao', 'đã gắn dấu sao', 'important', 'quan trọng'],
].map(pathKey);
const UNSELECTABLE = ['\\noselect', '\\nonexistent'];

/**
 * The folders to import and their targets: by special use, otherwise by name. System folders come first and
 * virtual ones last, so that a message shown by several always goes to the same one.
 */
export function planFolders(listed: ListedFolder[]): SourceFolder[] {
  const planned = new Map<string, SourceFolder>();
  for (const { path, delimiter, flags } of listed) {
    const uses = [...flags].map((flag) => flag.toLowerCase());
    if (uses.some((use) => UNSELECTABLE.includes(use))) continue;
    const names = delimiter ? path.split(delimiter) : [path];
    const inGoogle = names.length > 1 && GOOGLE.includes(pathKey(names[0] as string));
    const parts = inGoogle ? names.slice(1) : names;
    const gathers =
      uses.some((use) => GATHERING.includes(use)) ||
      (inGoogle && GOOGLE_GATHERING.includes(pathKey(parts.join('/'))));
    const special = uses.map((use) => BY_SPECIAL_USE.get(use)).find((role) => role !== undefined);
    const system = gathers ? ARCHIVE : special;
    const place: Place = system ? { system } : placeOf(parts);
    planned.set(path, { path, place, gathers });
  }
  return [...planned.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

function rank({ place, gathers }: SourceFolder): number {
  if (gathers) return SYSTEM_FOLDERS.length + 1;
  return 'system' in place ? SYSTEM_FOLDERS.indexOf(place.system) : SYSTEM_FOLDERS.length;
}

/** The target's name in reports. */
export function nameOfPlace(place: Place): string {
  return 'system' in place ? (place.called ?? place.system) : place.path.join('/');
}
