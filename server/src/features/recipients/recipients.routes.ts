import { forgetOtherPerson, listOtherPeople } from '@bocau/contract/other-people.ts';
import {
  addContacts,
  checkAddresses,
  completeAddresses,
  replaceRecipient,
  suggestRecipients,
} from '@bocau/contract/search.ts';
import { findGroups } from '../../mail/people/find-people.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import * as check from './check-addresses.ts';
import * as others from './list-other-people.ts';
import { replaceAddress, storePeople } from './store-people.ts';
import { suggestLists } from './suggest-lists.ts';
import { suggestPeople } from './suggest-people.ts';

export function recipientRoutes(deps: { db: Db; clock: Clock }): Route[] {
  const { db } = deps;

  return [
    route(suggestRecipients, async ({ caller, query }) => {
      const [{ suggested, sameDomain }, groups, lists] = await Promise.all([
        suggestPeople(db, caller, query.search_text),
        findGroups(db, caller.mailbox, query.search_text),
        suggestLists(db, caller.person, query.search_text),
      ]);
      const known = new Set(suggested.map(({ email }) => email));
      return {
        data: {
          suggest_emails: suggested,
          same_domain_emails: sameDomain,
          groups: groups.filter(({ email }) => !known.has(email)),
          lists,
        },
      };
    }),

    route(replaceRecipient, async ({ caller, body }) => {
      await replaceAddress(deps, caller.mailbox, body.old_email, body.new_email);
      return { data: OK };
    }),

    route(completeAddresses, async ({ caller, query }) => {
      if (query.s === undefined) return { data: await readSenders(db, caller.mailbox) };
      const { suggested, sameDomain } = await suggestPeople(db, caller, query.s);
      return { data: [...suggested, ...sameDomain] };
    }),

    route(addContacts, async ({ caller, body }) => {
      await storePeople(deps, caller.mailbox, body);
      return { data: OK };
    }),

    route(listOtherPeople, ({ caller, query }) => others.listOtherPeople(db, caller.person, query)),

    route(forgetOtherPerson, async ({ caller, body }) => {
      await others.forgetPerson(db, caller.person, body);
      return { data: OK };
    }),

    route(checkAddresses, async ({ caller, body }) => ({
      data: await check.checkAddresses(db, caller.mailbox, body.emails),
    })),
  ];
}
