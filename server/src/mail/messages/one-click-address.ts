import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { MessageHeaders } from '../../tables.ts';

type Offer = { headers: MessageHeaders; sender_checks: SenderChecks | null };

/** Without a valid signature anyone could have written the URL, to learn who reads or to act for them. */
export function oneClickAddress({ headers, sender_checks }: Offer): string | null {
  const { unsubscribe } = headers;
  const signed = sender_checks?.dkim.some((signature) => signature.result === 'pass') ?? false;
  if (!signed || !unsubscribe?.oneClick || unsubscribe.url === null) return null;
  return URL.parse(unsubscribe.url)?.protocol === 'https:' ? unsubscribe.url : null;
}
