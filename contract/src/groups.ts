import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, unixSeconds } from './fields.ts';

export const GROUPS_PER_PAGE = 50;
export const GROUP_MEMBERS_PER_PAGE = 100;
export const MOST_GROUP_MEMBERS = 5_000;
/** Of one call. */
export const MOST_MEMBERS_ADDED = 500;
const MOST_NAMED_WRITERS = 100;
/** Whom keepers allow besides. */
export const MOST_ALLOWED_WRITERS = 500;
export const MOST_KEEPERS = 20;
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;

/** Anybody; people of the domain; members; the named people. */
export const GROUP_WRITERS = ['anyone', 'domain', 'members', 'named'] as const;
export type GroupWriters = (typeof GROUP_WRITERS)[number];

/** What happens to mail of who may not write. */
export const GROUP_STRANGERS = ['refused', 'held'] as const;
export type GroupStrangers = (typeof GROUP_STRANGERS)[number];

/** Who of the domain joins a group by themselves: nobody, who asks a keeper, everybody. */
export const GROUP_JOINING = ['nobody', 'ask', 'everyone'] as const;
export type GroupJoining = (typeof GROUP_JOINING)[number];
/** Who sees the members of a group. */
export const GROUP_SEEN_BY = ['keepers', 'members', 'domain'] as const;
export type GroupSeenBy = (typeof GROUP_SEEN_BY)[number];

export const groupEmail = z.string().min(1).max(LONGEST_ADDRESS);
const whichDomain = z.object({ domain: z.string().min(1).max(253) });
/** By its address. */
const whichGroup = whichDomain.extend({ group: groupEmail });
const writers = z.enum(GROUP_WRITERS);
const strangers = z.enum(GROUP_STRANGERS);
export const groupName = z.string().trim().max(LONGEST_NAME);
export const groupAddresses = z.array(groupEmail).max(MOST_NAMED_WRITERS);
const allowed = z.array(groupEmail).max(MOST_ALLOWED_WRITERS);
const keepers = z.array(groupEmail).max(MOST_KEEPERS);
export const groupMembersPage = {
  query: z.object({ cursor: z.string().max(1000).optional() }),
  meta: z.object({ next_cursor: z.string().nullable() }),
};
const { query: pageOf, meta: pageMeta } = groupMembersPage;

const listed = z.object({
  email: z.string(),
  name: z.string(),
  writers,
  /** Its own, not those of groups in it. */
  members: z.number(),
  created_at: unixSeconds,
});
export type ListedGroup = z.infer<typeof listed>;
const group = listed.extend({
  /** Who may write, where that is the named people. */
  named: z.array(z.string()),
  strangers,
  /** Whom keepers allowed to write, whoever else may. */
  allowed: z.array(z.string()),
  /** People of the domain who look after the group besides its owners. */
  keepers: z.array(z.object({ email: z.string(), name: z.string() })),
  joining: z.enum(GROUP_JOINING),
  /** Whether members may leave by themselves. */
  leaving: z.boolean(),
  seen_by: z.enum(GROUP_SEEN_BY),
});
export type Group = z.infer<typeof group>;

export const groupMember = z.object({
  email: z.string(),
  /** Empty for an address elsewhere. */
  name: z.string(),
  kind: z.enum(['person', 'group', 'outside']),
  added_at: unixSeconds,
  /** Since when nothing is sent there, because too much of it came back. */
  suspended_at: unixSeconds.nullable(),
});
export type GroupMember = z.infer<typeof groupMember>;

const reading = { access: { admin: 'people:read' }, limit: ADMIN_READS } as const;
const writing = { access: { admin: 'people:write' }, limit: ADMIN_WRITES } as const;

export const listGroups = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/groups',
  summary: 'The groups of a domain, by address',
  params: whichDomain,
  query: pageOf,
  data: z.array(listed),
  meta: pageMeta,
  errors: ['not_found', 'invalid_cursor'],
});

export const addGroup = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/v1/domains/:domain/groups',
  summary: 'A new group without members; `local` is its address before the @',
  params: whichDomain,
  body: z.object({
    local: z.string().min(1).max(64),
    name: groupName,
    writers,
    named: groupAddresses.optional(),
  }),
  data: group,
  errors: ['not_found', 'already_exists', 'proof_required'],
});

export const showGroup = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/groups/:group',
  summary: 'One group, by its address',
  params: whichGroup,
  data: group,
  errors: ['not_found'],
});

export const changeGroup = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/admin/v1/domains/:domain/groups/:group',
  summary:
    'Changes what is given: the name, who may write, the named and the allowed people, what happens to mail of others, the keepers, and who joins, leaves and sees the members',
  params: whichGroup,
  body: z.object({
    name: groupName.optional(),
    writers: writers.optional(),
    named: groupAddresses.optional(),
    strangers: strangers.optional(),
    allowed: allowed.optional(),
    keepers: keepers.optional(),
    joining: z.enum(GROUP_JOINING).optional(),
    leaving: z.boolean().optional(),
    seen_by: z.enum(GROUP_SEEN_BY).optional(),
  }),
  data: group,
  errors: ['not_found', 'proof_required'],
});

export const deleteGroup = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/groups/:group',
  summary: 'Deletes a group; what was sent to it and is not distributed yet is lost',
  params: whichGroup,
  data: done,
  errors: ['not_found', 'proof_required'],
});

export const listGroupMembers = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/groups/:group/members',
  summary: 'The members of a group, by the address by which they were added',
  params: whichGroup,
  query: pageOf,
  data: z.array(groupMember),
  meta: pageMeta,
  errors: ['not_found', 'invalid_cursor'],
});

export const addGroupMembers = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/v1/domains/:domain/groups/:group/members',
  summary:
    'Adds people and groups of the domain, and addresses elsewhere, all or none; those in it already stay',
  params: whichGroup,
  body: z.object({ emails: z.array(groupEmail).min(1).max(MOST_MEMBERS_ADDED) }),
  data: group,
  errors: ['not_found', 'proof_required'],
});

export const removeGroupMember = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/groups/:group/members/:member',
  summary: 'Removes a member, by any of their addresses',
  params: whichGroup.extend({ member: groupEmail }),
  data: group,
  errors: ['not_found', 'proof_required'],
});
