import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { readStorageLimit } from './domains.store.ts';
import { readStorage } from './people.store.ts';

/**
 * Refuses quotas beyond the storage of an owner's domain, while its row is locked; the provider, who sets the
 * storage, may exceed it. A domain already above its storage stays as it is.
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
 * In a domain limited by the provider, owners cannot enlarge drives. Drives do not count towards a domain's
 * storage: limits were set for mail alone, and the drives that everyone has would exceed each of them
 * immediately.
 */
export async function refuseLargerDrive(tx: Tx, domainId: number, more: number, actor: Actor): Promise<void> {
  if (more <= 0 || !(await isLimited(tx, domainId, actor))) return;
  throw new Failure('domain_quota_exceeded', 'Only a provider may enlarge a drive of this domain', {
    details: { left_mb: 0 },
  });
}

/** Whether the actor is an owner whose domain is limited by the provider. */
export async function isLimited(tx: Tx, domainId: number, actor: Actor): Promise<boolean> {
  return actor.domainId !== null && (await readStorageLimit(tx, domainId)) !== null;
}
