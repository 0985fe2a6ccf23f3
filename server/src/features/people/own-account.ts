import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';

/**
 * The own password takes the present one (PW-3), and the own second step a code (TF-1): whoever holds the session of an
 * administrator gets past neither by administering them.
 */
export function refuseOwnAccount(actor: Actor, mailboxId: number): void {
  if (actor.kind !== 'person' || actor.mailboxId !== mailboxId) return;
  throw new Failure('own_account', 'Change your own password and second step in your account');
}
