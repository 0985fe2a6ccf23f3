import { propResponse, statusResponse } from '../../platform/dav/multistatus.ts';
import { type Asked, type Property, propsReader } from '../../platform/dav/properties.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { DavPerson } from '../../platform/dav-site/dav-home.ts';
import { addressData, wantedData } from './address-data.ts';
import { ADDRESS_DATA } from './card-names.ts';
import type { OpenBook } from './open-book.ts';
import { cardHref } from './places.ts';
import { CARD, type CardFacts } from './properties-of.ts';
import type { ShownCard } from './shown-card.ts';

/** A book that is asked about, by whom and under which of their addresses. */
export type AskedBook = { person: DavPerson; address: string; book: OpenBook };

export type CardAnswers = {
  /** Whether the vCards themselves are needed for the answer. */
  withSource: boolean;
  answer(card: ShownCard): Xml;
  missing(name: string): Xml;
};

/** How the cards of a book are answered, in a report or in a PROPFIND. */
export function cardAnswers(
  { person, address, book }: AskedBook,
  asked: Asked,
  { minimal, isReport }: { minimal: boolean; isReport: boolean },
): CardAnswers {
  const permission = book.kind === 'directory' ? 'READ' : book.row.permission;
  const hrefOf = (name: string) => cardHref(address, book.id, name);
  const data = isReport && asked.kind === 'props' ? wantedData(asked.props) : null;
  const properties: readonly Property<CardFacts>[] =
    data === null
      ? CARD
      : [
          ...CARD,
          {
            name: ADDRESS_DATA,
            read: ({ card }) => (card.source === null ? null : addressData(card.source, data)),
          },
        ];
  const propsOf = propsReader(properties, asked);
  return {
    withSource: data !== null,
    answer: (card) =>
      propResponse(hrefOf(card.name), propsOf({ person, address, permission, card }), minimal),
    missing: (name) => statusResponse(hrefOf(name), 404),
  };
}

/** How many cards are in memory at once: with their vCards, each of which may be a megabyte, or without. */
export function pageSize(withSource: boolean): number {
  return withSource ? 50 : 500;
}
