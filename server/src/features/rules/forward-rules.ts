import { requireFreshProof } from '../../access/fresh-proof.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { Caller } from '../../platform/caller.ts';
import { isId } from '../../platform/ids.ts';
import { createForward, updateForward } from '../forwarding/save-forward.ts';
import { readForward } from './read-definition.ts';
import type { RuleRow } from './rule-row.ts';
import { readRule } from './rules.store.ts';

type Given = { is_enable?: boolean | undefined; sieve_json?: string | undefined };

/** Null when the rule is of another type. A forward is always created disabled. */
export async function createForwardRule(
  deps: SendingDeps,
  caller: Caller,
  { sieve_json: sieveJson }: { sieve_json: string },
): Promise<RuleRow | null> {
  const forward = readForward(sieveJson);
  if (forward === null) return null;
  requireFreshProof(caller, deps.clock);
  const id = await createForward(deps, caller.mailbox, forward.email);
  return (await readRule(deps.db, caller.mailbox, id)) ?? null;
}

/** Null when the rule is of another type. */
export async function updateForwardRule(
  deps: SendingDeps,
  caller: Caller,
  id: string,
  { is_enable, sieve_json: sieveJson }: Given,
): Promise<RuleRow | null> {
  if (!isId(id)) return null;
  const forward = sieveJson === undefined ? undefined : readForward(sieveJson);
  const { mailbox } = caller;
  const changes = {
    enable: is_enable ?? forward?.is_enable,
    email: forward?.email,
    isOther: forward === null,
    beforeEnabling: () => requireFreshProof(caller, deps.clock),
  };
  if (!(await updateForward(deps, mailbox, id, changes))) return null;
  return (await readRule(deps.db, mailbox, id)) ?? null;
}
