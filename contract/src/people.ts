import { z } from 'zod';
import { directoryFields } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { done, id, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** What an administrator takes from a person for a while, each by itself. */
export const SUSPENSION_KINDS = ['sign_in', 'sending', 'receiving'] as const;
export type SuspensionKind = (typeof SUSPENSION_KINDS)[number];

/** What the owner of a domain sees of its people: never their mail, and no secret. */
export const person = z.object({
  id,
  email: z.string(),
  fullname: z.string(),
  type: z.enum(['Owner', 'User']),
  /** The other addresses that mail may come to. */
  aliases: z.array(z.string()),
  /** May sign in. */
  active: z.boolean(),
  suspended: z.array(z.enum(SUSPENSION_KINDS)),
  /** Since when they are deleted, and when what they had is removed for good; null where they are not. */
  deleted_at: unixSeconds.nullable(),
  removed_at: unixSeconds.nullable(),
  enable_smtp: z.boolean(),
  enable_recall: z.boolean(),
  enable_drive: z.boolean(),
  /** In no list that colleagues are shown; writing to them works. */
  hidden: z.boolean(),
  /** What the directory says of them; `manager` is an address of the domain. */
  title: z.string(),
  department: z.string(),
  phone: z.string(),
  manager: z.string().nullable(),
  /** In MB. */
  quota: z.number(),
  drive_quota: z.number(),
  /** In bytes. */
  used_quota: z.number(),
  /** How many messages they sent within the last thirty whole days; counted by night. */
  sent: z.number(),
  two_step: z.boolean(),
  /** Unix seconds of the last sign-in by whatever way; null where there was none within the time of the history. */
  last_sign_in_at: unixSeconds.nullable(),
  created_at: unixSeconds,
});
export type Person = z.infer<typeof person>;

export const PEOPLE_PER_PAGE = 50;
export const PEOPLE_ORDERS = ['email', 'newest'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];
export const DEFAULT_QUOTA_MB = 5_120;
/** What somebody organises is counted so far. */
export const MOST_MEETINGS_COUNTED = 100;
export const LARGEST_QUOTA_MB = 2_000_000_000;

/** Of a mailbox that may be a department's: more than letters. */
const shownName = z
  .string()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'has control characters')
  .transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
  .refine((name) => name !== '', 'is empty');

// Each is given by its name: what the browser does not need is dropped from its build by line.
const owner = { role: 'owner' } as const;
const acting = { name: 'administering people', count: 300, perSeconds: 600, by: 'account' } as const;
/** By id, or by any of their addresses. */
const whom = z.object({ id: z.string().min(1).max(LIMITS.recipientLength) });
/** An act on one of them, who is answered as they are then. */
const onPerson = { access: owner, on: 'person', limit: acting, params: whom, data: person } as const;
const pageOf = z.object({ cursor: z.string().max(1000).optional() });
/** What the people of the domain have been given together, and may be, in MB; null: as much as their owner likes. */
const domainStorage = z.object({ given: z.number(), total: z.number() }).nullable();
export type DomainStorage = z.infer<typeof domainStorage>;
const pageMeta = z.object({ next_cursor: z.string().nullable() });

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/v2/people',
  summary:
    'The people of the owner’s domain; `search` takes beginnings of words of name and address, or an alias',
  access: owner,
  on: 'person',
  query: pageOf.extend({
    search: z.string().max(200).optional(),
    order: z.enum(PEOPLE_ORDERS).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(PEOPLE_PER_PAGE)).optional(),
  }),
  data: z.array(person),
  meta: z.object({ next_cursor: z.string().nullable(), storage: domainStorage }),
  errors: ['invalid_cursor'],
});

export const createPerson = endpoint({
  method: 'POST',
  path: '/api/v2/people',
  summary: 'Somebody new in the owner’s domain, and once the link by which they choose a password',
  access: owner,
  on: 'person',
  limit: acting,
  body: z.object({
    email: z.string().min(1).max(320),
    fullname: shownName,
    quota: z.number().int().min(1).max(LARGEST_QUOTA_MB).optional(),
  }),
  data: z.object({ person, link: z.string() }),
  errors: ['already_exists', 'domain_quota_exceeded', 'domain_seats_exceeded', 'proof_required'],
});

