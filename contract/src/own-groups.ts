import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, unixSeconds } from './fields.ts';
import {
  GROUP_JOINING,
  GROUP_STRANGERS,
  GROUP_WRITERS,
  groupAddresses,
  groupEmail,
  groupMember,
  groupMembersPage,
  groupName,
  MOST_ALLOWED_WRITERS,
  MOST_MEMBERS_ADDED,
} from './groups.ts';

const ownGroup = z.object({
  email: z.string(),
  name: z.string(),
  /** Its own, not those of groups in it. */
  members: z.number(),
  /** Looks after it: as an owner of the domain, or as who was made a keeper. */
  keeps: z.boolean(),
  member: z.boolean(),
  /** Messages that wait for its keepers; 0 for everybody else, as are requests. */
  held: z.number(),
  /** People who asked to join. */
  requests: z.number(),
  /** How one joins. */
  joining: z.enum(GROUP_JOINING),
  /** Asked to join, and no keeper has answered. */
  asked: z.boolean(),
  may_leave: z.boolean(),
  sees_members: z.boolean(),
});
export type OwnGroup = z.infer<typeof ownGroup>;

const kept = ownGroup.extend({
  writers: z.enum(GROUP_WRITERS),
  named: z.array(z.string()),
  strangers: z.enum(GROUP_STRANGERS),
  /** Whom keepers allowed to write besides. */
  allowed: z.array(z.string()),
});
export type KeptGroup = z.infer<typeof kept>;

const which = z.object({ group: groupEmail });
const reads = { name: 'reading groups', count: 300, perSeconds: 60, by: 'account' } as const;
const writes = { name: 'changing groups', count: 100, perSeconds: 60, by: 'account' } as const;
const reading = { method: 'GET', access: 'session', on: 'person', limit: reads } as const;
const writing = { access: 'session', on: 'person', limit: writes } as const;

export const listOwnGroups = endpoint({
  ...reading,
  path: '/api/contacts/v1/groups',
  summary: 'The groups of one’s domain that one is a member of, keeps or may join, by address',
  query: groupMembersPage.query,
  data: z.array(ownGroup),
  meta: groupMembersPage.meta,
  errors: ['invalid_cursor'],
});

export const showKeptGroup = endpoint({
  ...reading,
  path: '/api/contacts/v1/groups/:group',
  summary: 'A group that one keeps, with who may write to it',
  params: which,
  data: kept,
  errors: ['not_found', 'forbidden'],
});

export const changeKeptGroup = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/contacts/v1/groups/:group',
  summary: 'Changes what is given: the name, who may write, what happens to mail of others',
  params: which,
  body: z.object({
    name: groupName.optional(),
    writers: z.enum(GROUP_WRITERS).optional(),
    named: groupAddresses.optional(),
    strangers: z.enum(GROUP_STRANGERS).optional(),
    allowed: z.array(groupEmail).max(MOST_ALLOWED_WRITERS).optional(),
  }),
  data: kept,
  errors: ['not_found', 'forbidden', 'proof_required'],
});

export const listKeptMembers = endpoint({
  ...reading,
  path: '/api/contacts/v1/groups/:group/members',
  summary:
    'The members of a group, for its keepers, and for others as far as the group shows them; by the address by which they were added',
  params: which,
  query: groupMembersPage.query,
  data: z.array(groupMember),
  meta: groupMembersPage.meta,
  errors: ['not_found', 'forbidden', 'invalid_cursor'],
});

export const addKeptMembers = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/groups/:group/members',
  summary: 'Adds members to a group that one keeps, all or none',
  params: which,
  body: z.object({ emails: z.array(groupEmail).min(1).max(MOST_MEMBERS_ADDED) }),
  data: kept,
  errors: ['not_found', 'forbidden', 'proof_required'],
});

export const removeKeptMember = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/contacts/v1/groups/:group/members/:member',
  summary: 'Removes a member from a group that one keeps, by any of their addresses',
  params: which.extend({ member: groupEmail }),
  data: kept,
  errors: ['not_found', 'forbidden', 'proof_required'],
});

export const joinGroup = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/groups/:group/join',
  summary: 'Joins a group that is open to its domain, or asks its keepers, as the group says',
  params: which,
  data: ownGroup,
  errors: ['not_found', 'forbidden'],
});

export const leaveGroup = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/groups/:group/leave',
  summary: 'Leaves a group, where it lets its members; or takes back the request to join it',
  params: which,
  data: done,
  errors: ['not_found', 'forbidden'],
});

const request = z.object({ email: z.string(), name: z.string(), asked_at: unixSeconds });
export type GroupRequest = z.infer<typeof request>;

export const listGroupRequests = endpoint({
  ...reading,
  path: '/api/contacts/v1/groups/:group/requests',
  summary: 'The people who asked to join a group that one keeps, from the oldest on',
  params: which,
  data: z.array(request),
  errors: ['not_found', 'forbidden'],
});

export const answerGroupRequest = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/groups/:group/requests/:person',
  summary: 'Lets somebody in who asked, by their address, or not; who did not ask is not found',
  params: which.extend({ person: groupEmail }),
  body: z.object({ accept: z.boolean() }),
  data: kept,
  errors: ['not_found', 'forbidden', 'proof_required'],
});
