import type { SecretContext } from '../../platform/secrets/secret-box.ts';

/** What the address of a subscribed calendar is sealed for. */
export function subscriptionOf(mailboxId: number): SecretContext {
  return { mailboxId, purpose: 'calendar subscription' };
}
