import type { User } from '@bocau/contract/account.ts';

/** The full name, or the local part of the address when there is none. */
export function displayName({ fullname, email }: User): string {
  return fullname || (email.split('@')[0] as string);
}
