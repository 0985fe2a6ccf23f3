import { sql } from 'kysely';
import { DERIVED, DERIVED_VERSIONS } from '../mail/rebuild/derived-versions.ts';
import type { TestDb } from './test-context.ts';

const SURNAMES = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đỗ'];
const NAMES = ['Văn Đức', 'Thị Hoà', 'Quốc Bảo', 'Ngọc Ánh'];

/** Adds this many people to a domain and its directory, by inserting rows: thanh.vien1@…, and so on. */
export async function fillDomain(db: TestDb, domain: string, people: number): Promise<void> {
  await sql`
    insert into mailboxes (domain_id, email, name, kind, quota_mb, derived_kinds, created_at)
    select d.id, 'thanh.vien' || n || '@' || d.name,
      (${SURNAMES}::text[])[1 + n % ${SURNAMES.length}::integer] || ' '
        || (${NAMES}::text[])[1 + n % ${NAMES.length}::integer] || ' ' || n,
      'member', 1000, ${DERIVED.length}::integer, 0
    from domains d cross join generate_series(1, ${people}::integer) as n where d.name = ${domain}`.execute(
    db,
  );
  // Each following row looks up its mailbox, and PostgreSQL would scan all of them while its statistics say
  // they are few.
  await sql`analyze mailboxes`.execute(db);
  await sql`
    with made as (
      select id, domain_id, email, lower(name) as name from mailboxes
      where email like 'thanh.vien%' and split_part(email, '@', 2) = ${domain}
    ), addressed as (
      insert into addresses (address, mailbox_id) select email, id from made
    ), stated as (
      insert into mailbox_state (mailbox_id) select id from made
    ), listed as (
      insert into directory_entries (mailbox_id, domain_id, title, department, phone, listed, given_key, words)
      select id, domain_id, '', '', '', true, name,
        array_to_tsvector(array[domain_id || '.' || split_part(email, '@', 1)])
      from made
    )
    insert into derived_versions (mailbox_id, what, version, finished)
    select id, v.key, v.value::integer, true
    from made cross join json_each_text(${JSON.stringify(DERIVED_VERSIONS)}::json) as v`.execute(db);
}
