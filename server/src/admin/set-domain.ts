import { parseArgs } from 'node:util';
import {
  LONGEST_REASON,
  MOST_MERGES_PER_DAY,
  MOST_SEATS,
  taxCode as taxCodeRule,
} from '@bocau/contract/admin-domains.ts';
import { DIRECTORY_MODES, type DirectoryMode } from '@bocau/contract/directory.ts';
import { LONGEST_LINK_DAYS } from '@bocau/contract/link-rules.ts';
import { changeDomain } from '../features/people/change-domain.ts';
import type { LinkRuleColumns, Switches } from '../features/people/domains.store.ts';
import { recordActs } from '../identity/administration/record-acts.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { type DomainChanges, findDomain, findDomainForUpdate, updateDomain } from './accounts.store.ts';
import { AdminError, type Command } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { readBoolean, readPair, readQuota } from './read-values.ts';
import { isSignOnKey, SIGN_ON_KEYS, type SignOnKey, setSignOn } from './set-sign-on.ts';

const KEYS = [
  'recall_seconds',
  'recall_read',
  'require_two_step',
  'sms_codes',
  'quota_mb',
  'seats',
  'catch_all',
  'suspended',
  'verified',
  'outside_links',
  'outside_link_days',
  'directory',
  'merges_per_day',
  'tax_code',
  ...SIGN_ON_KEYS,
] as const;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** RE-5: the interface has texts for these values. */
const RECALL_SECONDS = [HOUR / 2, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY];

