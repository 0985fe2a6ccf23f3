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
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;

/** Anybody; people of the domain; members; the named people. */
export const GROUP_WRITERS = ['anyone', 'domain', 'members', 'named'] as const;
export type GroupWriters = (typeof GROUP_WRITERS)[number];

const email = z.string().min(1).max(LONGEST_ADDRESS);
const whichDomain = z.object({ domain: z.string().min(1).max(253) });
/** By its address. */
const whichGroup = whichDomain.extend({ group: z.string().min(1).max(LONGEST_ADDRESS) });
const writers = z.enum(GROUP_WRITERS);
const name = z.string().trim().max(LONGEST_NAME);
const named = z.array(email).max(MOST_NAMED_WRITERS);
const pageOf = z.object({ cursor: z.string().max(1000).optional() });
const pageMeta = z.object({ next_cursor: z.string().nullable() });

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
});
export type Group = z.infer<typeof group>;

const member = z.object({
  email: z.string(),
  /** Empty for an address elsewhere. */
  name: z.string(),
  kind: z.enum(['person', 'group', 'outside']),
  added_at: unixSeconds,
  /** Since when nothing is sent there, because too much of it came back. */
  suspended_at: unixSeconds.nullable(),
});
export type GroupMember = z.infer<typeof member>;

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
  body: z.object({ local: z.string().min(1).max(64), name, writers, named: named.optional() }),
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
  summary: 'Changes what is given: the name, who may write, the named people',
  params: whichGroup,
  body: z.object({ name: name.optional(), writers: writers.optional(), named: named.optional() }),
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
  data: z.array(member),
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
  body: z.object({ emails: z.array(email).min(1).max(MOST_MEMBERS_ADDED) }),
  data: group,
  errors: ['not_found', 'proof_required'],
});

export const removeGroupMember = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/groups/:group/members/:member',
  summary: 'Removes a member, by any of their addresses',
  params: whichGroup.extend({ member: email }),
  data: group,
  errors: ['not_found', 'proof_required'],
});
