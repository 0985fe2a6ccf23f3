import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { directoryMode } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { done, queryNumber, unixSeconds } from './fields.ts';
import { linkRules } from './link-rules.ts';
import { LARGEST_QUOTA_MB } from './people.ts';

export const DOMAINS_PER_PAGE = 20;
/** More may be asked for, and a page has fewer all the same. */
const MOST_ASKED_FOR = 50;
export const MOST_SEATS = 1_000_000;

const domain = z.object({
  name: z.string(),
  /** Its owner has proved that it is theirs. */
  verified: z.boolean(),
  /** Not suspended. */
  active: z.boolean(),
  suspended_at: unixSeconds.nullable(),
  suspended_reason: z.string().nullable(),
  people: z.number(),
  /** In MB, what its people have been given, and may be; null: as much as their owner likes. */
  given: z.number(),
  storage: z.number().nullable(),
  /** How many people it may have, those who were deleted not counted; null: any number. */
  seats: z.number().nullable(),
  /** How many it has in that sense. */
  seated: z.number(),
  /** How many messages its people sent within the last thirty whole days; counted by night. */
  sent: z.number(),
  created_at: unixSeconds,
});
export type Domain = z.infer<typeof domain>;
/** Each asks name servers elsewhere. */
const DNS_CHECKS = { name: 'checking DNS', count: 60, perSeconds: 600, by: 'account' } as const;
/** In bytes, what the mail and the files of its people take. */
const usage = { used: z.number(), used_drive: z.number() };
const listed = domain.extend(usage);
export type ListedDomain = z.infer<typeof listed>;
export const LONGEST_REASON = 200;
const whichDomain = z.object({ domain: z.string().min(1).max(253) });

export const listDomains = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains',
  summary: 'The domains that the caller administers, by name; `search` is the beginning of a name',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  query: z.object({
    search: z.string().max(253).optional(),
    cursor: z.string().max(1000).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(MOST_ASKED_FOR)).optional(),
  }),
  data: z.array(listed),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

/** The limits of sending apply beside it. */
export const MOST_MERGES_PER_DAY = 100_000;

/** Ten digits, of a branch with three more behind a hyphen, or twelve. */
export const taxCode = z.string().regex(/^(\d{10}(-\d{3})?|\d{12})$/, 'is no tax code');

export const showDomain = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains/:domain',
  summary: 'One domain, with what its mail and its files take and who owns it',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  params: whichDomain,
  data: domain.extend({
    owners: z.array(z.string()),
    ...usage,
    require_two_step: z.boolean(),
    /** Codes by SMS or call are a second step of its people, … */
    sms_codes: z.boolean(),
    /** … where the server has what sends them. */
    sends_codes: z.boolean(),
    /** Who takes mail to addresses that nobody has; null: it is refused. */
    catch_all: z.string().nullable(),
    /** Whether links may open its files to people outside, and for how many days; null: for any time. */
    outside_links: linkRules.shape.on,
    outside_link_days: linkRules.shape.days,
    directory: directoryMode,
    /** Of the company; null where none is set. */
    tax_code: z.string().nullable(),
    /** People whom one mailbox may write to by mail merges within a day; null: as the server has it, 500. */
    merges_per_day: z.number().nullable(),
  }),
  errors: ['not_found'],
});

export type ShownDomain = z.infer<typeof showDomain.data>;

export const changeDomain = endpoint({
  method: 'PATCH',
  path: '/api/admin/v1/domains/:domain',
  summary:
    'Gives one of its people the mail to addresses that nobody has; with null it is refused. For a provider also what ' +
    'its people may be given together, in MB; null: as much as its owner likes; and `seats`, how many people it may have; null: any number. `suspended`, by a provider, is the reason ' +
    'why nobody of it signs in or sends, while mail to it is answered “later” (450); null resumes it. `verified`, by a provider, says whether its owner has proved that it is theirs: ' +
    'while they have not, it gets no mail, and its people read and send none. With ' +
    '`require_two_step` its people can do nothing before they have set up two-step sign-in; with `sms_codes` codes by SMS or ' +
    'call are a second step of theirs. `outside_links` says whether links may open its files to people outside; while they ' +
    'may not, those that there are open nothing. `outside_link_days` is how long one may be open, counted from when its end ' +
    'was chosen; null: any time. `directory` is what its people see of each other in its directory: nothing, names and ' +
    'addresses, or all. `tax_code` is the one of the company, against which invoices are held; null takes it away. `merges_per_day` is how many people one mailbox may write to by ' +
    'mail merges within a day; 0 lets nobody send any, null is as the server has it',
  access: { admin: 'domains:write' },
  limit: ADMIN_WRITES,
  params: whichDomain,
  body: z.object({
    catch_all: z.string().min(1).max(320).nullable().optional(),
    storage: z.number().int().min(1).max(LARGEST_QUOTA_MB).nullable().optional(),
    seats: z.number().int().min(1).max(MOST_SEATS).nullable().optional(),
    suspended: z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_REASON)
      .refine((text) => !/\p{Cc}/u.test(text), 'has control characters')
      .nullable()
      .optional(),
    verified: z.boolean().optional(),
    require_two_step: z.boolean().optional(),
    sms_codes: z.boolean().optional(),
    outside_links: linkRules.shape.on.optional(),
    outside_link_days: linkRules.shape.days.optional(),
    directory: directoryMode.optional(),
    tax_code: taxCode.nullable().optional(),
    merges_per_day: z.number().int().min(0).max(MOST_MERGES_PER_DAY).nullable().optional(),
  }),
  data: showDomain.data,
  errors: ['not_found', 'proof_required'],
});

