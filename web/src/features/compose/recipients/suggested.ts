import type { ContactList } from '@bocau/contract/contacts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';

/** A person, a group of the domain, or a list of one's own, which has no address. */
export type Suggested = MailAddress | ContactList;

export type SuggestedPeople = {
  /** Lists of one's own whose whole name was typed. */
  namedLists: readonly ContactList[];
  /** Of one's own domain, and best matches. */
  leading: readonly MailAddress[];
  writtenWith: readonly MailAddress[];
  sameDomain: readonly MailAddress[];
  groups: readonly MailAddress[];
  /** One's own other lists of contacts. */
  lists: readonly ContactList[];
};
