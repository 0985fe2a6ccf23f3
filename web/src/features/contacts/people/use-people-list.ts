import { ApiError } from '@bocau/contract/client.ts';
import type { DirectoryDepartment, DirectoryMode, DirectoryPerson } from '@bocau/contract/directory.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { OtherPerson } from '@bocau/contract/other-people.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PeopleView } from '../../../parts/contacts/people-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { useSessionModel } from '../../../parts/session/use-session-model.ts';

const PAGE = String(LIMITS.pageSizeMax);

export type PeopleList<Person> = {
  state: 'loading' | 'ready' | 'failed';
  people: readonly Person[];
  error: ApiError | null;
  hasMore: boolean;
  more(): void;
  again(): void;
};

type Page<Person> = { people: Person[]; next: string | null; shown: DirectoryMode };
type Shown = Pick<PeopleView, 'words' | 'department'> & {
  from: string | null;
  /** The department has others below it, which are shown with it. */
  below: boolean;
};

/** The directory, or what a search or a department leaves of it, page by page. */
export function useDirectory({ words, department, from, below }: Shown) {
  const api = useApi();
  const { pages, ...list } = usePages<DirectoryPerson>(
    ['directory', words, department, below, from],
    async (cursor) => {
      const { data, meta } = await api.listDirectory({
        query: {
          limit: PAGE,
          ...(words !== '' && { search: words }),
          ...narrowedTo(department, below),
          ...(from !== null && { from }),
          ...(cursor !== null && { cursor }),
        },
      });
      return { people: data, next: meta.next_cursor, shown: meta.shown };
    },
  );
  return { ...list, isHidden: pages[0]?.shown === 'nothing' };
}

/** Those who were written to and have no card. */
export function useOtherPeople({ words }: Pick<Shown, 'words'>): PeopleList<OtherPerson> {
  const api = useApi();
  useCardsElsewhere();
  return usePages<OtherPerson>(['other-people', words], async (cursor) => {
    const { data, meta } = await api.listOtherPeople({
      query: { limit: PAGE, ...(words !== '' && { search: words }), ...(cursor !== null && { cursor }) },
    });
    return { people: data, next: meta.next_cursor, shown: 'all' };
  });
}

/** Who gets a card, or loses it, is one of them no longer, or again: also where another page did it, or one before. */
function useCardsElsewhere(): void {
  const session = useSessionModel();
  const queries = useQueries();
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: ['other-people'] });
    return session.join({ frames: { contacts_changed: again }, connected: again });
  }, [session, queries]);
}

/** The letters at the edge; none of a search. */
export function useDirectoryLetters({ words, department, below }: Omit<Shown, 'from'>): readonly string[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['directory-letters', department, below],
    enabled: words === '',
    queryFn: async () => (await api.listDirectoryLetters({ query: narrowedTo(department, below) })).data,
  });
  return words === '' ? (data ?? []) : [];
}

function narrowedTo(department: string | null, below: boolean) {
  return department === null ? {} : { department, ...(below && { below: 'true' as const }) };
}

export function useDepartments() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['directory-departments'],
    queryFn: async () => (await api.listDirectoryDepartments({})).data,
  });
  return data ?? NO_DEPARTMENTS;
}

const NO_DEPARTMENTS: readonly DirectoryDepartment[] = [];

function usePages<Person>(
  queryKey: readonly unknown[],
  read: (cursor: string | null) => Promise<Page<Person>>,
): PeopleList<Person> & { pages: readonly Page<Person>[] } {
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam }) => read(pageParam),
      initialPageParam: null as string | null,
      getNextPageParam: (last: Page<Person>) => last.next,
      staleTime: 0,
      retry: 0,
    },
    useQueries(),
  );
  const pages = query.data?.pages ?? [];
  const people = pages.flatMap((page) => page.people);
  // The server looks at so many for one page; where it shows none of them, there may be more behind.
  const isComing = people.length === 0 && query.hasNextPage;
  const state = !query.data || isComing ? (query.isError ? 'failed' : 'loading') : 'ready';
  return {
    ...{ pages, people, state },
    error: query.error instanceof ApiError ? query.error : null,
    hasMore: query.hasNextPage,
    more() {
      if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
    },
    again: () => void (query.data ? query.fetchNextPage() : query.refetch()),
  };
}
