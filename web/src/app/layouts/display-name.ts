import type { User } from '@bocau/contract/account.ts';

/** Who gave no name is called by what stands before the at sign. */
export function displayName({ fullname, email }: User): string {
  return fullname || (email.split('@')[0] as string);
}
