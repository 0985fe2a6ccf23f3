import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { withMore } from '../engine/known-rows.ts';
import type { DriveOrder } from './drive-list.ts';
import type { KnownList, ListPage } from './drive-lists.ts';

type Wanted = { limit: number; cursor?: string };
type Listed = { data: DriveFile[]; meta: { next_cursor: string | null } };

/** Page size: of the first page, and of each that follows. */
const PAGE = 200;
const MOST_AT_ONCE = 500;

/** How a list is read page by page, for the loader of lists. */
export function drivePages(api: ApiClient) {
  return {
    readFirst: (list: KnownList, reached: number) =>
      loadPage(api, list, { limit: Math.min(MOST_AT_ONCE, Math.max(PAGE, reached)) }),
    readNext: (list: KnownList, cursor: string) => loadPage(api, list, { limit: MOST_AT_ONCE, cursor }),
    countRows: ({ files }: ListPage) => files.length,
    append: (page: ListPage, more: ListPage): ListPage => ({
      ...page,
      files: withMore(page.files, more.files),
      next: more.next,
    }),
  };
}

/** A page of a list: the first one, or the one after a cursor. */
async function loadPage(
  api: ApiClient,
  { ref, order }: Pick<KnownList, 'ref' | 'order'>,
  { limit, cursor }: Wanted,
): Promise<ListPage> {
  const query = { limit: String(limit), ...(cursor !== undefined && { cursor }) };
  switch (ref.kind) {
    case 'folder': {
      // Always sent: without it, the server defaults to the largest and the latest first.
      const sorted = { sort: order.by, descending: `${order.descending}` as const };
      const folder = ref.id === null ? {} : { folder_id: ref.id };
      const { data, meta } = await api.listDriveFiles({ query: { ...query, ...folder, ...sorted } });
      const { next_cursor: next, total, breadcrumb, permission } = meta;
      return { files: data, next, total, breadcrumb, permission };
    }
    case 'recent':
      return gathered(await api.listDriveFiles({ query: { ...query, sort: 'created_at' } }));
    case 'favorites':
      return gathered(await api.listFavorites({ query }));
    case 'trash':
      return gathered(await api.listDriveTrash({ query }));
    case 'search':
      return gathered(await api.searchDrive({ query: { ...query, display_name: ref.words } }));
    case 'shared':
      return gathered(await api.listSharedWithMe({ query: { ...query, ...sharedOrder(order) } }));
    case 'shared-by-me':
      return gathered(await api.listSharedByMe({ query }));
  }
}

function sharedOrder({ by, descending }: DriveOrder) {
  return { sort: by === 'last_modified' ? 'shared_at' : by, descending: `${descending}` } as const;
}

function gathered({ data, meta }: Listed): ListPage {
  return { files: data, next: meta.next_cursor, total: null, breadcrumb: [], permission: 'OWNER' };
}
