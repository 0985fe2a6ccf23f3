import { Readable } from 'node:stream';
import { reachBook, reachCards } from '../../contacts/access/reach.ts';
import { readWholeCards } from '../../contacts/cards/cards.store.ts';
import { readCardPage } from '../../contacts/lists/pages.store.ts';
import { convertCard } from '../../contacts/vcard/convert-card.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { findPlace } from './list-contacts.ts';

export type ExportQuery = {
  book_id?: string | undefined;
  list?: string | undefined;
  ids?: string | undefined;
  version: 'as_is' | '3.0' | '4.0';
};

/** Cards are read so many at a time, when those before have left: each may have a megabyte. */
const AT_ONCE = 20;

/** Rights are judged before the first byte. */
export async function exportContacts(db: ReadDb, person: number, query: ExportQuery): Promise<Bytes> {
  const portions =
    query.ids === undefined
      ? await portionsOfPlace(db, person, query)
      : await portionsOfIds(db, person, query.ids.split(','));
  const name = query.list ?? (query.book_id && (await reachBook(db, person, query.book_id, 'READ')).name);
  return {
    headers: {
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${name || 'contacts'}.vcf`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    stream: Readable.from(vcards(db, portions, query.version)),
  };
}

type Portion = { mailboxId: number; ids: string[] };

async function portionsOfIds(db: ReadDb, person: number, ids: string[]) {
  const cards = await reachCards(db, person, ids, 'READ');
  return (async function* (): AsyncGenerator<Portion> {
    for (let from = 0; from < cards.length; from += AT_ONCE) {
      const some = cards.slice(from, from + AT_ONCE);
      for (const [mailboxId, own] of Map.groupBy(some, (card) => card.mailboxId))
        yield { mailboxId, ids: own.map(({ id }) => id) };
    }
  })();
}

async function portionsOfPlace(db: ReadDb, person: number, { book_id, list }: ExportQuery) {
  const place = await findPlace(db, person, { book_id, list, order: 'given' });
  return (async function* (): AsyncGenerator<Portion> {
    let after: { key: string; id: string } | null = null;
    for (;;) {
      const rows: { key: string; id: string }[] = await readCardPage(db, place, {
        ...{ after, from: '', limit: AT_ONCE },
      });
      if (rows.length > 0) yield { mailboxId: place.mailboxId, ids: rows.map(({ id }) => id) };
      after = rows.at(-1) ?? null;
      if (rows.length < AT_ONCE) return;
    }
  })();
}

const LINE_END = /\r?\n$/;

async function* vcards(
  db: ReadDb,
  portions: AsyncGenerator<Portion>,
  version: ExportQuery['version'],
): AsyncGenerator<Buffer> {
  for await (const { mailboxId, ids } of portions) {
    const cards = new Map((await readWholeCards(db, mailboxId, ids)).map((card) => [card.id, card]));
    for (const id of ids) {
      const source = cards.get(id)?.source;
      if (!source) continue;
      const card = version === 'as_is' ? source : convertCard(source, version);
      yield card;
      if (!LINE_END.test(card.subarray(-2).toString('latin1'))) yield Buffer.from('\r\n');
    }
  }
}