export const addDomain = endpoint({
  method: 'POST',
  path: '/api/admin/v1/domains',
  summary: 'Another domain whose mail is taken; it is verified, as the provider says so',
  access: { admin: 'domains:write', provider: true },
  limit: ADMIN_WRITES,
  body: z.object({ new_name: z.string().min(1).max(253) }),
  data: domain,
  errors: ['already_exists', 'proof_required'],
});

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain',
  summary:
    'Deletes a domain in which nobody is left, with its keys, settings, tokens and the aliases that people of other ' +
    'domains have in it, of which there may be 500; people who were deleted are left until their time is over',
  access: { admin: 'domains:write', provider: true },
  limit: ADMIN_WRITES,
  params: whichDomain,
  data: done,
  errors: ['not_found', 'domain_has_people', 'domain_has_aliases', 'proof_required'],
});

export const DNS_RECORDS = [
  'mx',
  'spf',
  'dkim',
  'dmarc',
  'ptr',
  'autoconfig',
  'srv',
  'contacts',
  'calendars',
] as const;
export type DnsRecordKind = (typeof DNS_RECORDS)[number];
export const DNS_VERDICTS = ['right', 'missing', 'different', 'unknown'] as const;

const dnsRecord = z.object({
  kind: z.enum(DNS_RECORDS),
  type: z.string(),
  name: z.string(),
  /** To be published. */
  expected: z.string(),
  found: z.array(z.string()),
  /** `different`: mail may go by another way on purpose; `unknown`: the name servers did not answer. */
  verdict: z.enum(DNS_VERDICTS),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

export const checkDomain = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/dns',
  summary: 'The records that the domain needs in DNS, and what is found there',
  access: { admin: 'domains:read' },
  limit: DNS_CHECKS,
  params: whichDomain,
  data: z.array(dnsRecord),
  errors: ['not_found'],
});

const domainKey = z.object({
  selector: z.string(),
  /** Mail of the domain is signed by this one. */
  signs: z.boolean(),
  /** It is the key of the server's settings, for the domains that have none of their own. */
  of_server: z.boolean(),
  created_at: unixSeconds.nullable(),
  /** To be published; `dns` says whether it is. Null: the server can not read the key. */
  record: dnsRecord.pick({ type: true, name: true, expected: true }).nullable(),
});
export type DomainKey = z.infer<typeof domainKey>;

const domainKeys = z.object({
  keys: z.array(domainKey),
  /** The selector of the key that signs once none of the domain's own does; null: mail is not signed then. */
  fallback: z.string().nullable(),
});
export type DomainKeys = z.infer<typeof domainKeys>;
const whichKey = whichDomain.extend({ selector: z.string().min(1).max(63) });

export const listDomainKeys = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/keys',
  summary: 'The keys that sign outgoing mail of the domain (DKIM), or are to: the records to publish',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  params: whichDomain,
  data: domainKeys,
  errors: ['not_found'],
});

export const addDomainKey = endpoint({
  method: 'POST',
  path: '/api/admin/v1/domains/:domain/keys',
  summary: 'A new key, which signs nothing yet: its record has to be published first',
  access: { admin: 'domains:write' },
  limit: ADMIN_WRITES,
  params: whichDomain,
  /** Without a selector it has the date. */
  body: z.object({ selector: z.string().min(1).max(63).optional() }),
  data: domainKeys,
  errors: ['not_found', 'already_exists', 'proof_required', 'service_unavailable'],
});

export const signByDomainKey = endpoint({
  method: 'POST',
  path: '/api/admin/v1/domains/:domain/keys/:selector/sign',
  summary: 'Outgoing mail is signed by this key from now on; refused before its record is found in DNS',
  access: { admin: 'domains:write' },
  limit: DNS_CHECKS,
  params: whichKey,
  data: domainKeys,
  errors: ['not_found', 'proof_required', 'service_unavailable'],
});

export const removeDomainKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/keys/:selector',
  summary: 'Removes a key; of one that signs only by a provider, and where a key of the server signs instead',
  access: { admin: 'domains:write' },
  limit: ADMIN_WRITES,
  params: whichKey,
  data: domainKeys,
  errors: ['not_found', 'proof_required'],
});
