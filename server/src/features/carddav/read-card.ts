import type { BookRow } from '../../contacts/books/books.store.ts';
import { cardsOfBook } from '../../contacts/card-resources.ts';
import { type ResourceRow, readResourcesByName } from '../../kernel/resources.store.ts';
import { answerText } from '../../platform/dav/answer-text.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { methodNotAllowed as notAllowed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { CARD_TYPE } from './card-names.ts';
import { openBook, readNamedCards } from './open-book.ts';
import type { Place } from './places.ts';

/** A card as it was put, byte for byte; those of the directory are made. */
export async function getCard(db: ReadDb, call: HomeCall, place: Place) {
  if (place.kind !== 'card') throw methodNotAllowed(place);
  const book = await openBook(db, call.caller.person, place.bookId);
  const [card] = await readNamedCards(db, book, [place.name], true);
  if (!card?.source) throw notFound();
  const { tag: etag, source, changedAt } = card;
  return answerText(call, { etag, source, changedAt, contentType: `${CARD_TYPE}; charset=utf-8` });
}

export async function readResource(
  db: ReadDb,
  { mailbox_id, id }: Pick<BookRow, 'mailbox_id' | 'id'>,
  name: string,
  withSource: boolean,
): Promise<ResourceRow | undefined> {
  const [row] = await readResourcesByName(db, cardsOfBook(mailbox_id, id, withSource), [name]);
  return row;
}

export function methodNotAllowed({ kind }: Place) {
  return notAllowed(kind === 'card' ? CARD_METHODS : COLLECTION_METHODS);
}

const CARD_METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, COPY, MOVE, PROPFIND, PROPPATCH';
const COLLECTION_METHODS = 'OPTIONS, PROPFIND, PROPPATCH, REPORT, MKCOL, DELETE';
