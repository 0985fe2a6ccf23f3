import { readQuotaOf } from '../../../mail/mailbox/mailbox.store.ts';
import { hashBytes } from '../../../platform/blobs/hash-bytes.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { importMail } from '../import-mail.ts';
import { byTime, type MailSource, plausibleTime, type SourceMessage } from '../mail-source.ts';
import { assignCopies } from './assign-copies.ts';
import { copyName } from './copy-name.ts';
import type { FetchedMessage } from './imap-source.ts';
import { forget, type RememberedInFolder, readSameContent, remember } from './move-in.store.ts';
import { type Folder, includes, type Pass, tooLarge } from './move-pass.ts';
import { refuse } from './move-report.ts';
import type { Tags } from './read-tags.ts';

const MB = 1024 * 1024;

export class QuotaReachedError extends Error {
  override name = 'QuotaReachedError';
}

type Arrived = SourceMessage & FetchedMessage & { hash: string; copy: number };

/** Stores fetched messages that are not in the mailbox yet, and remembers all of them. */
export async function fileStep(pass: Pass, folder: Folder, fetched: FetchedMessage[]): Promise<void> {
  const { deps, move, report, folders, everListed, unread } = pass;
  const { id: folderId, row, listing } = folder;
  const { mailboxId } = move;
  const { uidValidity } = listing;
  const arrivals: (FetchedMessage & { hash: string })[] = [];
  for (const message of fetched.sort((a, b) => a.uid - b.uid)) {
    const { uid, raw } = message;
    if (raw.length > move.largestMessage) refuse(report, row, { uid, reason: tooLarge(raw.length, move) });
    else arrivals.push({ ...message, hash: await hashBytes(raw) });
  }
  const hashes = [...new Set(arrivals.map(({ hash }) => hash))];
  const same = await readSameContent(deps.db, mailboxId, hashes);
  const ofSource = same.filter(({ folderId }) => everListed.has(folderId));
  const gathers = folder.gathers || listing.messageIds !== null;
  const isListed = (message: RememberedInFolder) => {
    const other = folders.get(message.folderId)?.listing;
    if (other === undefined) return unread.has(message.folderId);
    return other.uidValidity === message.uidValidity && includes(other.uids, message.uid);
  };
  const assigned = assignCopies(arrivals, ofSource, { id: folderId, gathers }, isListed);
  const settled: (Tags & { uid: number; hash: string; copy: number | null })[] = [];
  const known: RememberedInFolder[] = [];
  const fresh: Arrived[] = [];
  const now = unixSeconds(deps.clock);
  for (const [index, message] of arrivals.entries()) {
    const { uid, hash, raw, receivedAt, tags } = message;
    const assignment = assigned[index];
    if (assignment === undefined) continue;
    if ('known' in assignment) {
      known.push(assignment.known);
      settled.push({ uid, hash, copy: assignment.known.copy, ...tags });
    } else if ('elsewhere' in assignment) settled.push({ uid, hash, copy: null, ...tags });
    else {
      fresh.push({
        ...message,
        ...{ name: copyName(move.sourceName, assignment.copy), copy: assignment.copy, place: folder.place },
        ...{ size: raw.length, receivedAt: plausibleTime(now, receivedAt) },
      });
    }
  }
  const fitting = await fitIntoQuota(pass, fresh);
  const {
    filed,
    known: filedBefore,
    problems,
  } = await importMail(deps, mailboxId, sourceOf(fitting), () => undefined);
  const refused = new Map(problems.map(({ what, reason }) => [what, reason]));
  for (const { uid, hash, copy, tags } of fitting) {
    const reason = refused.get(describe(uid));
    if (reason === undefined) settled.push({ uid, hash, copy, ...tags });
    else refuse(report, row, { uid, reason });
  }
  await inTransaction(deps.db, async (tx) => {
    await forget(tx, mailboxId, known);
    await remember(
      tx,
      mailboxId,
      folderId,
      settled.map((each) => ({ uidValidity, ...each })),
    );
  });
  row.copied += filed;
  row.already_there += known.length + filedBefore;
  row.elsewhere += settled.filter(({ copy }) => copy === null).length;
  pass.done(fetched.length);
  if (fitting.length < fresh.length) {
    throw new QuotaReachedError('The quota of the mailbox is reached: give it more, and run this again');
  }
}

function describe(uid: number): string {
  return `UID ${uid}`;
}

async function fitIntoQuota({ deps, move }: Pass, messages: Arrived[]): Promise<Arrived[]> {
  const { quota_mb, used_bytes } = await readQuotaOf(deps.db, move.mailboxId);
  let left = quota_mb * MB - used_bytes;
  const stop = messages.findIndex(({ size }) => {
    left -= size;
    return left < 0;
  });
  return stop === -1 ? messages : messages.slice(0, stop);
}

function sourceOf(messages: Arrived[]): MailSource<Arrived> {
  return {
    name: 'imap',
    messages: messages.toSorted(byTime),
    problems: [],
    read: async ({ raw, flags, hash, tags }) => ({ raw, flags, hash, labels: tags.labels }),
    describe: ({ uid }) => describe(uid),
    close: async () => undefined,
  };
}
