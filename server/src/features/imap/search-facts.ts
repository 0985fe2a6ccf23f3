import type { MailAddress } from '@bocau/contract/fields.ts';
import { readMessageFacts } from '../../mail/messages/message-facts.store.ts';
import { readHeaderTexts, readSentDates, readSubjects } from '../../mail/messages/message-texts.store.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { uidRanges } from './folder-state.ts';
import { type Candidate, foldText, type KnownCandidate, keysOf } from './match-search.ts';
import { FIELD_BUDGET, type FieldBudget, learnFields } from './search-fields.ts';
import { learnTexts, type TextBudget, textBudget } from './search-texts.ts';
import { mailboxOf, type Session, selectedOf } from './session.ts';

/** What is read of messages whose states are known. */
export type RowLevel = 'date' | 'facts' | 'fields' | 'body';
/** How many messages it may still look into. */
export type Budget = FieldBudget & TextBudget;

type Learning = { level: RowLevel; key: SearchKey; candidates: KnownCandidate[]; budget: Budget };

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

/** Subjects and whom messages name, where one of these is asked for; nothing of those that have left the folder. */
export async function learnHeaders(session: Session, key: SearchKey, candidates: Candidate[]): Promise<void> {
  const fields = [...keysOf(key)].filter((one) => one.key === 'field' || one.key === 'text');
  if (fields.length === 0) return;
  const byUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  const { db } = session.deps;
  const [mailbox, folder] = [mailboxOf(session), selectedOf(session).folder.id];
  const asked = [...byUid.keys()];
  if (fields.every((one) => one.key === 'field' && one.field === 'subject')) {
    const { uids, subjects } = await readSubjects(db, mailbox, folder, uidRanges(asked));
    for (const [index, uid] of uids.entries())
      learnHeader(byUid.get(uid), { ...NOBODY, subject: foldText(subjects[index] ?? '') });
    return;
  }
  for (const { uid, subject, sender, headers } of await readHeaderTexts(db, mailbox, folder, asked))
    learnHeader(byUid.get(uid), {
      subject: foldText(subject),
      from: people([sender]),
      to: people(headers.to),
      cc: people(headers.cc),
      bcc: people(headers.bcc),
    });
}

/** Where nobody is asked for. */
const NOBODY = { from: '', to: '', cc: '', bcc: '' };

function learnHeader(candidate: Candidate | undefined, header: NonNullable<Candidate['header']>): void {
  if (candidate) candidate.header = header;
}

function people(addresses: MailAddress[] | null): string {
  return foldText((addresses ?? []).map(({ name, email }) => `${name} <${email}>`).join(', '));
}
