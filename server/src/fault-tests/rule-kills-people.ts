import type { FilterRule, RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { createMailbox } from '../features/people/create-people.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { newId } from '../platform/ids.ts';
import { DOMAIN } from './prepare-people.ts';

/** A user's filter: words in the subject, and the redirect targets. */
type Redirect = { words: string; targets: string[] };
type Person = { forward?: string; redirects?: Redirect[]; replies?: boolean };

/** An address to which nothing is sent directly. */
export const HERE = `g@${DOMAIN}`;

/** The users' rules, besides keeping their mail; the subjects are those of `makeMessages`. */
const PEOPLE: Record<string, Person> = {
  [`p0@${DOMAIN}`]: { forward: 'p0@ngoai.example' },
  [`p1@${DOMAIN}`]: { forward: HERE },
  [`p2@${DOMAIN}`]: {
    forward: 'p2@ngoai.example',
    redirects: [{ words: 'giao', targets: ['kho@ngoai.example'] }],
  },
  [`p3@${DOMAIN}`]: {
    redirects: [
      { words: 'báo giá', targets: ['gia@ngoai.example', 'p3@ngoai.example'] },
      // A message matching both goes there once.
      { words: 'báo, hàng', targets: ['p3@ngoai.example'] },
    ],
  },
  [`p4@${DOMAIN}`]: { replies: true },
  [`p5@${DOMAIN}`]: {
    forward: 'p5@ngoai.example',
    redirects: [{ words: 'hóa đơn', targets: ['ke-toan@ngoai.example', 'p5@ngoai.example'] }],
    replies: true,
  },
};

/** The addresses to which a message to a person is forwarded. */
export function targetsOf(email: string, subject: string): string[] {
  const { forward, redirects = [] } = PEOPLE[email] ?? {};
  const matching = redirects.filter(({ words }) => matches(words, subject));
  return [...new Set([...matching.flatMap(({ targets }) => targets), ...(forward ? [forward] : [])])];
}

export function forwardOf(email: string): string | undefined {
  return PEOPLE[email]?.forward;
}

export function isAnswering(email: string): boolean {
  return PEOPLE[email]?.replies === true;
}

/** How often a person's rules matched messages with these subjects, without automatic replies. */
export function hitsOf(email: string, subjects: string[]): number {
  const { forward, redirects = [] } = PEOPLE[email] ?? {};
  const matching = redirects.flatMap(({ words }) => subjects.filter((subject) => matches(words, subject)));
  return matching.length + (forward ? subjects.length : 0);
}

function matches(words: string, subject: string): boolean {
  return words.split(', ').some((word) => subject.toLowerCase().includes(word));
}

export async function prepareRules(parts: AppContext, people: Map<string, number>): Promise<void> {
  await createMailbox(parts, {
    ...{ email: HERE, name: 'Người nhận', passwordHash: null, kind: 'member' as const, quotaMb: 10_000 },
    ...{ enableSmtp: true, enableDrive: false, aliases: [] },
  });
  for (const [email, { forward, redirects = [], replies }] of Object.entries(PEOPLE)) {
    const mailbox = people.get(email) as number;
    const targets = new Set([...redirects.flatMap((one) => one.targets), ...(forward ? [forward] : [])]);
    for (const target of targets) await addTarget(parts, mailbox, target, target === forward);
    for (const redirect of redirects) await addRule(parts, mailbox, filterOf(redirect));
    if (replies) await addRule(parts, mailbox, VACATION);
  }
}

function filterOf({ words, targets }: Redirect): FilterRule {
  return {
    match: 'all',
    conditions: [{ type: 'subject', comparator: 'contains', value: words }],
    actions: targets.map((value) => ({ enable: true, type: 'redirect', value })),
  };
}

const VACATION: RuleDefinition = {
  ...{ type: 'vacation', is_enable: true, start_date: '2000-01-01', end_date: null },
  ...{ subject: '', from: '', body: 'Tôi đang nghỉ phép.', only_organisation: false },
};

/** A verified target; all mail goes there only if it is the active forward. */
async function addTarget(parts: AppContext, mailbox: number, email: string, isOn: boolean): Promise<void> {
  const rule = await addRule(parts, mailbox, { type: 'autofw', is_enable: isOn, email }, isOn);
  await sql`
    insert into forward_addresses (mailbox_id, address, rule_id, created_at, verified_at, code_sent_at)
    values (${mailbox}, ${email}, ${rule}, 1, 1, 1)`.execute(kyselyOf(parts.db));
}

async function addRule(
  parts: AppContext,
  mailbox: number,
  definition: RuleDefinition,
  isOn = true,
): Promise<string> {
  const id = newId(parts.clock);
  await sql`
    insert into rules (mailbox_id, id, is_enable, definition)
    values (${mailbox}, ${id}, ${isOn}, ${JSON.stringify(definition)}::jsonb)`.execute(kyselyOf(parts.db));
  return id;
}
