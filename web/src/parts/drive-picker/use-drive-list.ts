import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../mailbox/use-api.ts';
import { useQueries } from '../queries/use-query.ts';
import { inOrder, type Order } from './choice.ts';

export const LIST_TABS = ['myDrive', 'recently', 'favorite', 'shared'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** What the picker shows: search results, else a folder, else the start of a tab. */
export type Place = { tab: ListTab; folderId: string | null; typed: string };

/** Whether this is the list of files shared by others, and neither a folder within it nor a search. */
export function isSharedList({ tab, folderId, typed }: Place): boolean {
  return tab === 'shared' && folderId === null && typed === '';
}

/** The initial order of a place: shared files by date, latest first, all others by name. */
export function firstOrder(place: Place): Order {
  return isSharedList(place)
    ? { key: 'last_modified', descending: true }
    : { key: 'name', descending: false };
}

type Page = { files: DriveFile[]; next: string | null; steps: DriveStep[] };

/** The files and folders of a place, loaded page by page. */
export function useDriveList(place: Place, order: Order | null) {
  const api = useApi();
  const isFolder = place.typed === '' && (place.folderId !== null || place.tab === 'myDrive');
  const isServerSorted = isFolder || isSharedList(place);
  const asked = isServerSorted ? (order ?? firstOrder(place)) : null;
  const query = useInfiniteQuery(
    {
      queryKey: ['drive-picker', place, asked],
      queryFn: ({ pageParam }) => readPage(api, place, asked, pageParam ?? undefined),
      initialPageParam: null as string | null,
      getNextPageParam: (last: Page) => last.next,
      staleTime: 0,
      retry: 0,
    },
    useQueries(),
  );
  const found = query.data?.pages.flatMap(({ files }) => files) ?? [];
  return {
    files: !isServerSorted && order ? inOrder(found, order) : found,
    steps: query.data?.pages[0]?.steps ?? [],
    state: query.data ? 'there' : query.isError ? 'failed' : 'loading',
    error: query.error,
    hasMore: query.hasNextPage,
    /** Loaded pages stay where a further page fails. */
    hasMoreFailed: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  } as const;
}

async function readPage(
  api: ApiClient,
  place: Place,
  order: Order | null,
  cursor: string | undefined,
): Promise<Page> {
  const { tab, folderId, typed } = place;
  const at = cursor === undefined ? {} : { cursor };
  // Sent in either case: without it the server starts with the largest and the latest.
  const descending = `${order?.descending ?? false}` as const;
  if (order && isSharedList(place)) {
    const sort = order.key === 'last_modified' ? 'shared_at' : order.key;
    const { data, meta } = await api.listSharedWithMe({ query: { ...at, sort, descending } });
    return { files: data, next: meta.next_cursor, steps: [] };
  }
  if (order) {
    const folder = folderId === null ? {} : { folder_id: folderId };
    const { data, meta } = await api.listDriveFiles({
      query: { ...at, sort: order.key, descending, ...folder },
    });
    return { files: data, next: meta.next_cursor, steps: meta.breadcrumb };
  }
  const { data, meta } = await (typed !== ''
    ? api.searchDrive({ query: { ...at, display_name: typed } })
    : tab === 'favorite'
      ? api.listFavorites({ query: at })
      : api.listDriveFiles({ query: { ...at, sort: 'created_at', descending: 'true' } }));
  return { files: data, next: meta.next_cursor, steps: [] };
}
