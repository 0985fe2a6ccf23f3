import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const MOST_IMPORTED = 10_000;
/** Each takes tens of milliseconds of a processor; more are imported at the command line, or without a password. */
export const MOST_IMPORTED_PASSWORDS = 500;

export const IMPORT_REASONS = [
  'no_address',
  'twice',
  'foreign_domain',
  'is_alias',
  'deleted',
  'no_name',
  'no_quota',
  'no_role',
  'no_alias',
  'foreign_alias',
  'alias_taken',
  'weak_password',
  'guessable_password',
  'two_passwords',
  'unknown_hash',
  'no_text',
  'no_manager',
  'no_switch',
] as const;
export type ImportReason = (typeof IMPORT_REASONS)[number];

const fault = z.object({
  /** As the file counts; the first names the columns. */
  line: z.number(),
  field: z.string(),
  reason: z.enum(IMPORT_REASONS),
  /** The same in words, with what it is about. */
  problem: z.string(),
});
export type ImportFault = z.infer<typeof fault>;

export const importPeople = endpoint({
  method: 'POST',
  path: '/api/admin/v1/people/import',
  summary:
    'Adds the people of a list (CSV with the columns email, name, quota_mb, role, aliases, password, password_hash, and for the directory title, department, phone, manager, hidden; headings may be Vietnamese); whoever is there already stays as they are, but for the directory with `update`. With faults, or where it is only asked, nothing is done',
  access: { admin: 'people:write' },
  limit: { name: 'importing people', count: 30, perSeconds: 600, by: 'account' },
  bodyBytes: 8_000_000,
  body: z.object({
    csv: z.string().min(1).max(4_000_000),
    /** Says what would be done. */
    only_check: z.boolean().optional(),
    /** For who has no password: a link to choose one by, good once, for a week. */
    links: z.boolean().optional(),
    /** Whoever is there gets what the list says for the directory; empty cells change nothing. */
    update: z.boolean().optional(),
  }),
  data: z.object({
    /** How many of the list are new, and how many were there before. */
    added: z.number(),
    there: z.number(),
    /** Of how many who were there the directory says something else now; or would, if it was asked with `only_check`. */
    changed: z.number(),
    /** The first hundred. */
    faults: z.array(fault),
    fault_count: z.number(),
    links: z.array(z.object({ email: z.string(), link: z.string() })),
    /** Why it ended before all were added, with what is answered done; the list can be given again. */
    stopped: z.string().nullable(),
  }),
  errors: ['domain_quota_exceeded', 'domain_seats_exceeded', 'already_exists', 'proof_required'],
});
