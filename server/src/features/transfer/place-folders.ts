import { ARCHIVE, STARRED, SYSTEM_FOLDERS, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { cleanFolderName, isSystemName, pathKey } from '../../mail/folders/folder-names.ts';

/**
 * The target of a foreign folder: a system folder, unless an existing own one is `called` the same, or the
 * path of an own folder.
 */
export type Place = { system: SystemFolder; called?: string } | { path: string[] };

/** Names in other programs. */
const NAMES: [SystemFolder, string[]][] = [
  ['INBOX', ['inbox', 'hộp thư đến']],
  [
    'Sent',
    [
      ...[
        'sent',
        'sent items',
        'sent messages',
        'sent mail',
        'sent-mail',
        'đã gửi',
        'thư đã gửi',
        'mục đã gửi',
      ],
      ...['tin đã gửi', 'email đã gửi', 'đã gởi', 'thư đã gởi'],
    ],
  ],
  // Messages scheduled in another program must not be sent by this one.
  [
    'Drafts',
    ['drafts', 'draft', 'nháp', 'thư nháp', 'bản nháp', 'bản thảo', 'webmail_scheduled', 'webmail_period'],
  ],
  ['Archive', ['archive', 'archives', 'lưu trữ', 'thư lưu trữ']],
  [
    'Junk',
    [
      ...['junk', 'spam', 'junk e-mail', 'junk email', 'junk mail', 'bulk', 'bulk mail'],
      ...['thư rác', 'email rác', 'thư spam'],
    ],
  ],
  [
    'Trash',
    [
      ...['trash', 'bin', 'deleted items', 'deleted messages', 'deleted'],
      // Both placements of the tone mark are in use.
      ...['thùng rác', 'đã xóa', 'đã xoá', 'thư đã xóa', 'thư đã xoá', 'mục đã xóa', 'mục đã xoá'],
    ],
  ],
];
const SYSTEM_BY_NAME = new Map(
  NAMES.flatMap(([role, names]) => names.map((name) => [pathKey(name), role] as const)),
);
const RESERVED = new Set([...SYSTEM_FOLDERS, STARRED].map(pathKey));

/** `parts` are the names from the top; an empty list is the inbox. */
export function placeOf(parts: string[]): Place {
  const names = parts.map(tidy).filter((name) => name !== '');
  // Some servers keep everything below the inbox.
  if (names.length > 1 && pathKey(names[0] as string) === 'inbox') names.shift();
  const [top, second, ...rest] = names;
  if (top === undefined) return { system: 'INBOX' };
  const system = SYSTEM_BY_NAME.get(pathKey(top));
  if (second === undefined) {
    // A folder of that name may be older than the system folder.
    if (system === ARCHIVE) return { system: ARCHIVE, called: top };
    return system ? { system } : { path: [unlikeSystem(top)] };
  }
  if (system === ARCHIVE) return { path: deepest([system, second, ...rest]) };
  // Other system folders have no subfolders here.
  if (system || RESERVED.has(pathKey(top))) return { path: deepest([clip(`${top} ${second}`), ...rest]) };
  return { path: deepest([top, second, ...rest]) };
}

function tidy(name: string): string {
  return clip(cleanFolderName(name.replaceAll('/', '-')));
}

function clip(name: string): string {
  return Array.from(name).slice(0, LIMITS.folderNameLength).join('').trim();
}

function unlikeSystem(name: string): string {
  return isSystemName(name) ? `${name} 2` : name;
}

/** Folders nested too deeply are merged into the deepest allowed one. */
function deepest(path: string[]): string[] {
  return path.slice(0, LIMITS.folderDepth);
}
