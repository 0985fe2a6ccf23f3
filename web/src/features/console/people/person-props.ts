import type { Person } from '@bocau/contract/people.ts';

export type PersonProps = {
  person: Person;
  /** Reloads the list and the log. */
  onChanged(): Promise<unknown>;
};
