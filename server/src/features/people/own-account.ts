import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';

/**
 * Changing one's own password requires the current one (PW-3), and one's own second step a code (TF-1): a
 * stolen administrator session must not bypass either through the console.
 */
export function refuseOwnAccount(actor: Actor, mailboxId: number): void {
  if (actor.kind !== 'person' || actor.mailboxId !== mailboxId) return;
  throw new Failure('own_account', 'Change your own password and second step in your account');
}
