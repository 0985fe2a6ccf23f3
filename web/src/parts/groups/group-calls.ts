import type { ApiClient } from '@bocau/contract/client.ts';
import type {
  GroupJoining,
  GroupMember,
  GroupSeenBy,
  GroupStrangers,
  GroupWriters,
} from '@bocau/contract/groups.ts';
import type {
  HeldAct,
  HeldAnswer,
  HeldDecision,
  HeldManyAct,
  HeldMessage,
} from '@bocau/contract/held-messages.ts';

/** What is shown and changed of a group, whoever looks after it. */
export type GroupFacts = {
  email: string;
  name: string;
  writers: GroupWriters;
  named: string[];
  strangers: GroupStrangers;
  allowed: string[];
};

/** What is for owners and providers alone. */
export type GroupOwnerFacts = {
  /** Their addresses. */
  keepers: string[];
  joining: GroupJoining;
  leaving: boolean;
  seen_by: GroupSeenBy;
};

/** Absent fields stay unchanged. */
export type GroupChanges = Partial<Omit<GroupFacts, 'email'> & GroupOwnerFacts>;

/** The calls about one group, of an administrator or of a keeper. */
export type GroupCalls = {
  email: string;
  domain: string;
  change(changes: GroupChanges): Promise<unknown>;
  members(cursor: string | null): Promise<{ data: GroupMember[]; meta: { next_cursor: string | null } }>;
  add(emails: string[]): Promise<unknown>;
  remove(member: string): Promise<unknown>;
  held(): Promise<HeldMessage[]>;
  decide(held: string, act: HeldAct): Promise<HeldDecision>;
  decideMany(ids: string[], act: HeldManyAct): Promise<HeldAnswer[]>;
};

export function administeredGroup(api: ApiClient, domain: string, email: string): GroupCalls {
  const params = { domain, group: email };
  return {
    email,
    domain,
    change: (body) => api.changeGroup({ params, body }),
    members: (cursor) => api.listGroupMembers({ params, query: cursor ? { cursor } : {} }),
    add: (emails) => api.addGroupMembers({ params, body: { emails } }),
    remove: (member) => api.removeGroupMember({ params: { ...params, member } }),
    held: async () => (await api.listGroupHeld({ params })).data,
    decide: async (held, act) =>
      (await api.decideGroupHeld({ params: { ...params, held }, body: { act } })).data,
    decideMany: async (ids, act) => (await api.decideManyGroupHeld({ params, body: { ids, act } })).data,
  };
}

export function keptGroup(api: ApiClient, email: string): GroupCalls {
  const params = { group: email };
  return {
    email,
    domain: email.slice(email.lastIndexOf('@') + 1),
    change: ({ name, writers, named, strangers, allowed }) =>
      api.changeKeptGroup({
        params,
        body: {
          ...(name !== undefined && { name }),
          ...(writers && { writers }),
          ...(named && { named }),
          ...(strangers && { strangers }),
          ...(allowed && { allowed }),
        },
      }),
    members: (cursor) => api.listKeptMembers({ params, query: cursor ? { cursor } : {} }),
    add: (emails) => api.addKeptMembers({ params, body: { emails } }),
    remove: (member) => api.removeKeptMember({ params: { ...params, member } }),
    held: async () => (await api.listHeldMessages({ params })).data,
    decide: async (held, act) =>
      (await api.decideHeldMessage({ params: { ...params, held }, body: { act } })).data,
    decideMany: async (ids, act) => (await api.decideHeldMessages({ params, body: { ids, act } })).data,
  };
}
