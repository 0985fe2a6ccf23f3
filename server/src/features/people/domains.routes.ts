import {
  addDomain,
  changeDomain,
  checkDomain,
  DOMAINS_PER_PAGE,
  type Domain,
  deleteDomain,
  listDomains,
  showDomain,
} from '@bocau/contract/admin-domains.ts';
import {
  type DomainLink,
  endDomainLink,
  LINKS_PER_PAGE,
  listDomainLinks,
  restoreDomainLink,
} from '@bocau/contract/admin-links.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { CalendarDeps } from '../../calendar/change-calendar.ts';
import type { DriveDeps } from '../../drive/change-drive.ts';
import { type PhoneCodeDeps, phoneMethods } from '../../identity/phone/send-phone-code.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import * as change from './change-domain.ts';
import { changeDomainLink } from './change-domain-link.ts';
import { checkDns, type DnsDeps } from './check-dns.ts';
import { createDomain } from './create-people.ts';
import * as deletion from './delete-domain.ts';
import { type DomainLinkRow, type LinkPage, readDomainLinks } from './domain-links.store.ts';
import { isDomainName } from './domain-name.ts';
import { type DomainRow, type LinkRuleColumns, readDomains, readUse } from './domains.store.ts';
import { domainOf } from './find-domain.ts';

type Deps = DnsDeps & ChangeDeps & DriveDeps & CalendarDeps & Pick<PhoneCodeDeps, 'phoneGateway' | 'secrets'>;

export function domainRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;

  async function shown(name: string, actor: Actor) {
    const row = await domainOf(db, name, actor);
    const sends_codes = phoneMethods(deps).length > 0;
    return { data: { ...view(row), ...(await readUse(db, row.id)), sends_codes } };
  }

  return [
    route(listDomains, async ({ caller, query }) => {
      const { search = '', cursor, limit: wanted = DOMAINS_PER_PAGE } = query;
      // The people of each domain are counted.
      const limit = Math.min(wanted, DOMAINS_PER_PAGE);
      const after = cursor === undefined ? '' : readCursor(cursor);
      const page = { domainId: caller.actor.domainId, search: search.trim().toLowerCase(), after };
      const found = await readDomains(db, { ...page, limit: limit + 1 });
      const data = found.slice(0, limit);
      const last = found.length > limit ? data.at(-1) : undefined;
      return {
        data: data.map(({ id, ...domain }) => domain),
        meta: { next_cursor: last ? encodeCursor([last.name]) : null },
      };
    }),

    route(showDomain, ({ caller, params }) => shown(params.domain, caller.actor)),

    route(changeDomain, async ({ caller, params, body }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      const { catch_all: catchAll, storage, seats, suspended, verified, require_two_step, sms_codes } = body;
      const { directory, tax_code: taxCode, merges_per_day: mergesPerDay } = body;
      const switches = { require_two_step, sms_codes };
      const linkRules = linkRulesOf(body);
      const wanted = {
        storage,
        seats,
        catchAll,
        suspended,
        verified,
        directory,
        taxCode,
        mergesPerDay,
        switches,
        linkRules,
      };
      await change.changeDomain(deps, domain, wanted, caller.actor);
      return shown(params.domain, caller.actor);
    }),

    route(addDomain, async ({ caller, body }) => {
      requireFreshAdmin(caller, clock);
      const name = body.new_name.trim().toLowerCase();
      if (!isDomainName(name)) {
        throw invalidInput('This is no domain name', {
          field: 'new_name',
          problem: 'is no domain name',
          rule: 'invalid',
        });
      }
      await createDomain(deps, name, true, caller.actor);
      return { data: view(await domainOf(db, name, caller.actor)) };
    }),

    route(deleteDomain, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      await deletion.deleteDomain(deps, await domainOf(db, params.domain, caller.actor), caller.actor);
      return { data: OK };
    }),

    route(listDomainLinks, async ({ caller, params, query }) => {
      const { cursor, limit = LINKS_PER_PAGE } = query;
      const domain = await domainOf(db, params.domain, caller.actor);
      const after = cursor === undefined ? null : readLinkCursor(cursor);
      const page = { now: unixSeconds(clock), limit: limit + 1, after };
      const found = await readDomainLinks(db, domain.id, page);
      const last = found.length > limit ? found[limit - 1] : undefined;
      const next_cursor = last ? encodeCursor([last.mailbox_id, last.id]) : null;
      return { data: found.slice(0, limit).map(linkView), meta: { next_cursor } };
    }),

    route(endDomainLink, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await changeDomainLink(deps, domain, { id: params.id, act: 'end' }, caller.actor);
      return { data: OK };
    }),

    route(restoreDomainLink, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await changeDomainLink(deps, domain, { id: params.id, act: 'restore' }, caller.actor);
      return { data: OK };
    }),

    route(checkDomain, async ({ caller, params }) => {
      return { data: await checkDns(deps, await domainOf(db, params.domain, caller.actor)) };
    }),
  ];
}

function view({ id, ...domain }: DomainRow): Domain {
  return domain;
}

function linkRulesOf({ outside_links, outside_link_days }: LinkRuleColumns): LinkRuleColumns {
  return {
    ...(outside_links === undefined ? {} : { outside_links }),
    ...(outside_link_days === undefined ? {} : { outside_link_days }),
  };
}

function readCursor(cursor: string): string {
  const [name] = decodeCursor(cursor, 1) ?? [];
  if (typeof name !== 'string') throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return name;
}

function linkView({ mailbox_id: _, ...link }: DomainLinkRow): DomainLink {
  return link;
}

function readLinkCursor(cursor: string): LinkPage['after'] {
  const [mailboxId, id] = decodeCursor(cursor, 2) ?? [];
  if (Number.isSafeInteger(mailboxId) && typeof id === 'string' && isId(id)) {
    return { mailboxId: mailboxId as number, id };
  }
  throw new Failure('invalid_cursor', 'The cursor is of no list like this');
}
