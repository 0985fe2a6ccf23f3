import { getCountries } from 'libphonenumber-js/max';

/** In place of a provider: codes come into the inbox of whoever asks for them. */
export const INBOX = 'inbox';

export type Country = ReturnType<typeof getCountries>[number];

/** Null where one of them is no country. */
export function readCountries(list: string): [Country, ...Country[]] | null {
  const known = getCountries();
  const names = list.split(',').map((name) => known.find((each) => each === name.trim().toUpperCase()));
  const [first, ...others] = names.filter((name) => name !== undefined);
  return first === undefined || names.includes(undefined) ? null : [first, ...others];
}
