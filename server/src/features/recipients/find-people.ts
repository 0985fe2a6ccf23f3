import type { MailAddress } from '@bocau/contract/fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../tables.ts';
import { foldedWords } from '../search/words.ts';
import { comparedForm } from './compared-form.ts';

const SUGGESTED = 10;
/** In a quarter of a year a correspondence counts half; compared as logarithms, which can't overflow. */
const HALF_LIFE = 90 * 86_400;
const SAME_DOMAIN_READ = 2000;

/**
 * People one writes with whose name or address has every typed word at the beginning of one of its own. Best first:
 * whom one writes to counts most, then whose mail comes, both less the longer ago.
 */
export async function findCorrespondents(
  db: Db,
  mailboxId: number,
  text: string,
  limit: number = SUGGESTED,
): Promise<MailAddress[]> {
  const { rows } = await sql<MailAddress>`
    select c.email, c.name
    from correspondents c
    where c.mailbox_id = ${mailboxId} and not c.replaced ${allWords(text)}
    order by
      ln((10 * c.sent_count + least(c.received_count, 50))::float8 + 0.1) + c.last_at * ln(2::float8) / ${HALF_LIFE} desc,
      c.sent_count desc, c.last_at desc, c.email
    limit ${limit}`.execute(db);
  return rows;
}

/** Active mailboxes of the caller's own domain, and of no other. */
export async function findSameDomain(db: Db, mailboxId: number, text: string): Promise<MailAddress[]> {
  const words = foldedWords(text);
  const { rows } = await sql<MailAddress>`
    select m.email, m.name
    from mailboxes own join mailboxes m on m.domain_id = own.domain_id
    where own.id = ${mailboxId} and m.active and m.id <> own.id
    order by m.email limit ${SAME_DOMAIN_READ}`.execute(db);
  const matching = rows.filter((person) => {
    const compared = comparedForm(person);
    return words.every((word) => compared.includes(` ${word}`));
  });
  return matching.slice(0, SUGGESTED);
}

/** The addresses one may send as: the mailbox's own, which is the default, and its aliases. */
export async function readSenders(
  db: Db,
  mailboxId: number,
): Promise<(MailAddress & { default: boolean })[]> {
  const { rows } = await sql<MailAddress & { default: boolean }>`
    select a.address as email, m.name, a.address = m.email as default
    from addresses a join mailboxes m on m.id = a.mailbox_id
    where m.id = ${mailboxId}
    order by (a.address = m.email) desc, a.address`.execute(db);
  return rows;
}

function allWords(text: string): RawBuilder<unknown> {
  // Words are letters and digits alone, so nothing in them means something to LIKE.
  const patterns = [...new Set(foldedWords(text))].map((word) => `% ${word}%`);
  return patterns.length === 0 ? sql`` : sql`and c.folded like all(${patterns}::text[])`;
}
