import type { MailAddress } from '@bocau/contract/fields.ts';
import { readMessageFacts } from '../../mail/messages/message-facts.store.ts';
import { readHeaderTexts, readSentDates, readSubjects } from '../../mail/messages/message-texts.store.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { type Candidate, foldText, type KnownCandidate, keysOf } from './match-search.ts';
import { FIELD_BUDGET, type FieldBudget, learnFields } from './search-fields.ts';
import { learnTexts, type TextBudget, textBudget } from './search-texts.ts';
import { mailboxOf, type Session } from './session.ts';

export type Level = 'date' | 'facts' | 'header' | 'fields' | 'body';
/** How many messages it may still look into. */
export type Budget = FieldBudget & TextBudget;

type Learning = { level: Level; key: SearchKey; candidates: KnownCandidate[]; budget: Budget };

export async function searchBudget(session: Session, key: SearchKey, messages: number): Promise<Budget> {
  return { ...FIELD_BUDGET, ...(await textBudget(session, key, messages)) };
}

/** Reads of the candidates what tells more of them, and refuses what would take too long. */
export async function learnMore(session: Session, learning: Learning): Promise<void> {
  const { level, key, candidates, budget } = learning;
  const byId = new Map(candidates.map((candidate) => [candidate.state.id, candidate]));
  switch (level) {
    case 'date':
      return learnDates(session, key, byId);
    case 'facts':
      return learnFacts(session, key, byId);
    case 'header':
      return learnHeaders(session, key, byId);
    case 'fields': {
      const names = [...keysOf(key)].flatMap((one) => (one.key === 'header' ? one.name : []));
      if (names.length === 0) return;
      return learnFields(session, candidates, { names: [...new Set(names)], budget });
    }
    case 'body':
      return learnTexts(session, candidates, budget);
  }
}

type ById = ReadonlyMap<string, KnownCandidate>;

async function learnDates(session: Session, key: SearchKey, byId: ById): Promise<void> {
  if (![...keysOf(key)].some((one) => one.key === 'sent')) return;
  const rows = await readSentDates(session.deps.db, mailboxOf(session), [...byId.keys()]);
  for (const { id, sent_at: sentAt } of rows) {
    const candidate = byId.get(id);
    if (candidate) candidate.sentAt = sentAt;
  }
}

async function learnFacts(session: Session, key: SearchKey, byId: ById): Promise<void> {
  if (![...keysOf(key)].some((one) => one.key === 'saved' || one.key === 'object')) return;
  for (const row of await readMessageFacts(session.deps.db, mailboxOf(session), [...byId.keys()])) {
    const candidate = byId.get(row.id);
    if (candidate) candidate.facts = row;
  }
}

async function learnHeaders(session: Session, key: SearchKey, byId: ById): Promise<void> {
  const fields = [...keysOf(key)].flatMap((one) => (one.key === 'field' || one.key === 'text' ? one : []));
  if (fields.length === 0) return;
  const ids = [...byId.keys()];
  const { db } = session.deps;
  if (fields.every((one) => one.key === 'field' && one.field === 'subject')) {
    for (const { id, subject } of await readSubjects(db, mailboxOf(session), ids))
      learnHeader(byId.get(id), { ...NOBODY, subject: foldText(subject) });
    return;
  }
  for (const { id, subject, sender, headers } of await readHeaderTexts(db, mailboxOf(session), ids))
    learnHeader(byId.get(id), {
      subject: foldText(subject),
      from: people([sender]),
      to: people(headers.to),
      cc: people(headers.cc),
      bcc: people(headers.bcc),
    });
}

/** Where nobody is asked for. */
const NOBODY = { from: '', to: '', cc: '', bcc: '' };

function learnHeader(candidate: KnownCandidate | undefined, header: NonNullable<Candidate['header']>): void {
  if (candidate) candidate.header = header;
}

function people(addresses: MailAddress[] | null): string {
  return foldText((addresses ?? []).map(({ name, email }) => `${name} <${email}>`).join(', '));
}
