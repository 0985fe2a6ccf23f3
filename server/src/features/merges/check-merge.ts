import { isValidAddress } from '@bocau/contract/address.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import {
  type checkMerge as checkEndpoint,
  MERGE_PROBLEMS,
  type MergeProblem,
} from '@bocau/contract/merges.ts';
import { fieldKey } from '@bocau/contract/template-fields.ts';
import { readUsedBytes } from '../../mail/attachments/loose-files.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CheckSums, checkRows } from './check-rows.ts';
import {
  columnsByField,
  escapedInMessage,
  fieldsOfMessage,
  isNothing,
  type MergeText,
  parseText,
  recipientOf,
} from './fill-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import { countProblems, readReport } from './merge-rows.store.ts';
import { type Acting, hasDraft, readMergeText, refuseBegun, requireMergeFor } from './merge-text.ts';
import type { MergeRow } from './merges.store.ts';
import { showMerge } from './merges.view.ts';
import { listOwnFiles } from './own-files.ts';
import { isBlocked } from './row-files.ts';

type Check = DataOf<typeof checkEndpoint>;
export type Obstacle = Check['obstacles'][number];

const FIRST_ROWS = 20;

/** `signal`: whoever has asked for a check has left. */
type CheckDeps = MergeDeps & { signal?: AbortSignal };

export async function checkMerge(deps: CheckDeps, caller: Acting, id: string): Promise<Check> {
  const { mailbox: mailboxId } = caller;
  const { merge, sums, obstacles } = await lookOver(deps, caller, id);
  const key = { mailboxId, mergeId: merge.id };
  const totals = await countProblems(deps.db, key);
  const problems: Check['problems'] = [];
  for (const problem of MERGE_PROBLEMS) {
    const total = totals.get(problem) ?? 0;
    if (total > 0) problems.push({ problem, total, first: await firstRows(deps, merge, mailboxId, problem) });
  }
  const files = await listOwnFiles(deps.db, mailboxId, merge, unixSeconds(deps.clock));
  const strays = files.filter(({ rows }) => rows === 0);
  const first = strays.slice(0, FIRST_ROWS).map(({ name }) => name);
  return {
    ...{ merge: await showMerge(deps, mailboxId, merge), ready: sums.ready, obstacles, problems },
    ...{ without_file: sums.withoutFile, stray_files: { total: strays.length, first } },
  };
}

/** Checks all rows, and says what is against starting. */
export async function lookOver(
  deps: CheckDeps,
  caller: Acting,
  id: string,
): Promise<{ merge: MergeRow; text: MergeText | undefined; sums: CheckSums; obstacles: Obstacle[] }> {
  const { db, clock } = deps;
  const { mailbox: mailboxId } = caller;
  const merge = await requireMergeFor(db, caller, id);
  refuseBegun(merge);
  const text = await readMergeText(db, mailboxId, merge);
  const sums = await checkRows(deps, { mailboxId, mergeId: merge.id }, merge, text, unixSeconds(clock));
  const obstacles = [
    ...((await hasDraft(db, mailboxId, merge)) ? [] : [{ obstacle: 'draft_not_found' as const }]),
    ...(text ? await obstaclesOfText(deps, mailboxId, merge, text) : []),
    ...(await obstaclesOfRows(deps, mailboxId, merge, sums)),
  ];
  return { merge, text, sums, obstacles };
}

async function firstRows(
  { db }: MergeDeps,
  merge: MergeRow,
  mailboxId: number,
  problem: MergeProblem,
): Promise<Check['problems'][number]['first']> {
  const key = { mailboxId, mergeId: merge.id };
  const rows = await readReport(db, key, { after: 0, limit: FIRST_ROWS, problem });
  return rows.map(({ row, line, cells }) => ({ row, line, email: recipientOf(merge, cells).email }));
}

async function obstaclesOfText(
  { db }: MergeDeps,
  mailboxId: number,
  { columns, file_column }: MergeRow,
  text: MergeText,
): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  const places = columnsByField(columns);
  const fields = fieldsOfMessage(parseText(text)).filter((field) => !places.has(fieldKey(field)));
  if (fields.length > 0) found.push({ obstacle: 'unknown_field', fields });
  // MM-42: others write their fields so, and everybody would get the name of the column.
  const doubled = escapedInMessage(text).filter((field) => places.has(fieldKey(field)));
  if (doubled.length > 0) found.push({ obstacle: 'double_braces', fields: [...new Set(doubled)] });
  const sender = await readSender(db, mailboxId, text.sender.email);
  if (!sender.sendingEnabled) found.push({ obstacle: 'sending_disabled' });
  if (text.sender.email === '' || !isValidAddress(text.sender.email)) found.push({ obstacle: 'no_sender' });
  else if (!sender.ownsAddress) found.push({ obstacle: 'sender_not_allowed' });
  if (text.body.length > LIMITS.maxBodySize) found.push({ obstacle: 'body_too_long' });
  // SD-8 asks about each of these once; to many it is never meant.
  if (text.subject.trim() === '') found.push({ obstacle: 'no_subject' });
  if (file_column === null && isNothing(text)) found.push({ obstacle: 'no_text' });
  // AT-4: what came in, or was attached before the list had its type, is not sent on.
  if (text.files.some(({ name }) => isBlocked(name))) found.push({ obstacle: 'file_not_allowed' });
  return found;
}

async function obstaclesOfRows(
  { db }: MergeDeps,
  mailboxId: number,
  { address_column }: MergeRow,
  { ready, empty, bytes }: CheckSums,
): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  if (address_column === null) found.push({ obstacle: 'no_address_column' });
  if (ready + empty === 0) found.push({ obstacle: 'nobody' });
  const { used, quota } = await readUsedBytes(db, mailboxId);
  const lacking = used + bytes - quota;
  if (lacking > 0 && ready + empty > 0) found.push({ obstacle: 'quota_exceeded', bytes: lacking });
  return found;
}
