import { sql } from 'kysely';
import { CARD_TABLES } from '../contacts/card-resources.ts';
import { DERIVED_VERSION } from '../contacts/cards/derive-card.ts';
import { lockContacts } from '../contacts/contacts.store.ts';
import { countBytes } from '../kernel/resources.store.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { fillDomain } from './fill-domain.ts';
import type { TestDb } from './test-context.ts';
import { withDatabase } from './with-database.ts';

const SURNAMES = ['Nguyen', 'Tran', 'Le', 'Pham', 'Do'];
const GIVEN = ['an', 'anh', 'binh', 'chi', 'd~uc', 'dung', 'giang', 'hoa', 'khanh', 'lan', 'minh', 'ngoc'];

/**
 * Adds this many cards to the book of new cards, by inserting rows: names are of few words, as they are, and each
 * has its number, its address and a telephone number. Half are in the list "Khách hàng", a third are favourites.
 */
export async function fillContacts(db: TestDb, mailboxId: number, cards: number): Promise<string> {
  const { default_book: book } = await inTransaction(db, (tx) =>
    lockContacts(tx, mailboxId, Math.floor(systemClock.now() / 1000)),
  );
  await sql`
    with made as materialized (
      select n, md5(${mailboxId} || ' card ' || n)::uuid as id,
        (${GIVEN}::text[])[1 + n % ${GIVEN.length}::integer] as given,
        (${SURNAMES}::text[])[1 + n / 7 % ${SURNAMES.length}::integer] as family,
        '09' || lpad(n::text, 8, '0') as number
      from generate_series(1, ${cards}::integer) as n
    ), sources as (
      insert into contact_sources (mailbox_id, card_id, source)
      select ${mailboxId}, id, convert_to(concat_ws(E'\\r\\n', 'BEGIN:VCARD', 'VERSION:3.0', 'UID:' || id,
        'FN:' || family || ' ' || given || n, 'N:' || family || ';' || given || n || ';;;',
        'EMAIL;TYPE=work:khach' || n || '@khach.example', 'TEL;TYPE=cell:' || number, 'END:VCARD', ''), 'UTF8')
      from made
    ), members as (
      insert into contact_list_members (mailbox_id, list_key, card_id, given_key, family_key)
      select ${mailboxId}, 'khách hàng', id, given || ' ' || lower(family) || n, lower(family) || ' ' || given || n
      from made where n % 2 = 0
    ), lists as (
      insert into contact_lists (mailbox_id, list_key, name, total)
      values (${mailboxId}, 'khách hàng', 'Khách hàng', ${cards}::integer / 2)
    ), points as (
      insert into contact_points (mailbox_id, card_id, kind, position, value)
      select ${mailboxId}, id, 'email', 0, 'khach' || n || '@khach.example' from made
    ), state as (
      update contact_state set seq = greatest(seq, 1) where mailbox_id = ${mailboxId}
    ), book as (
      update contact_books set total = total + ${cards}::integer
      where mailbox_id = ${mailboxId} and id = ${book}::uuid
    )
    insert into contact_cards (mailbox_id, id, book_id, uid, name, etag, seq, derived_version, kind, full_name,
      given_key, family_key, organisation, title, email, phone, words, favorite, created_at, changed_at)
    select ${mailboxId}, id, ${book}::uuid, id::text, id || '.vcf', md5(id::text), 1, ${DERIVED_VERSION}::smallint, 'individual', family || ' ' || given,
      given || ' ' || lower(family) || n, lower(family) || ' ' || given || n, 'Công ty ' || n, '',
      'khach' || n || '@khach.example', number,
      ' ' || given || ' ' || lower(family) || ' khach' || n || ' ' || number, n % 3 = 0, 0, 0
    from made`.execute(db);
  await inTransaction(db, (tx) => countBytes(tx, CARD_TABLES, mailboxId));
  return book;
}

/** The same for a user by their address, and as many people in the directory of their domain, once. */
export async function fillContactsOf(
  databaseUrl: string,
  email: string,
  { cards, people }: { cards: number; people: number },
): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    const { id } = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // A previous run may have filled them.
    for (const table of CLEARED) await db.deleteFrom(table).where('mailbox_id', '=', id).execute();
    await fillContacts(db, id, cards);
    const domain = email.split('@')[1] ?? '';
    const filled = await sql`select from mailboxes where email = ${`thanh.vien1@${domain}`}`.execute(db);
    if (filled.rows.length === 0) await fillDomain(db, domain, people);
    await sql`vacuum analyze contact_cards, contact_points, contact_list_members, contact_sources, mailboxes,
      addresses, directory_entries`.execute(db);
  });
}

const CLEARED = [
  'contact_cards',
  'contact_sources',
  'contact_points',
  'contact_list_members',
  'contact_lists',
  'contact_books',
] as const;
