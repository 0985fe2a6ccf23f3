import {
  addContacts,
  checkAddresses,
  completeAddresses,
  replaceRecipient,
  suggestRecipients,
} from '@bocau/contract/search.ts';
import type { Clock } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import * as check from './check-addresses.ts';
import { findCorrespondents, findSameDomain, readSenders } from './find-people.ts';
import { replaceAddress, storePeople } from './store-people.ts';

export function recipientRoutes(deps: { db: Db; clock: Clock }): Route[] {
  const { db } = deps;

  async function suggestPeople(mailboxId: number, text: string) {
    const [suggested, sameDomain] = await Promise.all([
      findCorrespondents(db, mailboxId, text),
      findSameDomain(db, mailboxId, text),
    ]);
    const known = new Set(suggested.map((person) => person.email));
    return { suggested, sameDomain: sameDomain.filter((person) => !known.has(person.email)) };
  }

  return [
    route(suggestRecipients, async ({ caller, query }) => {
      const { suggested, sameDomain } = await suggestPeople(caller.mailboxId, query.search_text);
      return { data: { suggest_emails: suggested, same_domain_emails: sameDomain } };
    }),

    route(replaceRecipient, async ({ caller, body }) => {
      await replaceAddress(deps, caller.mailboxId, body.old_email, body.new_email);
      return { data: OK };
    }),

    route(completeAddresses, async ({ caller, query }) => {
      if (query.s === undefined) return { data: await readSenders(db, caller.mailboxId) };
      const { suggested, sameDomain } = await suggestPeople(caller.mailboxId, query.s);
      return { data: [...suggested, ...sameDomain] };
    }),

    route(addContacts, async ({ caller, body }) => {
      await storePeople(deps, caller.mailboxId, body);
      return { data: OK };
    }),

    route(checkAddresses, async ({ caller, body }) => ({
      data: await check.checkAddresses(db, caller.mailboxId, body.emails),
    })),
  ];
}
