import { GROUP_MEMBERS_PER_PAGE, GROUPS_PER_PAGE } from '@bocau/contract/groups.ts';
import * as held from '@bocau/contract/held-messages.ts';
import * as own from '@bocau/contract/own-groups.ts';
import type { FastifyRequest } from 'fastify';
import { authorize, isAuthorized } from '../../access/authorize.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import { readWaiting } from '../../mail/groups/held-messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor, SessionCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { addMembers, removeMember } from './change-members.ts';
import { decideByLink, type LinkDeps, showByLink } from './decide-by-link.ts';
import { decideHeld, decideHeldMany } from './decide-held.ts';
import { readGroup } from './groups.store.ts';
import { groupView, membersPage, nextCursor, readCursor } from './groups.view.ts';
import { readRequests } from './join-groups.store.ts';
import { answerRequest, join, leave } from './join-groups.ts';
import { readOwnGroups, readStanding, type Standing } from './keepers.store.ts';
import { changeGroup } from './manage-groups.ts';

/** What people do in the groups of their domain, and keepers with what waits. */
export function ownGroupRoutes(deps: LinkDeps): Route[] {
  const { db, clock } = deps;

  async function standingOf({ person }: SessionCaller, group: string): Promise<Standing> {
    const standing = await readStanding(db, person, foldAddress(group));
    if (!standing || isConcealed(standing)) throw new Failure('not_found', 'There is no such group');
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
    requireFreshProof(caller, clock);
    return keptBy(caller, group);
  }

  async function ownGroup({ person }: SessionCaller, { address }: Standing): Promise<own.OwnGroup> {
    const [mine] = await readOwnGroups(db, person, { only: address });
    if (!mine) throw new Failure('not_found', 'There is no such group');
    return mine;
  }

  async function shown(caller: SessionCaller, standing: Standing): Promise<{ data: own.KeptGroup }> {
    const { domain, address } = standing;
    const [row, mine] = await Promise.all([readGroup(db, domain.id, address), ownGroup(caller, standing)]);
    if (!row) throw new Failure('not_found', 'There is no such group');
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
      const standing = await standingOf(caller, params.group);
      authorize(standing, 'see_group_members', standing);
      const asColleague = !isAuthorized(standing, 'keep_group', null);
      return membersPage(db, standing.groupId, query.cursor, GROUP_MEMBERS_PER_PAGE, asColleague);
    }),

    route(own.addKeptMembers, async ({ caller, params, body, request }) => {
      const standing = await changedBy(caller, params.group);
      const { domain, address, as } = standing;
      const keeperId = as === 'owner' ? null : caller.person;
      await addMembers(deps, domain, address, body.emails, actorOf(caller, request), keeperId);
      return shown(caller, standing);
    }),

    route(own.removeKeptMember, async ({ caller, params, request }) => {
      const standing = await changedBy(caller, params.group);
      const { domain, address } = standing;
      await removeMember(deps, domain, { address, member: params.member }, actorOf(caller, request));
      return shown(caller, standing);
    }),

    route(own.joinGroup, async ({ caller, params, request }) => {
      const standing = await standingOf(caller, params.group);
      await join(deps, standing, actorOf(caller, request));
      return { data: await ownGroup(caller, standing) };
    }),

    route(own.leaveGroup, async ({ caller, params, request }) => {
      await leave(deps, await standingOf(caller, params.group), actorOf(caller, request));
      return { data: OK };
    }),

    route(own.listGroupRequests, async ({ caller, params }) => {
      const { groupId } = await keptBy(caller, params.group);
      const rows = await readRequests(db, groupId);
      return { data: rows.map(({ personId: _, ...request }) => request) };
    }),

    route(own.answerGroupRequest, async ({ caller, params, body, request }) => {
      const standing = await changedBy(caller, params.group);
      const answer = { person: foldAddress(params.person), accept: body.accept };
      await answerRequest(deps, standing, answer, actorOf(caller, request));
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

    route(held.decideHeldMessages, async ({ caller, params, body, request }) => {
      const { groupId: id, address, domain } = await keptBy(caller, params.group);
      return { data: await decideHeldMany(deps, { id, address, domain }, body, actorOf(caller, request)) };
    }),

    route(held.readHeldLink, async ({ body, request }) => ({
      data: await showByLink(deps, { token: body.token, address: request.ip }),
    })),

    route(held.decideHeldByLink, async ({ body, request }) => ({
      data: await decideByLink(deps, { ...body, address: request.ip }),
    })),
  ];
}

/** What one is not in, may not join and is not shown is as good as not there. */
function isConcealed({ as, joining, seenBy }: Standing): boolean {
  return as === 'colleague' && joining === 'nobody' && seenBy !== 'domain';
}

function actorOf(
  { person: mailboxId, email: name, domain: domainId }: SessionCaller,
  request: FastifyRequest,
): Extract<Actor, { kind: 'person' }> {
  return { kind: 'person', mailboxId, name, domainId, address: request.ip };
}
