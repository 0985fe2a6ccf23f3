import type { DirectoryMode } from '@bocau/contract/directory.ts';
import type { ReadDb } from '../../tables.ts';

/** The domain of a person, and what it shows of its people. */
export type OwnDirectory = { domain_id: number; domain: string; directory: DirectoryMode };

export async function readOwnDirectory(db: ReadDb, person: number): Promise<OwnDirectory> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['domain_id', 'domains.name as domain', 'directory'])
    .where('mailboxes.id', '=', person)
    .executeTakeFirstOrThrow();
}
