import { GROUP_MEMBERS_PER_PAGE, GROUPS_PER_PAGE } from '@bocau/contract/groups.ts';
import * as held from '@bocau/contract/held-messages.ts';
import * as own from '@bocau/contract/own-groups.ts';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../../access/authorize.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import { readWaiting } from '../../mail/groups/held-messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor, SessionCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { addMembers, removeMember } from './change-members.ts';
import { decideByLink, type LinkDeps, showByLink } from './decide-by-link.ts';
import { decideHeld } from './decide-held.ts';
import { readGroup } from './groups.store.ts';
import { groupView, membersPage, nextCursor, readCursor } from './groups.view.ts';
import { readOwnGroups, readStanding, type Standing } from './keepers.store.ts';
import { changeGroup } from './manage-groups.ts';

/** What people do in the groups of their domain, and keepers with what waits. */
export function ownGroupRoutes(deps: LinkDeps): Route[] {
  const { db, clock } = deps;

  async function standingOf({ person }: SessionCaller, group: string): Promise<Standing> {
    const standing = await readStanding(db, person, foldAddress(group));
    if (!standing) throw new Failure('not_found', 'There is no such group');
    return standing;
  }

  /** A group that the caller keeps. */
  async function keptBy(caller: SessionCaller, group: string): Promise<Standing> {
    const standing = await standingOf(caller, group);
    authorize(standing, 'keep_group', null);
    return standing;
  }

  /** The same for changes that let others in, or mail out. */
  async function changedBy(caller: SessionCaller, group: string): Promise<Standing> {
    const standing = await keptBy(caller, group);
    requireFreshProof(caller, clock);
    return standing;
  }

  async function shown(
    { person }: SessionCaller,
    { domain, address }: Standing,
  ): Promise<{ data: own.KeptGroup }> {
    const [row, standing] = await Promise.all([
      readGroup(db, domain.id, address),
      readOwnGroups(db, person, { only: address }),
    ]);
    const [mine] = standing;
    if (!row || !mine) throw new Failure('not_found', 'There is no such group');
    const { writers, named, strangers, allowed } = await groupView(db, row);
    return { data: { ...mine, writers, named, strangers, allowed } };
  }

  return [
    route(own.listOwnGroups, async ({ caller, query }) => {
      const page = { after: readCursor(query.cursor), limit: GROUPS_PER_PAGE + 1 };
      const rows = await readOwnGroups(db, caller.person, page);
      const meta = { next_cursor: nextCursor(rows, GROUPS_PER_PAGE, ({ email }) => email) };
      return { data: rows.slice(0, GROUPS_PER_PAGE), meta };
    }),

    route(own.showKeptGroup, async ({ caller, params }) => shown(caller, await keptBy(caller, params.group))),

    route(own.changeKeptGroup, async ({ caller, params, body, request }) => {
      const standing = await changedBy(caller, params.group);
      await changeGroup(deps, standing.domain, standing.address, body, actorOf(caller, request));
      return shown(caller, standing);
    }),

    route(own.listKeptMembers, async ({ caller, params, query }) => {
      const { groupId } = await keptBy(caller, params.group);
      return membersPage(db, groupId, query.cursor, GROUP_MEMBERS_PER_PAGE);
    }),

    route(own.addKeptMembers, async ({ caller, params, body, request }) => {
      const standing = await changedBy(caller, params.group);
      await addMembers(deps, standing.domain, standing.address, body.emails, actorOf(caller, request));
      return shown(caller, standing);
    }),

    route(own.removeKeptMember, async ({ caller, params, request }) => {
      const standing = await changedBy(caller, params.group);
      const { domain, address } = standing;
      await removeMember(deps, domain, { address, member: params.member }, actorOf(caller, request));
      return shown(caller, standing);
    }),

    route(held.listHeldMessages, async ({ caller, params }) => {
      const { groupId } = await keptBy(caller, params.group);
      return { data: await readWaiting(db, groupId, held.MOST_HELD) };
    }),

    route(held.decideHeldMessage, async ({ caller, params, body, request }) => {
      const { groupId: id, address, domain } = await keptBy(caller, params.group);
      const what = { id: params.held, act: body.act };
      return { data: await decideHeld(deps, { id, address, domain }, what, actorOf(caller, request)) };
    }),

    route(held.readHeldLink, async ({ body }) => ({ data: await showByLink(deps, body.token) })),

    route(held.decideHeldByLink, async ({ body, request }) => ({
      data: await decideByLink(deps, body, request.ip),
    })),
  ];
}

function actorOf(
  { person: mailboxId, email: name, domain: domainId }: SessionCaller,
  request: FastifyRequest,
): Actor {
  return { kind: 'person', mailboxId, name, domainId, address: request.ip };
}
