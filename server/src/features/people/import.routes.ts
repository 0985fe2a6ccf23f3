import { importPeople, MOST_IMPORTED, MOST_IMPORTED_PASSWORDS } from '@bocau/contract/import-people.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { importPeople as addAll, type ImportDeps, planImport } from './import-people.ts';
import { type ListedPerson, readListedPeople } from './read-people.ts';

const SHOWN_FAULTS = 100;

export function importRoutes(deps: ImportDeps & { log: Logger }): Route[] {
  return [
    route(importPeople, async ({ caller, body }) => {
      requireFreshAdmin(caller, deps.clock);
      const { people, faults: unreadable } = readListedPeople(body.csv, MOST_IMPORTED);
      requireFew(people);
      const plan = await planImport(deps, people, caller.actor);
      const faults = [...unreadable, ...plan.faults].sort((a, b) => a.line - b.line);
      const isToDo = faults.length === 0 && body.only_check !== true;
      const known = body.update === true ? plan.known : [];
      const { added, changed, links, stopped } = isToDo
        ? await addAll(deps, plan.people, caller.actor, { links: body.links === true, known })
        : { added: plan.people.length, changed: plan.changed, links: [], stopped: null };
      const isRefused = stopped instanceof Failure;
      if (stopped !== null && !isRefused) deps.log.error({ error: stopped }, 'import of people stopped');
      return {
        data: {
          added,
          there: plan.there,
          changed,
          faults: faults.slice(0, SHOWN_FAULTS),
          fault_count: faults.length,
          links,
          stopped: stopped === null ? null : isRefused ? stopped.message : 'internal error',
        },
      };
    }),
  ];
}

function requireFew(people: ListedPerson[]): void {
  const passwords = people.filter(({ password }) => password !== null).length;
  const problem = `has more than ${MOST_IMPORTED_PASSWORDS} passwords; the command line takes more, as do hashes and links`;
  if (passwords > MOST_IMPORTED_PASSWORDS)
    throw invalidInput(`The list ${problem}`, { field: 'csv', problem, rule: 'too_long' });
}
