import type { DriveFile } from '@bocau/contract/drive.ts';
import { TOP } from '../change-drive.ts';
import type { EntryRow } from './entries.store.ts';

/** An entry with the additional columns of lists. */
export type ShownEntry = EntryRow & { shared: boolean; has_virus: boolean | null; trashed_by: string | null };

export type EntrySurroundings = {
  owner: { email: string; name: string };
  /** The path of its parent; empty at the top. */
  folderPath: string;
  permission: DriveFile['prop']['permission'];
};

export function driveFileView(
  row: ShownEntry,
  { owner, folderPath, permission }: EntrySurroundings,
): DriveFile {
  return {
    id: row.id,
    fileid: row.id,
    name: row.name,
    display_name: `${folderPath}/${row.name}`,
    type: row.is_folder ? 'folder' : 'file',
    ...(row.content_type === null ? {} : { content_type: row.content_type }),
    size: row.size,
    href: row.is_folder ? `/drive/${row.id}` : `/storage/v1/files/${row.id}/content`,
    parent_id: row.parent_id === TOP ? null : row.parent_id,
    owner: owner.email,
    owner_display_name: owner.name,
    created_at: row.created_at,
    last_modified: row.modified_at,
    prop: {
      // Favourites are private to the owner.
      favorite: permission === 'OWNER' && row.favorite,
      shared: permission === 'OWNER' && row.shared,
      permission,
      ...(row.version_id === null ? {} : { version_id: row.version_id }),
      ...(row.has_virus === null ? {} : { has_virus: row.has_virus }),
      ...(row.trashed_at === null ? {} : { trashed_at: row.trashed_at }),
      ...(row.trashed_by === null ? {} : { trashed_by: row.trashed_by }),
    },
  };
}