export const makePasswordLink = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/password-link',
  summary:
    'A link by which the person chooses a new password, once, within a day; it is shown in this answer only; for nobody’s own account',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  data: z.object({ link: z.string() }),
  errors: ['not_found', 'own_account', 'proof_required'],
});

export const changePerson = endpoint({
  method: 'PATCH',
  path: '/api/v2/people/:id',
  summary:
    'Changes name, quotas, switches, the role, or what the directory says and whether it hides the person. With `two_step` false two-step sign-in is taken away from who lost the ' +
    'telephone, signed out everywhere and told of it; it is for nobody’s own account, and this and the role need a fresh proof',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  body: z.object({
    fullname: shownName.optional(),
    quota: z.number().int().min(1).max(LARGEST_QUOTA_MB).optional(),
    enable_smtp: z.boolean().optional(),
    enable_recall: z.boolean().optional(),
    enable_drive: z.boolean().optional(),
    drive_quota: z.number().int().min(1).max(LARGEST_QUOTA_MB).optional(),
    two_step: z.literal(false).optional(),
    type: z.enum(['Owner', 'User']).optional(),
    hidden: z.boolean().optional(),
    title: directoryFields.title.optional(),
    department: directoryFields.department.optional(),
    phone: directoryFields.phone.optional(),
    /** An address of somebody of the same domain; null: nobody. */
    manager: z.string().min(1).max(LIMITS.recipientLength).nullable().optional(),
  }),
  data: person,
  errors: ['not_found', 'last_owner', 'own_account', 'domain_quota_exceeded', 'proof_required'],
});

export const suspendPerson = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/suspend',
  summary:
    'Ends every session at once; nothing is taken in or sent until access is given back, nothing is deleted',
  ...onPerson,
  errors: ['not_found', 'last_owner', 'proof_required'],
});

export const restorePerson = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/restore',
  summary: 'Gives a suspended person access again, by the password and second step that they had',
  ...onPerson,
  errors: ['not_found', 'proof_required'],
});

export const setSuspension = endpoint({
  method: 'PATCH',
  path: '/api/v2/people/:id/suspension',
  summary:
    'Takes signing in, sending or receiving from the person, each by itself, or gives it back: what is due to be sent ' +
    'waits, and what comes in is answered “later” (450), until then',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  body: z.object({
    sign_in: z.boolean().optional(),
    sending: z.boolean().optional(),
    receiving: z.boolean().optional(),
  }),
  data: person,
  errors: ['not_found', 'last_owner', 'proof_required'],
});

export const deletePerson = endpoint({
  method: 'DELETE',
  path: '/api/v2/people/:id',
  summary:
    'Closes every door at once and refuses mail to the person; what they have is kept for some days, in which they can ' +
    'be brought back, and is removed then',
  ...onPerson,
  errors: ['not_found', 'last_owner', 'proof_required'],
});

export const undeletePerson = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/undelete',
  summary: 'Brings a deleted person back with all they had; they sign in as before',
  ...onPerson,
  errors: ['not_found', 'domain_seats_exceeded', 'proof_required'],
});

export const handOverDrive = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/drive/hand-over',
  summary:
    'Gives all that the person’s drive holds to somebody else of the domain, as a folder, with its shares; also of a ' +
    'deleted person, while what they had is kept',
  ...onPerson,
  body: z.object({
    /** The address of who gets it. */
    heir: z.string().max(LIMITS.recipientLength),
  }),
  errors: ['not_found', 'proof_required', 'drive_too_deep'],
});

export const handOverMeetings = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/meetings/hand-over',
  summary:
    'Makes somebody else of the domain the organiser of all coming meetings that the person organises, but for private ' +
    'ones; also of a deleted person, while what they had is kept. It goes on after the answer, for hours where many guests ' +
    'are to be told, as half of what the receiver may send is left to them; one at a time: refused by the `heir` it goes to',
  ...onPerson,
  body: z.object({
    /** The address of who gets them. */
    heir: z.string().max(LIMITS.recipientLength),
  }),
  errors: ['not_found', 'proof_required', 'operation_in_progress'],
});

