import type { SecretContext } from '../../platform/secrets/secret-box.ts';

/** What the secret of a calendar's link is sealed for. */
export function calendarLinkOf(mailboxId: number): SecretContext {
  return { mailboxId, purpose: 'calendar link' };
}
