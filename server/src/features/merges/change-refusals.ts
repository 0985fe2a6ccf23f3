import type { BodyOf, DataOf, MetaOf, QueryOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { addMergeRefusals, listMergeRefusals } from '@bocau/contract/merges.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db, ReadDb } from '../../tables.ts';
import * as store from './merge-refusals.store.ts';

type Listed = { data: DataOf<typeof listMergeRefusals>; meta: MetaOf<typeof listMergeRefusals> };

export async function listRefusals(
  db: ReadDb,
  mailboxId: number,
  { search = '', after = '', limit = LIMITS.pageSize }: QueryOf<typeof listMergeRefusals>,
): Promise<Listed> {
  const most = Math.min(Math.max(limit, 1), LIMITS.pageSizeMax);
  const wanted = { search: search.trim().toLowerCase(), after, limit: most + 1 };
  const [rows, total] = await Promise.all([
    store.readRefusals(db, mailboxId, wanted),
    store.countRefusals(db, mailboxId),
  ]);
  const page = rows.slice(0, most);
  return {
    data: page.map(({ email, by, at }) => ({ email, by, at })),
    meta: { total, next_after: rows.length > most ? (page.at(-1)?.address ?? null) : null },
  };
}

export async function addRefusals(
  db: Db,
  { mailbox, at }: { mailbox: number; at: number },
  { emails }: BodyOf<typeof addMergeRefusals>,
): Promise<void> {
  const people = new Map(emails.map((email) => [foldAddress(email), email]));
  await inTransaction(db, async (tx) => {
    const there = await store.countRefusals(tx, mailbox);
    if (there + people.size > MERGE_LIMITS.refusals) {
      throw new Failure('too_many_merges', 'The list is full', { details: { limit: MERGE_LIMITS.refusals } });
    }
    const given = [...people].map(([address, email]) => ({ address, email }));
    await store.insertRefusals(tx, mailbox, given, { by: 'person', at });
  });
}

export async function removeRefusals(
  db: Db,
  mailboxId: number,
  { emails }: BodyOf<typeof addMergeRefusals>,
): Promise<void> {
  await inTransaction(db, (tx) => store.deleteRefusals(tx, mailboxId, emails.map(foldAddress)));
}
