import { ARCHIVE, STARRED, SYSTEM_FOLDERS, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { cleanFolderName, isSystemName, pathKey } from '../../mail/folders/folder-names.ts';

/** Where mail of a foreign folder goes: a system folder, unless an own one is `called` the same, or the path of an own one. */
export type Place = { system: SystemFolder; called?: string } | { path: string[] };

/** What other programs call them. */
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
  // What was to be sent later by another program is not sent by this one.
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
      // Both ways of placing the mark are written.
      ...['thùng rác', 'đã xóa', 'đã xoá', 'thư đã xóa', 'thư đã xoá', 'mục đã xóa', 'mục đã xoá'],
    ],
  ],
];
const SYSTEM_BY_NAME = new Map(
  NAMES.flatMap(([role, names]) => names.map((name) => [pathKey(name), role] as const)),
);
const RESERVED = new Set([...SYSTEM_FOLDERS, STARRED].map(pathKey));

/** `parts` are the names from the top; none of them stands for the inbox. */
export function placeOf(parts: string[]): Place {
  const names = parts.map(tidy).filter((name) => name !== '');
  // Servers of another school keep everything below the inbox.
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

/** What lies deeper than folders may goes into the deepest that may be. */
function deepest(path: string[]): string[] {
  return path.slice(0, LIMITS.folderDepth);
}
