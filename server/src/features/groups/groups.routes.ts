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
import {
  decideGroupHeld,
  decideManyGroupHeld,
  listGroupHeld,
  MOST_HELD,
} from '@bocau/contract/held-messages.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
import { administeredDomain, domainToChange } from '../../identity/administration/administered-domain.ts';
import { readWaiting } from '../../mail/groups/held-messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { addMembers, removeMember } from './change-members.ts';
import { decideHeld, decideHeldMany, type GroupOfHeld } from './decide-held.ts';
import { type GroupRow, readGroup, readGroups } from './groups.store.ts';
import { groupView, listedView, membersPage, nextCursor, readCursor } from './groups.view.ts';
import * as manage from './manage-groups.ts';

/** Owners for their domain, providers for every one. */
export function groupRoutes(deps: manage.DecideDeps): Route[] {
  const { db } = deps;

  async function find(domainId: number, address: string): Promise<GroupRow> {
    const row = await readGroup(db, domainId, foldAddress(address));
    if (!row) throw new Failure('not_found', 'There is no such group');
    return row;
  }

  async function shown(domainId: number, address: string): Promise<{ data: Group }> {
    return { data: await groupView(db, await find(domainId, address)) };
  }

  async function ofHeld(domain: AdministeredDomain, address: string): Promise<GroupOfHeld> {
    const { id, email } = await find(domain.id, address);
    return { id, address: email, domain };
  }

  return [
    route(listGroups, async ({ caller, params, query }) => {
      const domain = await administeredDomain(db, caller, params.domain);
      const page = { after: readCursor(query.cursor), limit: GROUPS_PER_PAGE + 1 };
      const rows = await readGroups(db, domain.id, page);
      const data = rows.slice(0, GROUPS_PER_PAGE).map(listedView);
      return { data, meta: { next_cursor: nextCursor(rows, GROUPS_PER_PAGE, ({ email }) => email) } };
    }),

    route(addGroup, async ({ caller, params, body }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      const settings = { ...body, named: body.named ?? [] };
      return shown(domain.id, await manage.addGroup(deps, domain, settings, caller.actor));
    }),

    route(showGroup, async ({ caller, params }) => {
      const domain = await administeredDomain(db, caller, params.domain);
      return shown(domain.id, params.group);
    }),

    route(changeGroup, async ({ caller, params, body }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await manage.changeGroup(deps, domain, params.group, body, caller.actor);
      return shown(domain.id, params.group);
    }),

    route(deleteGroup, async ({ caller, params }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await manage.deleteGroup(deps, domain, params.group, caller.actor);
      return { data: OK };
    }),

    route(listGroupMembers, async ({ caller, params, query }) => {
      const domain = await administeredDomain(db, caller, params.domain);
      const { id } = await find(domain.id, params.group);
      return membersPage(db, id, query.cursor, GROUP_MEMBERS_PER_PAGE);
    }),

    route(addGroupMembers, async ({ caller, params, body }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await addMembers(deps, domain, params.group, body.emails, caller.actor);
      return shown(domain.id, params.group);
    }),

    route(removeGroupMember, async ({ caller, params }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      const which = { address: params.group, member: params.member };
      await removeMember(deps, domain, which, caller.actor);
      return shown(domain.id, params.group);
    }),

    route(listGroupHeld, async ({ caller, params }) => {
      const group = await ofHeld(await administeredDomain(db, caller, params.domain), params.group);
      return { data: await readWaiting(db, group.id, MOST_HELD) };
    }),

    route(decideGroupHeld, async ({ caller, params, body }) => {
      const group = await ofHeld(await domainToChange(deps, caller, params.domain), params.group);
      return { data: await decideHeld(deps, group, { id: params.held, act: body.act }, caller.actor) };
    }),

    route(decideManyGroupHeld, async ({ caller, params, body }) => {
      const group = await ofHeld(await domainToChange(deps, caller, params.domain), params.group);
      return { data: await decideHeldMany(deps, group, body, caller.actor) };
    }),
  ];
}
