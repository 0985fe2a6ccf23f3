import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { withMore } from '../engine/known-rows.ts';
import type { KnownList, ListPage } from './contact-lists.ts';
import { type ContactPlace, hasLetters } from './contact-place.ts';

/** As many as the server gives at once. */
const PAGE = LIMITS.pageSizeMax;

/** How a list is read page by page, for the loader of lists. */
export function contactPages(api: ApiClient) {
  return {
    async readFirst({ place }: KnownList): Promise<ListPage> {
      const [page, letters] = await Promise.all([
        readPage(api, place, { limit: PAGE }),
        readLetters(api, place),
      ]);
      return { ...page, letters };
    },
    readNext: ({ place }: KnownList, cursor: string) => readPage(api, place, { limit: PAGE, cursor }),
    countRows: ({ contacts }: ListPage) => contacts.length,
    append: (page: ListPage, more: ListPage): ListPage => ({
      ...page,
      contacts: withMore(page.contacts, more.contacts),
      next: more.next,
    }),
  };
}

function placeQuery({ list, order }: ContactPlace) {
  return {
    order,
    ...(list.kind === 'book' && { book_id: list.id }),
    ...(list.kind === 'list' && { list: list.name }),
    ...((list.kind === 'favorites' || list.kind === 'trash') && { only: list.kind }),
  };
}

/** A page of a list: the first one, or the one after a cursor. */
export async function readPage(
  api: ApiClient,
  place: ContactPlace,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<ListPage> {
  const { data, meta } = await api.listContacts({
    query: {
      ...placeQuery(place),
      ...(place.list.kind === 'search' && { search: place.list.words }),
      ...(place.from !== null && { from: place.from }),
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
    },
  });
  return { contacts: data, next: meta.next_cursor, total: meta.total, letters: [] };
}

async function readLetters(api: ApiClient, place: ContactPlace): Promise<readonly string[]> {
  if (!hasLetters(place.list)) return [];
  return (await api.listContactLetters({ query: placeQuery(place) })).data;
}
