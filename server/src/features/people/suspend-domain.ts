import { releaseDomainTask } from '../../mail/outbox/release-sender.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import { hasProvider, notifySessionsOf, readSuspension, writeSuspension } from './suspend-domain.store.ts';

/**
 * Seconds by which a release extends beyond the suspension: held messages have the time at which their
 * process began to wait for the domain's row, by its own clock. Releasing too much is harmless, because what
 * must be held is held again.
 */
const AROUND = 60;

/**
 * Suspends a domain with a reason, or resumes it (null), while its row is locked. Its people cannot sign in
 * or send, due messages wait, and incoming mail is deferred; sessions are valid again afterwards. Returns the
 * change, null when there is none.
 */
export async function setSuspension(
  tx: Tx,
  domainId: number,
  reason: string | null,
  now: number,
): Promise<{ before: string; after: string } | null> {
  const { suspended_at: since, suspended_reason: before } = await readSuspension(tx, domainId);
  if (before === reason) return null;
  if (reason !== null && (await hasProvider(tx, domainId))) {
    const problem = 'would shut out a provider';
    throw invalidInput('A provider is among its people', { field: 'suspended', problem, rule: 'invalid' });
  }
  const suspended_at = reason === null ? null : (since ?? now);
  await writeSuspension(tx, domainId, { suspended_at, suspended_reason: reason });
  await notifySessionsOf(tx, domainId);
  if (reason === null && since !== null) {
    await addJob(tx, releaseDomainTask, {
      domainId,
      since: since - AROUND,
      until: now + AROUND,
      after: 0,
    });
  }
  return { before: `suspended=${before ?? 'none'}`, after: `suspended=${reason ?? 'none'}` };
}

export function requireProvider({ domainId }: { domainId: number | null }, act: string): void {
  if (domainId !== null) throw new Failure('forbidden', `Only a provider may ${act}`);
}