export const setDomain: Command = {
  usage: 'domain set NAME KEY=VALUE…',
  summary:
    `Changes a domain at once. recall_seconds, how long after sending its people may recall a mail: one of ` +
    `${RECALL_SECONDS.join(', ')}. recall_read=0 leaves recipients what they have read. ` +
    'require_two_step=on lets its people do nothing before they have set up two-step sign-in. ' +
    'quota_mb=N is what its owners may give their people together, quota_mb=none whatever they like. ' +
    'seats=N is how many people it may have, seats=none any number. ' +
    'catch_all=EMAIL gives one of its people the mail to addresses that nobody has, catch_all=none refuses it. ' +
    'suspended=REASON lets nobody of it sign in or send, and has its mail wait elsewhere; suspended=none resumes it. ' +
    'verified=1 says that its owner has proved it: until then it gets no mail, and its people read and send none. ' +
    'outside_links=off lets no link open files of its people outside; outside_link_days=N is how long one may, ' +
    'outside_link_days=none as long as its maker likes. ' +
    `directory=${DIRECTORY_MODES.join('|')} is what its people see of each other in its directory. ` +
    'merges_per_day=N is how many people one mailbox may write to by mail merges within a day, merges_per_day=none as the server has it. ' +
    'tax_code=CODE is that of the company, against which invoices are held, tax_code=none takes it away. ' +
    'sms_codes=on lets them use codes by SMS or call as the second step of a sign-in. ' +
    'sso_issuer=URL sso_client=ID sso_secret=- lets its people sign in at an OpenID Connect provider (the secret is read ' +
    'from standard input), sso_trust_email=1 finds their mailboxes by the provider’s verified addresses, ' +
    'sso_issuer=none takes it away',
  async run({ context, args, out, ...input }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [given, ...pairs] = positionals;
    if (given === undefined) throw new AdminError('NAME is missing');
    const name = given.toLowerCase();
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: DomainChanges = {};
    let catchAll: string | null | undefined;
    let suspended: string | null | undefined;
    let verified: boolean | undefined;
    let storage: number | null | undefined;
    let seats: number | null | undefined;
    let directory: DirectoryMode | undefined;
    let mergesPerDay: number | null | undefined;
    let taxCode: string | null | undefined;
    const switches: Partial<Switches> = {};
    const linkRules: LinkRuleColumns = {};
    const signOn = new Map<SignOnKey, string>();
    for (const pair of pairs) {
      const [key, value] = readPair(KEYS, pair);
      if (isSignOnKey(key)) signOn.set(key, value);
      else if (key === 'recall_seconds') changes.recall_seconds = readRecallSeconds(value);
      else if (key === 'quota_mb') storage = value === 'none' ? null : readQuota(value);
      else if (key === 'seats') seats = readSeats(value);
      else if (key === 'outside_links') linkRules.outside_links = readBoolean(key, value);
      else if (key === 'outside_link_days') linkRules.outside_link_days = readLinkDays(value);
      else if (key === 'suspended') suspended = value === 'none' ? null : readReason(value);
      else if (key === 'directory') directory = readDirectoryMode(value);
      else if (key === 'merges_per_day') mergesPerDay = readMergesPerDay(value);
      else if (key === 'tax_code') taxCode = value === 'none' ? null : readTaxCode(value);
      else if (key === 'verified') verified = readBoolean(key, value);
      else if (key === 'catch_all') catchAll = value === 'none' ? null : value;
      else if (key !== 'recall_read') switches[key] = readBoolean(key, value);
      else changes[key] = readBoolean(key, value);
    }
    if (signOn.size > 0) await setSignOn({ ...input, context }, name, signOn);
    const isOwnersToo = [
      catchAll,
      storage,
      seats,
      suspended,
      verified,
      directory,
      mergesPerDay,
      taxCode,
      ...Object.values({ ...switches, ...linkRules }),
    ].some((each) => each !== undefined);
    if (isOwnersToo) {
      const domain = await findDomain(context.db, name);
      if (!domain) throw new AdminError(`There is no domain ${name}`);
      const owned = { storage, seats, catchAll, suspended, verified, directory, mergesPerDay, taxCode };
      const wanted = { ...owned, switches, linkRules };
      await changeDomain(context, { id: domain.id, name }, wanted, commandLine());
    }
    if (Object.keys(changes).length > 0) {
      const at = unixSeconds(context.clock);
      await inTransaction(context.db, async (tx) => {
        const before = await findDomainForUpdate(tx, name);
        if (!before) throw new AdminError(`There is no domain ${name}`);
        await updateDomain(tx, name, changes);
        const acts = (Object.keys(changes) as (keyof DomainChanges)[]).map((key) => ({
          act: 'domain_changed' as const,
          before: `${key}=${before[key]}`,
          after: `${key}=${changes[key]}`,
        }));
        await recordActs(tx, { domainId: before.id, name }, { actor: commandLine(), at }, acts);
      });
    }
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${name}.\n`);
    return 0;
  },
};

function readLinkDays(value: string): number | null {
  if (value === 'none') return null;
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= LONGEST_LINK_DAYS) return days;
  throw new AdminError(`outside_link_days is a number from 1 to ${LONGEST_LINK_DAYS}, or none`);
}

function readDirectoryMode(value: string): DirectoryMode {
  const mode = DIRECTORY_MODES.find((each) => each === value);
  if (mode) return mode;
  throw new AdminError(`directory is one of ${DIRECTORY_MODES.join(', ')}`);
}

function readMergesPerDay(value: string): number | null {
  if (value === 'none') return null;
  const most = /^\d{1,6}$/.test(value) ? Number(value) : MOST_MERGES_PER_DAY + 1;
  if (most <= MOST_MERGES_PER_DAY) return most;
  throw new AdminError(`merges_per_day is a number up to ${MOST_MERGES_PER_DAY}, or none`);
}

function readTaxCode(value: string): string {
  const { success, data } = taxCodeRule.safeParse(value);
  if (success) return data;
  throw new AdminError('tax_code is 10 or 12 digits, 10 and a branch as 0910004006-001, or none');
}

function readSeats(value: string): number | null {
  if (value === 'none') return null;
  const seats = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (seats >= 1 && seats <= MOST_SEATS) return seats;
  throw new AdminError(`seats is a number from 1 to ${MOST_SEATS}, or none`);
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= LONGEST_REASON && !/\p{Cc}/u.test(reason)) return reason;
  throw new AdminError(`suspended is a reason of ${LONGEST_REASON} characters at most, or none`);
}

function readRecallSeconds(text: string): number {
  const seconds = RECALL_SECONDS.find((known) => String(known) === text);
  if (seconds !== undefined) return seconds;
  throw new AdminError(`recall_seconds is one of ${RECALL_SECONDS.join(', ')}, not '${text}'`);
}
