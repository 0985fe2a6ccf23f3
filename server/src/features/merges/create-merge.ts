import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { createMerge as createEndpoint } from '@bocau/contract/merges.ts';
import { readOutgoing } from '../../mail/outbox/read-outgoing.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import type { ReadDb } from '../../tables.ts';
import { STEP } from './merge-cells.store.ts';
import type { TableDeps } from './merge-deps.ts';
import { insertRows } from './merge-rows.store.ts';
import { requireMerge } from './merge-text.ts';
import { countMerges, insertMerge, type MergeRow } from './merges.store.ts';
import { guessColumns } from './tables/make-table.ts';
import type { TableLine } from './tables/merge-table.ts';
import { readContactTable, readDriveTable, readTableFile, type Source } from './tables/read-source.ts';

type Caller = Pick<MailboxCaller, 'person' | 'mailbox' | 'at'>;

export async function createMerge(
  deps: TableDeps,
  caller: Caller,
  { draft_id, source }: BodyOf<typeof createEndpoint>,
  signal: AbortSignal,
): Promise<MergeRow> {
  const subject = await requireDraft(deps.db, caller.mailbox, draft_id);
  await refuseTooMany(deps.db, caller.mailbox);
  const read =
    source.from === 'drive'
      ? await readDriveTable(deps, caller, source.file_id, signal)
      : await readContactTable(
          deps,
          caller,
          { list: source.list, language: await languageOf(deps.db, caller.mailbox) },
          signal,
        );
  return keepMerge(deps, caller, { draftId: draft_id, subject }, read);
}

export async function createFromUpload(
  deps: TableDeps,
  caller: Caller,
  { draftId, name, bytes }: { draftId: string; name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<MergeRow> {
  const subject = await requireDraft(deps.db, caller.mailbox, draftId);
  await refuseTooMany(deps.db, caller.mailbox);
  return keepMerge(deps, caller, { draftId, subject }, await readTableFile(deps, { name, bytes }, signal));
}

async function languageOf(db: ReadDb, mailboxId: number): Promise<'vi' | 'en'> {
  return (await readSettings(db, mailboxId)).language;
}

/** Answers its subject. */
export async function requireDraft(db: ReadDb, mailboxId: number, draftId: string): Promise<string> {
  const outgoing = await readOutgoing(db, mailboxId, draftId);
  if (!outgoing) throw new Failure('message_not_found', 'Message not found');
  if (!outgoing.draft) throw new Failure('not_a_draft', 'This message is not a draft');
  return outgoing.subject;
}

export async function refuseTooMany(db: ReadDb, mailboxId: number): Promise<void> {
  if ((await countMerges(db, mailboxId)) < MERGE_LIMITS.merges) return;
  throw new Failure('too_many_merges', `There can be up to ${MERGE_LIMITS.merges} mail merges`, {
    details: { limit: MERGE_LIMITS.merges },
  });
}

async function keepMerge(
  { db, clock }: TableDeps,
  { person, mailbox, at }: Caller,
  { draftId, subject }: { draftId: string; subject: string },
  { source, name, table }: Source,
): Promise<MergeRow> {
  const id = newId(clock);
  const { columns, lines, faults } = table;
  await inTransaction(db, async (tx) => {
    await insertMerge(
      tx,
      mailbox,
      {
        id,
        title: clip(subject, MERGE_LIMITS.titleLength),
        draft_id: draftId,
        source,
        source_name: clip(name, MERGE_LIMITS.titleLength),
        columns,
        ...guessColumns(table),
        person_id: person,
        faults,
      },
      at,
    );
    let row = 1;
    for (const some of inPortions(lines)) {
      await insertRows(tx, { mailboxId: mailbox, mergeId: id }, some, row);
      row += some.length;
    }
  });
  return requireMerge(db, mailbox, id);
}

/** As many lines as are written while others wait. */
function* inPortions(lines: TableLine[]): Generator<TableLine[]> {
  let some: TableLine[] = [];
  let characters = 0;
  for (const line of lines) {
    some.push(line);
    for (const cell of line.cells) characters += cell.length;
    if (some.length < STEP.rows && characters < STEP.characters) continue;
    yield some;
    [some, characters] = [[], 0];
  }
  if (some.length > 0) yield some;
}
