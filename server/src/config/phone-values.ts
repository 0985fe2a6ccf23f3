import { getCountries } from 'libphonenumber-js/max';

/** Instead of a provider: codes go to the inbox of the requesting user. */
export const INBOX = 'inbox';

export type Country = ReturnType<typeof getCountries>[number];

/** Null when one of them is not a country. */
export function readCountries(list: string): [Country, ...Country[]] | null {
  const known = getCountries();
  const names = list.split(',').map((name) => known.find((each) => each === name.trim().toUpperCase()));
  const [first, ...others] = names.filter((name) => name !== undefined);
  return first === undefined || names.includes(undefined) ? null : [first, ...others];
}
