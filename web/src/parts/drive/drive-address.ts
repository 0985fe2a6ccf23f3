import type { DriveListRef } from '../../model/drive/drive-list.ts';
import type { Params } from '../../router/match-path.ts';

const GATHERED = ['recent', 'favorites', 'shared', 'shared-by-me', 'trash'] as const;

/** The list for an address of `/drive/:place?`. */
export function driveListOf({ place }: Params, search: string): DriveListRef {
  if (place === undefined) return { kind: 'folder', id: null };
  if (place === 'search') return { kind: 'search', words: new URLSearchParams(search).get('q') ?? '' };
  const kind = GATHERED.find((each) => each === place);
  return kind ? { kind } : { kind: 'folder', id: place };
}

export function driveAddressOf(ref: DriveListRef): string {
  if (ref.kind === 'folder') return ref.id === null ? '/drive' : `/drive/${encodeURIComponent(ref.id)}`;
  return ref.kind === 'search'
    ? `/drive/search?${new URLSearchParams({ q: ref.words })}`
    : `/drive/${ref.kind}`;
}

/** The address of a list with one of its files selected, in view, with its details. */
export function driveFilePage(list: DriveListRef, id: string): string {
  return `${driveAddressOf(list)}?${new URLSearchParams({ file: id })}`;
}

/** The id of the file that an address selects in its list. */
export function wantedFileOf(search: string): string | null {
  return new URLSearchParams(search).get('file');
}

/** The download address of a file; the session cookie authenticates it. */
export function driveFileAddress(id: string): string {
  return `/storage/v1/files/${encodeURIComponent(id)}/content`;
}
