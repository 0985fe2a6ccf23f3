import { reachBook } from '../../contacts/access/reach.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import type { CardPut } from '../../contacts/cards/card-put.ts';
import { deriveCard } from '../../contacts/cards/derive-card.ts';
import { putCards, trashCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsChange, type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import type { ResourceRow } from '../../kernel/resources.store.ts';
import { isAllowed, mayOverwrite, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { pathOfHref } from '../../platform/dav/hrefs.ts';
import { preconditionFailed } from '../../platform/dav/refusals.ts';
import type { DavCaller, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { newId } from '../../platform/ids.ts';
import { cardAt, cardHref, type Place } from './places.ts';
import { nameOf } from './put-card.ts';
import { methodNotAllowed, readResource } from './read-card.ts';
import { refuseChanges } from './refuse-changes.ts';

type Spot = { book: BookRow; name: string };

/** COPY and MOVE of a card (RFC 4918, sections 9.8 and 9.9), into a book of anybody's that the caller may write. */
export async function moveCard(
  deps: ContactsDeps,
  { caller, method, request, reply, hosts }: HomeCall,
  place: Place,
) {
  if (place.kind !== 'card') throw methodNotAllowed(place);
  const isMove = method === 'MOVE';
  const target = targetOf(hosts, caller, request.headers.destination);
  await refuseChanges(deps.db, { caller, method }, { kind: 'card', address: place.address, ...target });
  const reach = (bookId: string, right: 'READ' | 'WRITE') => reachBook(deps.db, caller.person, bookId, right);
  const from = { book: await reach(place.bookId, isMove ? 'WRITE' : 'READ'), name: place.name };
  const to = { book: await reach(target.bookId, 'WRITE'), name: nameOf(target.name) };
  if (from.book.id === to.book.id && from.name === to.name) {
    throw new DavRefusal(403, 'A resource can’t be copied or moved to itself');
  }
  const mayReplace = mayOverwrite(request.headers);
  const preconditions = preconditionsOf(request.headers);

  const changeIn = <T>(book: { mailbox_id: number }, work: (change: ContactsChange) => Promise<T>) =>
    changeContacts(deps, book.mailbox_id, work, caller.person);

  /** Writes the card where it is to be; answers whether nothing was there. */
  async function write(change: ContactsChange, source: ResourceRow, id: string): Promise<boolean> {
    const replaced = await readResource(change.tx, to.book, to.name, false);
    if (replaced && !mayReplace) throw new DavRefusal(412, 'There is a resource at the destination');
    if (replaced) await trashCards(change, [replaced.id]);
    await putCards(change, [putOf(to, source, id)]);
    return !replaced;
  }

  async function find(change: ContactsChange): Promise<ResourceRow> {
    const source = await readResource(change.tx, from.book, from.name, true);
    if (!source) throw notFound();
    if (!isAllowed(preconditions, etagOf(source))) throw preconditionFailed();
    return source;
  }

  const isNew =
    from.book.mailbox_id === to.book.mailbox_id
      ? await changeIn(to.book, async (change) => {
          const source = await find(change);
          return write(change, source, isMove ? source.id : newId(deps.clock));
        })
      : await betweenMailboxes();

  /** In two changes: should the second one fail, the card is in both books rather than in none. */
  async function betweenMailboxes(): Promise<boolean> {
    const source = await changeIn(from.book, find);
    const answer = await changeIn(to.book, (change) => write(change, source, newId(deps.clock)));
    if (isMove) await changeIn(from.book, (change) => trashCards(change, [source.id]));
    return answer;
  }

  return reply
    .code(isNew ? 201 : 204)
    .header('location', cardHref(place.address, to.book.id, to.name))
    .send();
}

function putOf({ book, name }: Spot, { source }: ResourceRow, id: string): CardPut {
  if (source === null) throw notFound();
  return { id, bookId: book.id, name, source, derived: deriveCard(source) };
}

function targetOf(
  hosts: readonly string[],
  caller: DavCaller,
  destination: string | string[] | undefined,
): { bookId: string; name: string } {
  if (typeof destination !== 'string') throw new DavRefusal(400, 'Destination says where to');
  const path = pathOfHref(destination, hosts);
  if (path === null) throw new DavRefusal(502, 'The destination is not on this server');
  const card = cardAt(caller, path);
  if (card === null) throw new DavRefusal(403, 'The destination is in no book of contacts');
  return card;
}
