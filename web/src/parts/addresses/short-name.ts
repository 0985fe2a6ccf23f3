import type { MailAddress } from '@bocau/contract/fields.ts';

/** The name, or the local part of the address. */
export function shortName({ name, email }: MailAddress): string {
  return name.trim() || (email.split('@')[0] ?? '') || email;
}
