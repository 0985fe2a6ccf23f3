import { readSources } from '../../mail/messages/folder-uids.store.ts';
import { readMessageIds } from '../../mail/messages/message-texts.store.ts';
import { readHeaderFields } from '../../mail/messages/structures.store.ts';
import { filterHeader } from '../../platform/imap/filter-header.ts';
import { decodeHeaderText } from '../../platform/mime/decode-words.ts';
import { isKeptField } from '../../platform/mime/kept-header.ts';
import { inSteps } from './choose-messages.ts';
import { foldText, type KnownCandidate } from './match-search.ts';
import { readSourceHeader } from './read-source.ts';
import { Refusal } from './refusal.ts';
import { mailboxOf, type Session } from './session.ts';

/** How many messages a search may still look into. */
export type FieldBudget = { keptFields: number; sources: number };

/** Beyond these a search is refused: it would hold everything else up. */
export const FIELD_BUDGET: FieldBudget = { keptFields: 20_000, sources: 500 };

const FIELDS_A_STEP = 500;

/** Reads header fields of the candidates: from their rows where they are kept there, else from the sources. */
export async function learnFields(
  session: Session,
  candidates: KnownCandidate[],
  { names, budget }: { names: string[]; budget: FieldBudget },
): Promise<void> {
  if (names.every((name) => name === 'message-id')) return learnMessageIds(session, candidates);
  if (!names.every(isKeptField)) return learnFromSources(session, candidates, { names, budget });
  spend(budget, 'keptFields', candidates.length);
  const unkept: KnownCandidate[] = [];
  for (const step of inSteps(candidates, FIELDS_A_STEP)) {
    const byId = new Map(step.map((candidate) => [candidate.state.id, candidate]));
    for (const { id, fields } of await readHeaderFields(session.deps.db, mailboxOf(session), [
      ...byId.keys(),
    ])) {
      const candidate = byId.get(id);
      if (candidate && fields !== null) candidate.fields = valuesOf(fields.toString('latin1'), names);
    }
    unkept.push(...step.filter(({ fields }) => fields === null));
  }
  await learnFromSources(session, unkept, { names, budget });
}

/** What programs look for most of all, in folders of any size. */
async function learnMessageIds(session: Session, candidates: KnownCandidate[]): Promise<void> {
  const ids = candidates.map(({ state }) => state.id);
  const rows = await readMessageIds(session.deps.db, mailboxOf(session), ids);
  const found = new Map(rows.map((row) => [row.id, row.message_id]));
  for (const candidate of candidates) {
    const id = found.get(candidate.state.id) ?? null;
    candidate.fields = new Map([['message-id', id === null ? null : foldText(`<${id}>`)]]);
  }
}

async function learnFromSources(
  session: Session,
  candidates: KnownCandidate[],
  { names, budget }: { names: string[]; budget: FieldBudget },
): Promise<void> {
  const { deps } = session;
  spend(budget, 'sources', candidates.length);
  const ids = candidates.map(({ state }) => state.id);
  const rows = await readSources(deps.db, mailboxOf(session), ids);
  const sources = new Map(rows.map(({ id, blob }) => [id, blob]));
  for (const candidate of candidates) {
    const blob = sources.get(candidate.state.id);
    const header = blob === undefined ? '' : await readSourceHeader(deps, blob, candidate.state.size);
    candidate.fields = valuesOf(header, names);
  }
}

function spend(budget: FieldBudget, what: keyof FieldBudget, messages: number): void {
  budget[what] -= messages;
  if (budget[what] < 0)
    throw new Refusal('LIMIT', `These headers of up to ${FIELD_BUDGET[what]} messages are searched at once`);
}

function valuesOf(header: string, names: string[]): Map<string, string | null> {
  return new Map(names.map((name) => [name, fieldValue(header, name)]));
}

function fieldValue(header: string, name: string): string | null {
  const lines = filterHeader(header, { names: [name], only: true }).trim();
  if (lines === '') return null;
  const value = lines.slice(lines.indexOf(':') + 1).replace(/\r?\n[ \t]/g, ' ');
  return foldText(decodeHeaderText(value, null));
}
