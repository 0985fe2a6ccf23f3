import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { readStorageLimit } from './domains.store.ts';
import { readStorage } from './people.store.ts';

/**
 * Refuses what an owner would give beyond the storage of their domain, while its row is locked; the provider may, who
 * sets it. A domain that has given more already, as when its storage was made less, goes on as it is.
 */
export async function requireStorage(tx: Tx, domainId: number, more: number, actor: Actor): Promise<void> {
  if (actor.domainId === null || more <= 0) return;
  const storage = await readStorage(tx, domainId);
  if (storage === null) return;
  const { given, total } = storage;
  if (given + more <= total) return;
  throw new Failure('domain_quota_exceeded', 'The domain has not that much storage left', {
    details: { left_mb: Math.max(0, total - given) },
  });
}

/**
 * Where the provider limits a domain, its owners make no drive larger. Drives are not added to the storage of a domain:
 * limits were set for mail alone, and each would be exceeded at once by the drives that everybody has.
 */
export async function refuseLargerDrive(tx: Tx, domainId: number, more: number, actor: Actor): Promise<void> {
  if (more <= 0 || !(await isLimited(tx, domainId, actor))) return;
  throw new Failure('domain_quota_exceeded', 'Only a provider may enlarge a drive of this domain', {
    details: { left_mb: 0 },
  });
}

/** Whether the actor is an owner whose domain the provider limits. */
export async function isLimited(tx: Tx, domainId: number, actor: Actor): Promise<boolean> {
  return actor.domainId !== null && (await readStorageLimit(tx, domainId)) !== null;
}
