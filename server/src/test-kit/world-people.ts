import { hash } from '@node-rs/argon2';
import { domains, people } from '../demo-world/people.ts';
import { createDomain, createMailbox } from '../features/people/create-people.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../tables.ts';

/** A hash contains its own cost parameters; at the usual cost each of the many sign-ins would take 12 ms. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The domains and people of the demo world, who have no mail yet. */
export async function createWorldPeople(deps: { db: Db; clock: Clock }): Promise<void> {
  for (const domain of domains) await createDomain(deps, domain.name, domain.verified);
  // One password for all.
  const [{ password }] = people as [(typeof people)[number]];
  const passwordHash = await hash(password, CHEAP);
  for (const person of people) await createMailbox(deps, { ...person, passwordHash });
}
