import type { ShownPerson } from '@bocau/contract/admin-people.ts';

export type PersonProps = {
  person: ShownPerson;
  /** Reloads the list and the log. */
  onChanged(): Promise<unknown>;
};
