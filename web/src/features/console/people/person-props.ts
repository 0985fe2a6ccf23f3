import type { ShownPerson } from '@bocau/contract/admin-people.ts';

export type PersonProps = {
  person: ShownPerson;
  /** Reloads the list and the log. */
  onChanged(): Promise<unknown>;
};

/** Where somebody is suspended or deleted. */
export type EndProps = PersonProps & {
  /** Leads to where their meetings are handed over. */
  onHandOver(): void;
};
