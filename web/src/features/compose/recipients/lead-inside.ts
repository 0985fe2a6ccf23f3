import type { MailAddress } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';
import type { SuggestedPeople } from './suggested.ts';

/** In a large domain, many names begin with fewer letters; then whom one writes with comes first. */
const BEGINNING = 4;
const MOST = 3;

/**
 * RC-7: people and groups of one's own domain whose name or local part is what was typed, or begins with it, come
 * before those outside who begin the same. Before all of them is the list whose name was typed: it finds its members, too.
 */
export function leadInside(people: SuggestedPeople, typed: string, ownDomain: string): SuggestedPeople {
  const text = fold(typed.trim()).replace(/\s+/g, ' ');
  if (text === '') return people;
  const places = ['writtenWith', 'sameDomain', 'groups'] as const;
  const leading = places
    .flatMap((place) => people[place])
    .filter(({ email }) => email.toLowerCase().endsWith(`@${ownDomain}`))
    .map((person) => ({ person, fit: fitOf(person, text) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .slice(0, MOST)
    .map(({ person }) => person);
  const rest = (some: readonly MailAddress[]) => some.filter((person) => !leading.includes(person));
  const isNamed = ({ name }: { name: string }) => fold(name) === text;
  return {
    namedLists: people.lists.filter(isNamed),
    leading,
    writtenWith: rest(people.writtenWith),
    sameDomain: rest(people.sameDomain),
    groups: rest(people.groups),
    lists: people.lists.filter((list) => !isNamed(list)),
  };
}

/** CL-237: whom one asks to a meeting is mostly of the own domain, also where one writes more to others. */
export function colleaguesFirst(people: SuggestedPeople, ownDomain: string): SuggestedPeople {
  const isInside = ({ email }: MailAddress) => email.toLowerCase().endsWith(`@${ownDomain}`);
  const isOutside = (person: MailAddress) => !isInside(person);
  const { leading, writtenWith, sameDomain, groups } = people;
  return {
    ...people,
    leading: [...leading, ...writtenWith, ...sameDomain, ...groups].filter(isInside),
    writtenWith: [...leading, ...writtenWith].filter(isOutside),
    sameDomain: sameDomain.filter(isOutside),
    groups: groups.filter(isOutside),
  };
}

function fitOf({ name, email }: MailAddress, text: string): 0 | 1 | 2 {
  const forms = [fold(name), fold(email), fold(email.slice(0, email.lastIndexOf('@')))];
  if (forms.includes(text)) return 2;
  return text.length >= BEGINNING && forms.some((form) => form.startsWith(text)) ? 1 : 0;
}
