import type { BookRow } from '../../contacts/books/books.store.ts';
import type { ResourceRow } from '../../contacts/resources/resources.store.ts';
import { propResponse, statusResponse } from '../../platform/dav/multistatus.ts';
import { type Asked, findProps, type Property } from '../../platform/dav/properties.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import { addressData, wantedData } from './address-data.ts';
import { ADDRESS_DATA } from './card-names.ts';
import { cardHref, type DavPerson } from './places.ts';
import { CARD, type CardFacts } from './properties-of.ts';

/** A book that is asked about, by whom and under which of their addresses. */
export type AskedBook = { person: DavPerson; address: string; book: BookRow };

export type CardAnswers = {
  /** Whether the vCards themselves are needed for the answer. */
  withSource: boolean;
  answer(row: ResourceRow): Xml;
  missing(name: string): Xml;
};

/** How the cards of a book are answered, in a report or in a PROPFIND. */
export function cardAnswers(
  of: AskedBook,
  asked: Asked,
  { minimal, isReport }: { minimal: boolean; isReport: boolean },
): CardAnswers {
  const hrefOf = (name: string) => cardHref(of.address, of.book.id, name);
  const data = isReport && asked.kind === 'props' ? wantedData(asked.props) : null;
  const properties: readonly Property<CardFacts>[] =
    data === null
      ? CARD
      : [
          ...CARD,
          {
            name: ADDRESS_DATA,
            read: ({ row }) => (row.source === null ? null : addressData(row.source, data)),
          },
        ];
  return {
    withSource: data !== null,
    answer: (row) => propResponse(hrefOf(row.name), findProps(properties, { ...of, row }, asked), minimal),
    missing: (name) => statusResponse(hrefOf(name), 404),
  };
}

/** How many cards are in memory at once: with their vCards, each of which may be a megabyte, or without. */
export function pageSize(withSource: boolean): number {
  return withSource ? 50 : 500;
}