/** Not a switch of the two: an earlier release that runs beside this one would not know it, and would do it. */
export const checkHeir = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/heir',
  summary:
    'Refuses what handing the person’s drive or meetings over to somebody would refuse, and does nothing; it takes no ' +
    'fresh proof',
  ...onPerson,
  body: z.object({
    /** The address of who would get it. */
    heir: z.string().max(LIMITS.recipientLength),
    gets: z.enum(['drive', 'meetings']),
  }),
  errors: ['not_found', 'operation_in_progress'],
});

export const signOutPerson = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/sign-out',
  summary: 'Ends the person’s sessions and the connections of their mail programs',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  data: done,
  errors: ['not_found'],
});

export const renamePerson = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/rename',
  summary:
    'Another main address of the same domain, new or one of the aliases; sessions, app passwords, rules and shares stay, and ' +
    'the old address is an alias unless `drop_old`',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  body: z.object({ email: z.string().min(1).max(320), drop_old: z.boolean().optional() }),
  data: person,
  errors: ['not_found', 'already_exists', 'proof_required'],
});

export const addAlias = endpoint({
  method: 'POST',
  path: '/api/v2/people/:id/aliases',
  summary: 'Another address in the domain that mail comes to and can be sent from',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom,
  body: z.object({ address: z.string().min(1).max(320) }),
  data: person,
  errors: ['not_found', 'already_exists', 'proof_required'],
});

export const removeAlias = endpoint({
  method: 'DELETE',
  path: '/api/v2/people/:id/aliases/:address',
  summary: 'Takes an address away; mail to it is refused from then on',
  access: owner,
  on: 'person',
  limit: acting,
  params: whom.extend({ address: z.string().min(1).max(320) }),
  data: person,
  errors: ['not_found', 'proof_required'],
});

/** What is written down of an act on a person; names of fields stand for their change. */
export const AUDITED_ACTS = [
  'created',
  'fullname',
  'quota',
  'drive_quota',
  'auto_quota',
  'enable_smtp',
  'enable_drive',
  'enable_recall',
  'hidden',
  'title',
  'department',
  'phone',
  'manager',
  'type',
  'renamed',
  'alias_added',
  'alias_removed',
  'suspended',
  'restored',
  'deleted',
  'undeleted',
  'drive_handed_over',
  'drive_received',
  'meetings_hand_over_asked',
  'meetings_hand_over_stopped',
  'meetings_handed_over',
  'meetings_received',
  'link_ended',
  'link_put_back',
  'activity_reviewed',
  'purged',
  'signed_out',
  'planned_mail_cancelled',
  'password_set',
  'password_link_made',
  'two_step_off',
] as const;
export type AuditedAct = (typeof AUDITED_ACTS)[number];

/** For so many days acts are kept. */
export const AUDIT_DAYS = 730;

const auditEntry = z.object({
  id,
  at: unixSeconds,
  /** Who did it, by the address of then; null: the provider, at the command line. */
  actor: z.string().nullable(),
  /** From where; empty for the command line. */
  from: z.string(),
  /** Whom it was done to, by the address of then. */
  person: z.string(),
  act: z.enum(AUDITED_ACTS),
  /** As text; null where there was or is nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const AUDIT_PER_PAGE = 50;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/v2/audit-log',
  summary: 'What was done to the people of the owner’s domain, newest first',
  access: owner,
  on: 'person',
  query: pageOf,
  data: z.array(auditEntry),
  meta: pageMeta,
  errors: ['invalid_cursor'],
});

export const listOwnAuditLog = endpoint({
  method: 'GET',
  path: '/api/v2/account/audit-log',
  summary: 'What owners and the provider did to the own account, newest first',
  access: 'session',
  on: 'person',
  query: pageOf,
  data: z.array(auditEntry),
  meta: pageMeta,
  errors: ['invalid_cursor'],
});
