import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { mailAddress, unixSeconds } from './fields.ts';
import { groupEmail } from './groups.ts';

/** A message that nobody decides on for so long is dropped. */
export const HELD_DAYS = 14;
/** Larger ones are refused instead of held. */
export const HELD_MEGABYTES = 10;
/** Messages that may wait for the keepers of one group. */
export const MOST_HELD = 200;
/** Of them, from one sender. */
export const MOST_HELD_OF_ONE = 10;
/** Of a message's text keepers are shown so many characters, and of its attachments so many names. */
export const HELD_TEXT = 500;
export const HELD_FILES = 20;
/** Of unproven senders, whose names anybody invents, all together. */
export const MOST_HELD_UNPROVEN = 100;
/** From one address that connects; of proven senders, and of unproven ones. */
export const MOST_HELD_OF_CLIENT = 20;
/** Of proven senders of one registered domain, whose owner invents them; not of providers that anybody may use. */
export const MOST_HELD_OF_DOMAIN = 20;
/** For so long what was dropped can be put back to wait. */
export const HELD_UNDO_MINUTES = 60;
/** For so long the button of a notice works. */
export const HELD_LINK_DAYS = 7;
/** The path of the page that such a button opens; the token is in the fragment, which no server is sent. */
export const HELD_LINK_PATH = '/held';

/** What becomes of a held message; nobody decided in time on an expired one. */
export const GROUP_DECISIONS = ['released', 'refused', 'expired'] as const;
export type GroupDecision = (typeof GROUP_DECISIONS)[number];
/** `release_and_allow`: and whoever wrote it may write to the group from now on. */
export const HELD_ACTS = ['release', 'release_and_allow', 'refuse'] as const;
export type HeldAct = (typeof HELD_ACTS)[number];
/** `wait`: takes back that it was dropped. */
export const HELD_MANY_ACTS = [...HELD_ACTS, 'wait'] as const;
export type HeldManyAct = (typeof HELD_MANY_ACTS)[number];

/** Whether the writer may write from now on; `unproven`: their address can be written by anybody. */
export const WRITER_ANSWERS = ['allowed', 'unproven', 'too_many'] as const;

export const heldMessage = z.object({
  id: z.string(),
  from: mailAddress,
  /** Whether the address is proven: only then can its writer be allowed. */
  proven: z.boolean(),
  subject: z.string(),
  size: z.number(),
  /** Its beginning as plain text, and the names of what is attached, while it waits. */
  text: z.string(),
  files: z.array(z.string()),
  received_at: unixSeconds,
  /** Null while it waits. */
  decision: z.enum(GROUP_DECISIONS).nullable(),
  decided_at: unixSeconds.nullable(),
  decided_by: z.string().nullable(),
});
export type HeldMessage = z.infer<typeof heldMessage>;

export const heldDecision = heldMessage.extend({
  /** Whether this call decided; otherwise somebody did before, and the message says who. */
  done: z.boolean(),
  /** What came of `release_and_allow`; null of any other act, and where somebody else decided. */
  writer: z.enum(WRITER_ANSWERS).nullable(),
});
export type HeldDecision = z.infer<typeof heldDecision>;

/** One of many; `message` is null where there is no such message (any more). */
export const heldAnswer = z.object({ id: z.string(), message: heldDecision.nullable() });
export type HeldAnswer = z.infer<typeof heldAnswer>;

const heldId = z.string().min(1).max(100);
const which = z.object({ group: groupEmail });
const whichHeld = which.extend({ held: heldId });
const ofDomain = z.object({ domain: z.string().min(1).max(253) });
const decided = z.object({ act: z.enum(HELD_ACTS) });
const many = z.object({ ids: z.array(heldId).min(1).max(MOST_HELD), act: z.enum(HELD_MANY_ACTS) });
const reads = { name: 'reading groups', count: 300, perSeconds: 60, by: 'account' } as const;
const writes = { name: 'changing groups', count: 100, perSeconds: 60, by: 'account' } as const;

export const listHeldMessages = endpoint({
  method: 'GET',
  access: 'session',
  on: 'person',
  limit: reads,
  path: '/api/contacts/v1/groups/:group/held',
  summary: 'The messages that wait for the keepers of a group, from the newest on',
  params: which,
  data: z.array(heldMessage),
  errors: ['not_found', 'forbidden'],
});

export const decideHeldMessage = endpoint({
  method: 'POST',
  access: 'session',
  on: 'person',
  limit: writes,
  path: '/api/contacts/v1/groups/:group/held/:held',
  summary:
    'Releases a held message to the members, once whoever presses, or drops it; a release can’t be undone',
  params: whichHeld,
  body: decided,
  data: heldDecision,
  errors: ['not_found', 'forbidden'],
});

export const decideHeldMessages = endpoint({
  method: 'POST',
  access: 'session',
  on: 'person',
  limit: writes,
  path: '/api/contacts/v1/groups/:group/held',
  summary: 'Decides on several held messages, each by itself; what was dropped can be put back for an hour',
  params: which,
  body: many,
  data: z.array(heldAnswer),
  errors: ['not_found', 'forbidden'],
});

export const listGroupHeld = endpoint({
  method: 'GET',
  access: { admin: 'people:read' },
  limit: ADMIN_READS,
  path: '/api/admin/v1/domains/:domain/groups/:group/held',
  summary: 'The messages that wait for the keepers of a group, for administrators',
  params: which.extend(ofDomain.shape),
  data: z.array(heldMessage),
  errors: ['not_found'],
});

export const decideGroupHeld = endpoint({
  method: 'POST',
  access: { admin: 'people:write' },
  limit: ADMIN_WRITES,
  path: '/api/admin/v1/domains/:domain/groups/:group/held/:held',
  summary: 'Releases or drops a held message, as its keepers do',
  params: whichHeld.extend(ofDomain.shape),
  body: decided,
  data: heldDecision,
  errors: ['not_found', 'proof_required'],
});

export const decideManyGroupHeld = endpoint({
  method: 'POST',
  access: { admin: 'people:write' },
  limit: ADMIN_WRITES,
  path: '/api/admin/v1/domains/:domain/groups/:group/held',
  summary: 'Decides on several held messages, as keepers do',
  params: which.extend(ofDomain.shape),
  body: many,
  data: z.array(heldAnswer),
  errors: ['not_found', 'proof_required'],
});

const token = z.string().min(1).max(200);
const byLink = z.object({ group: z.string(), message: heldMessage });
/** Nobody guesses a token; this keeps the work small that strangers can ask for. A good one counts for its keeper. */
export const HELD_LINK_LIMIT = {
  name: 'held-message links',
  count: 60,
  perSeconds: 60,
  by: 'address',
  refusedOnly: true,
} as const;

export const readHeldLink = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/held-link',
  summary: 'Which held message the button of a notice to a keeper is about; changes nothing',
  access: 'public',
  limit: HELD_LINK_LIMIT,
  body: z.object({ token }),
  data: byLink,
  errors: ['held_link_expired'],
});

export const decideHeldByLink = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/held-link/decide',
  summary: 'Decides on a held message by the button of a notice, in the name of its keeper',
  access: 'public',
  limit: HELD_LINK_LIMIT,
  body: decided.extend({ token }),
  data: byLink.extend({ message: heldDecision }),
  errors: ['held_link_expired'],
});
