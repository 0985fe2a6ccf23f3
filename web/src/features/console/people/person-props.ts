import type { Person } from '@bocau/contract/people.ts';

export type PersonProps = {
  person: Person;
  /** What is in the list and in the log is read anew. */
  onChanged(): Promise<unknown>;
};
