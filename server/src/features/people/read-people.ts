import { isValidAddress } from '@bocau/contract/address.ts';
import type { ImportFault, ImportReason } from '@bocau/contract/import-people.ts';
import { passwordFaults } from '@bocau/contract/password-rules.ts';
import { DEFAULT_QUOTA_MB, LARGEST_QUOTA_MB } from '@bocau/contract/people.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { readCsv } from '../../platform/read-csv.ts';
import { readImportedHash, schemeOf } from './imported-hash.ts';
import { columnOf, ENTRY_COLUMNS, entryOf, entryProblems, type ListedEntry } from './read-listed-entry.ts';

const COLUMNS = [
  ...(['email', 'name', 'quota_mb', 'role', 'aliases', 'password', 'password_hash'] as const),
  ...ENTRY_COLUMNS,
];
type Column = (typeof COLUMNS)[number];
type Value = (column: Column) => string;
const LONGEST_NAME = 200;

/** A person to be added. */
export type ListedPerson = {
  line: number;
  email: string;
  name: string;
  quotaMb: number;
  kind: 'owner' | 'member';
  aliases: string[];
  /** As given, to be hashed; never together with a hash. */
  password: string | null;
  passwordHash: string | null;
  /** What it says for the directory. */
  entry?: ListedEntry;
};

/** The people of a list, and the errors in its lines; without knowledge of domains and existing people. */
export function readListedPeople(
  csv: string,
  most = Number.POSITIVE_INFINITY,
): { people: ListedPerson[]; faults: ImportFault[] } {
  const [head, ...lines] = readCsv(csv, { lines: most + 1 });
  if (lines.length > most) {
    const problem = `has more than ${most} people`;
    throw invalidInput(`The list ${problem}`, { field: 'csv', problem, rule: 'too_long' });
  }
  const columns = (head?.fields ?? []).map(columnOf);
  requireColumns(columns);
  const people: ListedPerson[] = [];
  const faults: ImportFault[] = [];
  const seen = new Map<string, number>();
  for (const { number: line, fields } of lines) {
    const value = (column: Column) => readField(column, fields[columns.indexOf(column)] ?? '');
    const person = personOf(line, value);
    const found = faultsOf(person, value);
    for (const address of new Set([person.email, ...person.aliases])) {
      const before = seen.get(address);
      if (before !== undefined)
        found.push({ line, field: 'email', reason: 'twice', problem: `is in line ${before} too` });
      seen.set(address, line);
    }
    faults.push(...found);
    if (found.length === 0) people.push(person);
  }
  return { people, faults };
}

/** Spaces at the ends of a quoted password are part of it. */
function readField(column: Column, field: string): string {
  return column === 'password' && field.trim() !== '' ? field : field.trim();
}

function requireColumns(columns: string[]): void {
  const unknown = columns.find((name) => !COLUMNS.some((column) => column === name));
  const problem =
    unknown !== undefined
      ? `has the unknown column '${unknown}'; known are ${COLUMNS.join(', ')}`
      : columns.includes('email')
        ? null
        : 'has no column email: its first line names the columns';
  if (problem === null) return;
  throw new Failure('invalid_input', `The list ${problem}`, {
    details: { part: 'body', fields: [{ field: 'csv', problem, rule: 'invalid' }] },
  });
}

function personOf(line: number, value: Value): ListedPerson {
  const email = foldAddress(value('email'));
  const hash = value('password_hash');
  return {
    line,
    email,
    name: value('name').normalize('NFC').replace(/\s+/g, ' ') || (email.split('@')[0] as string),
    quotaMb: value('quota_mb') === '' ? DEFAULT_QUOTA_MB : Number(value('quota_mb')),
    kind: value('role').toLowerCase() === 'owner' ? 'owner' : 'member',
    aliases: [...new Set(value('aliases').split(/[\s|]+/))].filter((alias) => alias !== '').map(foldAddress),
    password: value('password') || null,
    passwordHash: hash === '' ? null : readImportedHash(hash),
    entry: entryOf(value),
  };
}

function faultsOf(person: ListedPerson, value: Value): ImportFault[] {
  const { line, email, name, quotaMb, aliases, password, passwordHash } = person;
  const problems: [boolean, Column, ImportReason, string][] = [
    [!isValidAddress(email), 'email', 'no_address', 'is no mail address'],
    [
      name.length > LONGEST_NAME || /\p{Cc}/u.test(name),
      'name',
      'no_name',
      'is too long, or has control characters',
    ],
    [
      !Number.isInteger(quotaMb) || quotaMb < 1 || quotaMb > LARGEST_QUOTA_MB,
      'quota_mb',
      'no_quota',
      'is no number of MB',
    ],
    [
      !['', 'owner', 'member'].includes(value('role').toLowerCase()),
      'role',
      'no_role',
      'is neither owner nor member',
    ],
    [aliases.some((alias) => !isValidAddress(alias)), 'aliases', 'no_alias', 'has what is no mail address'],
    [
      password !== null && passwordFaults(password).length > 0,
      'password',
      'weak_password',
      'does not meet the rules',
    ],
    [
      password !== null && value('password_hash') !== '',
      'password_hash',
      'two_passwords',
      'is beside a password',
    ],
    [
      value('password_hash') !== '' && passwordHash === null,
      'password_hash',
      'unknown_hash',
      `can not be verified here (${schemeOf(value('password_hash'))}): ARGON2ID or SHA512-CRYPT can`,
    ],
    ...entryProblems(person.entry ?? {}, email, value('hidden')),
  ];
  return problems.flatMap(([wrong, field, reason, problem]) =>
    wrong ? [{ line, field, reason, problem }] : [],
  );
}
