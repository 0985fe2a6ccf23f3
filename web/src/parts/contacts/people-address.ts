import type { Params } from '../../router/match-path.ts';

export const PEOPLE_VIEWS = ['directory', 'others'] as const;
/** The people of one's own domain, or those who were written to and have no card. */
export type PeopleKind = (typeof PEOPLE_VIEWS)[number];

/** What an address below `/contacts` shows of people without cards. */
export type PeopleView = {
  kind: PeopleKind;
  /** Empty unless it is a search. */
  words: string;
  /** Of the directory; null for all of it. */
  department: string | null;
  /** Who is opened. */
  email: string | null;
};

/** By the same pattern as contacts; null where the address shows these. */
export function peopleAt({ place, id }: Params, search: string): PeopleView | null {
  const kind = PEOPLE_VIEWS.find((each) => each === place);
  if (kind === undefined) return null;
  const query = new URLSearchParams(search);
  const department = kind === 'directory' ? query.get('department') : null;
  return { kind, words: query.get('q') ?? '', department, email: id ?? null };
}

export function peopleAddressOf(
  kind: PeopleKind,
  { words = '', department = null, email = null }: Partial<PeopleView> = {},
): string {
  const query = new URLSearchParams();
  if (words !== '') query.set('q', words);
  if (department !== null) query.set('department', department);
  const path = `/contacts/${kind}${email === null ? '' : `/${encodeURIComponent(email)}`}`;
  return query.size > 0 ? `${path}?${query}` : path;
}
