import type { MailAddress } from '@bocau/contract/fields.ts';

/** The name, or of an address what stands before its domain. */
export function shortName({ name, email }: MailAddress): string {
  return name.trim() || (email.split('@')[0] ?? '') || email;
}
