import type { Access, AdminScope, MailboxRight, MustFirst } from '@bocau/contract/endpoint.ts';
import type { GroupJoining, GroupSeenBy } from '@bocau/contract/groups.ts';
import type { AdminCaller, Caller, MailboxCaller, SessionCaller, SignInMethod } from '../platform/caller.ts';
import { Failure } from '../platform/failure.ts';
import { needsOf } from '../platform/http/endpoint-needs.ts';

/** The mailbox that acts; in a job nobody calls. */
type Actor = Pick<Caller, 'mailbox'>;

/** Who wants to do what with which thing, as far as the rule has to know them. */
type Questions = {
  /** An endpoint of the contract. */
  call: { caller: SessionCaller; thing: { access: Access } };
  /** An endpoint that acts on a mailbox and needs this right there. */
  enter: { caller: MailboxCaller; thing: MailboxRight };
  /** An endpoint for administrators. */
  administer: { caller: AdminCaller; thing: { access: Access } };
  /** The events of their mailbox. */
  listen: { caller: SessionCaller; thing: null };
  /** Messages at all. */
  send: { caller: Actor; thing: Pick<Sender, 'sendingEnabled'> };
  /** In the name of an address. */
  send_as: { caller: Actor; thing: Sender };
  /** A message that was sent. */
  recall: { caller: Actor; thing: { enable_recall: boolean } };
  /** The members of a group, who may write to it, and what is held. */
  keep_group: { caller: { as: GroupStanding }; thing: null };
  /** By oneself, at once or by asking. */
  join_group: { caller: { as: GroupStanding }; thing: { joining: GroupJoining } };
  leave_group: { caller: { as: GroupStanding }; thing: { leaving: boolean } };
  /** What the templates of the domain say. */
  keep_templates: { caller: { keeps: boolean }; thing: null };
  see_group_members: { caller: { as: GroupStanding; member: boolean }; thing: { seenBy: GroupSeenBy } };
};
/** What somebody is in a group of their domain. */
export type GroupStanding = 'owner' | 'keeper' | 'member' | 'colleague';
type Sender = { sendingEnabled: boolean; ownsAddress: boolean };

export type Verb = keyof Questions;
type CallerOf<V extends Verb> = Questions[V]['caller'];
type ThingOf<V extends Verb> = Questions[V]['thing'];

const TWO_STEP: ReadonlySet<SignInMethod> = new Set(['password_and_code', 'passkey']);

const KEEPING: ReadonlySet<GroupStanding> = new Set(['owner', 'keeper']);

const FIRST: Record<MustFirst, () => Failure> = {
  choose_password: () =>
    new Failure('password_change_required', 'Choose a new password first: PUT /api/v2/password'),
  set_up_two_step: () =>
    new Failure('two_step_required', 'The domain requires two-step sign-in: set it up first'),
};

/** How the reason begins why a message with a sender that is not one's own did not leave. */
export const FOREIGN_SENDER = 'Sender not allowed';

/** The refusal of each verb, or null where it is allowed. */
const rules: { [V in Verb]: (caller: CallerOf<V>, thing: ThingOf<V>) => Failure | null } = {
  call({ role, domainVerified, assurance, mustFirst }, { access }) {
    const needs = needsOf(access);
    if (mustFirst !== null && !needs?.before?.includes(mustFirst)) return FIRST[mustFirst]();
    if (needs?.verified && !domainVerified) {
      return new Failure('domain_unverified', 'The DNS of this mailbox’s domain is not verified');
    }
    if (needs?.role === 'owner' && role !== 'owner') {
      return new Failure('forbidden', 'Only the owner of the domain may do this');
    }
    if (needs?.assurance === 'two_step' && !TWO_STEP.has(assurance.method)) {
      return new Failure('code_required', 'This needs a sign-in with a second step');
    }
    return null;
  },

  enter({ person, mailbox, rights, mustFirst }, right) {
    // Whoever is let in for their own account alone is let in nowhere else.
    if (mailbox !== person && mustFirst !== null) return FIRST[mustFirst]();
    return rights.has(right) ? null : new Failure('forbidden', 'This needs another right to the mailbox');
  },

  administer({ actor, scopes, session, needsTwoStep }, { access }) {
    const needs = needsOf(access);
    if (session !== null && session.mustFirst !== null) return FIRST[session.mustFirst]();
    const isIn = needs?.admin === 'any' ? scopes.size > 0 : scopes.has(needs?.admin as AdminScope);
    if (!isIn || (needs?.provider && actor.domainId !== null)) {
      return new Failure('forbidden', 'This is for administrators who may do it');
    }
    if (session !== null && needsTwoStep && !TWO_STEP.has(session.assurance.method)) {
      return new Failure('two_step_required', 'Administering everything needs two-step sign-in');
    }
    return null;
  },

  listen({ mustFirst }) {
    return mustFirst === null ? null : FIRST[mustFirst]();
  },

  send(_caller, { sendingEnabled }) {
    return sendingEnabled ? null : sendingDisabled();
  },

  send_as(_caller, { sendingEnabled, ownsAddress }) {
    if (!sendingEnabled) return sendingDisabled();
    if (ownsAddress) return null;
    return new Failure(
      'sender_not_allowed',
      `${FOREIGN_SENDER}: this address does not belong to the mailbox`,
    );
  },

  recall(_caller, { enable_recall }) {
    return enable_recall
      ? null
      : new Failure('recall_not_allowed', 'You do not have permission to recall messages');
  },

  keep_group({ as }) {
    return KEEPING.has(as) ? null : new Failure('forbidden', 'Only the keepers of the group may do this');
  },

  join_group({ as }, { joining }) {
    return KEEPING.has(as) || joining !== 'nobody'
      ? null
      : new Failure('forbidden', 'Members of this group are added by its keepers');
  },

  leave_group({ as }, { leaving }) {
    return KEEPING.has(as) || leaving
      ? null
      : new Failure('forbidden', 'Members of this group are removed by its keepers');
  },

  keep_templates({ keeps }) {
    return keeps
      ? null
      : new Failure('forbidden', 'Only owners of the domain and whom they named may do this');
  },

  see_group_members({ as, member }, { seenBy }) {
    return KEEPING.has(as) || seenBy === 'domain' || (seenBy === 'members' && member)
      ? null
      : new Failure('forbidden', 'This group does not show its members');
  },
};

/**
 * The only place that answers whether a caller may do something; throws the refusal. Whose a message, a thread or a
 * folder is needs no question: every statement names the mailbox of the call, so what is another's is not found.
 */
export function authorize<V extends Verb>(caller: CallerOf<V>, verb: V, thing: ThingOf<V>): void {
  const refusal = rules[verb](caller, thing);
  if (refusal) throw refusal;
}

/** The same question, where a refusal is no failure. */
export function isAuthorized<V extends Verb>(caller: CallerOf<V>, verb: V, thing: ThingOf<V>): boolean {
  return rules[verb](caller, thing) === null;
}

function sendingDisabled(): Failure {
  return new Failure('sending_disabled', 'Sending is turned off for this mailbox');
}
