import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { SharedSort } from '@bocau/contract/shares.ts';
import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { driveFileView } from '../../drive/entries/entry-view.ts';
import { readShown } from '../../drive/entries/lists.store.ts';
import { listSharedWith, type SharedPage, type SharedWithMe } from '../../drive/shares/open-shares.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

type Page = {
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: SharedSort | undefined;
  descending?: boolean | undefined;
};

/** AP-75: what others share with the caller; by default latest first. */
export async function listSharedWithMe(
  db: ReadDb,
  caller: DriveCaller & { at: number },
  { limit: wanted = LIMITS.pageSize, cursor, sort = 'shared_at', descending = sort !== 'name' }: Page,
): Promise<{ data: DriveFile[]; meta: { next_cursor: string | null } }> {
  await requireDrive(db, caller);
  const limit = Math.min(Math.max(wanted, 1), LIMITS.drivePageMax);
  const after = cursor === undefined ? null : readCursor(cursor, sort);
  const found = await listSharedWith(db, caller.person, {
    ...{ now: caller.at, limit: limit + 1, sort, descending, after },
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    data: await viewsOf(db, shown),
    meta: { next_cursor: last ? encodeCursor([sort, last.value, last.entry_id]) : null },
  };
}

async function viewsOf(db: ReadDb, found: SharedWithMe[]): Promise<DriveFile[]> {
  const views = new Map<string, DriveFile>();
  for (const [mailboxId, ofOwner] of Map.groupBy(found, ({ mailbox_id }) => mailbox_id)) {
    const ids = ofOwner.map(({ entry_id }) => entry_id);
    for (const row of await readShown(db, mailboxId, ids)) {
      const shared = ofOwner.find(({ entry_id }) => entry_id === row.id) as SharedWithMe;
      const owner = { email: shared.owner_email, name: shared.owner_name };
      const view = driveFileView(row, { owner, folderPath: '', permission: shared.permission });
      views.set(row.id, {
        ...view,
        prop: { ...view.prop, shared_at: shared.shared_at },
        // Its location in the owner's drive is not revealed.
        parent_id: null,
      });
    }
  }
  return found.flatMap(({ entry_id }) => views.get(entry_id) ?? []);
}

function readCursor(cursor: string, sort: SharedSort): SharedPage['after'] {
  const [itsSort, value, id] = decodeCursor(cursor, 3) ?? [];
  const isValue = sort === 'name' ? typeof value === 'string' : Number.isSafeInteger(value);
  if (itsSort === sort && isValue && typeof id === 'string' && isId(id)) {
    return { value: value as string | number, id };
  }
  throw new Failure('invalid_cursor', 'The cursor is not one of this list');
}
