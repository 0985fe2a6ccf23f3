import type { AuditedAct } from '@bocau/contract/people.ts';
import type { Tx } from '../../tables.ts';
import type { LockedPerson } from './accounts.store.ts';
import { insertAuditRows } from './audit.store.ts';

/** Who acts on a person: an owner of the domain, or the provider at the command line. */
export type Actor = { mailboxId: number; email: string; address: string } | 'command line';

/** Never a secret, such as a password or a token of a link. */
export type RecordedAct = { act: AuditedAct; before?: string | null; after?: string | null };

/** In the transaction of the acts: what is not written down has not happened. */
export async function recordActs(
  tx: Tx,
  person: Pick<LockedPerson, 'id' | 'email' | 'domain_id'>,
  { actor, at }: { actor: Actor; at: number },
  acts: RecordedAct[],
): Promise<void> {
  if (acts.length === 0) return;
  const by =
    actor === 'command line'
      ? { actor_mailbox_id: null, actor: '', address: '' }
      : { actor_mailbox_id: actor.mailboxId, actor: actor.email, address: actor.address };
  await insertAuditRows(
    tx,
    acts.map(({ act, before = null, after = null }) => ({
      domain_id: person.domain_id,
      at,
      ...by,
      person_mailbox_id: person.id,
      person: person.email,
      act,
      before,
      after,
    })),
  );
}
