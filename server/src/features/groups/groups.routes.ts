import {
  addGroup,
  addGroupMembers,
  changeGroup,
  deleteGroup,
  GROUP_MEMBERS_PER_PAGE,
  GROUPS_PER_PAGE,
  type Group,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  showGroup,
} from '@bocau/contract/groups.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { AdminCaller } from '../../platform/caller.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { addMembers, removeMember } from './change-members.ts';
import {
  type GroupRow,
  readAdministered,
  readGroup,
  readGroups,
  readMembers,
  readNamedWriters,
} from './groups.store.ts';
import * as manage from './manage-groups.ts';

/** Owners for their domain, providers for every one. */
export function groupRoutes(deps: manage.GroupDeps): Route[] {
  const { db, clock } = deps;

  /** A domain that the caller administers. */
  async function domainOf({ actor }: AdminCaller, name: string): Promise<manage.DomainOfGroups> {
    const domain = await readAdministered(db, name.toLowerCase(), actor.domainId);
    if (!domain) throw new Failure('not_found', 'There is no such domain');
    return domain;
  }

  async function find(domainId: number, address: string): Promise<GroupRow> {
    const row = await readGroup(db, domainId, foldAddress(address));
    if (!row) throw new Failure('not_found', 'There is no such group');
    return row;
  }

  async function shown(domainId: number, address: string): Promise<{ data: Group }> {
    const { id, ...group } = await find(domainId, address);
    return { data: { ...group, named: await readNamedWriters(db, id) } };
  }

  /** The domain of a change, by a caller who has re-authenticated recently. */
  async function changedDomain(caller: AdminCaller, name: string): Promise<manage.DomainOfGroups> {
    requireFreshAdmin(caller, clock);
    return domainOf(caller, name);
  }

  return [
    route(listGroups, async ({ caller, params, query }) => {
      const domain = await domainOf(caller, params.domain);
      const page = { after: readCursor(query.cursor), limit: GROUPS_PER_PAGE + 1 };
      const rows = await readGroups(db, domain.id, page);
      const data = rows.slice(0, GROUPS_PER_PAGE).map(({ id: _, ...group }) => group);
      return { data, meta: { next_cursor: nextCursor(rows, GROUPS_PER_PAGE, ({ email }) => email) } };
    }),

    route(addGroup, async ({ caller, params, body }) => {
      const domain = await changedDomain(caller, params.domain);
      const settings = { ...body, named: body.named ?? [] };
      return shown(domain.id, await manage.addGroup(deps, domain, settings, caller.actor));
    }),

    route(showGroup, async ({ caller, params }) => {
      const domain = await domainOf(caller, params.domain);
      return shown(domain.id, params.group);
    }),

    route(changeGroup, async ({ caller, params, body }) => {
      const domain = await changedDomain(caller, params.domain);
      await manage.changeGroup(deps, domain, params.group, body, caller.actor);
      return shown(domain.id, params.group);
    }),

    route(deleteGroup, async ({ caller, params }) => {
      const domain = await changedDomain(caller, params.domain);
      await manage.deleteGroup(deps, domain, params.group, caller.actor);
      return { data: OK };
    }),

    route(listGroupMembers, async ({ caller, params, query }) => {
      const domain = await domainOf(caller, params.domain);
      const { id } = await find(domain.id, params.group);
      const page = { after: readCursor(query.cursor), limit: GROUP_MEMBERS_PER_PAGE + 1 };
      const rows = await readMembers(db, id, page);
      const data = rows.slice(0, GROUP_MEMBERS_PER_PAGE).map(({ address: _, ...member }) => member);
      return {
        data,
        meta: { next_cursor: nextCursor(rows, GROUP_MEMBERS_PER_PAGE, ({ address }) => address) },
      };
    }),

    route(addGroupMembers, async ({ caller, params, body }) => {
      const domain = await changedDomain(caller, params.domain);
      await addMembers(deps, domain, params.group, body.emails, caller.actor);
      return shown(domain.id, params.group);
    }),

    route(removeGroupMember, async ({ caller, params }) => {
      const domain = await changedDomain(caller, params.domain);
      const which = { address: params.group, member: params.member };
      await removeMember(deps, domain, which, caller.actor);
      return shown(domain.id, params.group);
    }),
  ];
}

/** Where the next page begins; null when the rows, one more than a page, were all. */
function nextCursor<Row>(rows: Row[], perPage: number, keyOf: (row: Row) => string): string | null {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return last === undefined ? null : encodeCursor([keyOf(last)]);
}

function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [after] = decodeCursor(cursor, 1) ?? [];
  if (typeof after === 'string') return after;
  throw new Failure('invalid_cursor', 'The cursor is of no list like this');
}
