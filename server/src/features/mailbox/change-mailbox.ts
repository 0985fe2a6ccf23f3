import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ChangeKind, Db, Tx } from '../../tables.ts';
import type { SpecialFolders, ThreadMessage } from './list-cards.ts';
import { listRowSteps, planListRows } from './list-rows.ts';

/** Tells every http process that a mailbox has changed; called after the commit. */
export type ChangeAnnouncer = { changed(mailboxId: number): void };

export type ChangeDeps = { db: Db; clock: Clock; announcer: ChangeAnnouncer };

/** System folders of one mailbox by name, Starred included. */
export type SystemFolderIds = SpecialFolders & {
  INBOX: string;
  WEBMAIL_SCHEDULED: string;
  webmail_period: string;
};

/** One change of one mailbox: everything in it is true together or not at all. */
export type MailboxChange = {
  readonly tx: Tx;
  readonly mailboxId: number;
  /** Unix seconds; the same for the whole change. */
  readonly now: number;
  readonly folders: SystemFolderIds;
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** Threads whose messages changed: their list rows and the counts of their folders follow. */
  touchThreads(ids: Iterable<string>): void;
  /** Threads that this change has made, by all of their messages: nothing is read back, unless they are touched too. */
  addThreads(messages: ThreadMessage[]): void;
  /** Puts an entry into the journal for what is not seen from the list rows. */
  note(kind: ChangeKind, entity: string): void;
  addBytes(bytes: number): void;
  /** Takes a write that nobody needs to wait for: what comes after it sees it, and without it nothing is committed. */
  send(write: Promise<unknown>): void;
};

type LockedMailbox = { seq: number; used_bytes: number; quota_mb: number; folders: SystemFolderIds };

/**
 * The only way to change mail. Locks the mailbox, lets `work` change messages, then brings list rows, folder
 * counts, the quota and the journal into step with them in the same transaction, and announces it after the commit.
 * What `work` has to know anyway, `readAhead` may ask for together with the lock: it is read behind it.
 */
export async function changeMailbox<T, Read>(
  deps: ChangeDeps,
  mailboxId: number,
  work: (change: MailboxChange, read: Read) => Promise<T>,
  readAhead?: (tx: Tx) => Promise<Read>,
): Promise<T> {
  const now = unixSeconds(deps.clock);
  let journalled = false;
  const result = await inTransaction(deps.db, async (tx, send) => {
    const [locked, read] = await Promise.all([lockMailbox(tx, mailboxId), readAhead?.(tx) as Read]);
    const threads = new Set<string>();
    const added: ThreadMessage[] = [];
    const notes = new Map<string, { kind: ChangeKind; entity: string }>();
    let addedBytes = 0;
    const note = (kind: ChangeKind, entity: string) => {
      notes.set(`${kind} ${entity}`, { kind, entity });
    };
    const change: MailboxChange = {
      tx,
      mailboxId,
      now,
      folders: locked.folders,
      usedBytes: locked.used_bytes,
      quotaBytes: locked.quota_mb * 1024 * 1024,
      touchThreads(ids) {
        for (const id of ids) threads.add(id);
      },
      addThreads(messages) {
        added.push(...messages);
      },
      note,
      addBytes(bytes) {
        addedBytes += bytes;
      },
      send,
    };
    const answer = await work(change, read);
    const known = added.filter((message) => !threads.has(message.thread_id));
    const plan = await planListRows(tx, mailboxId, { touched: [...threads], known }, locked.folders);
    for (const { id } of plan.threads) note('thread', id);
    for (const { folder_id } of plan.counts) note('folder', folder_id);
    if (addedBytes !== 0) note('quota', locked.folders.INBOX);
    journalled = notes.size > 0;
    if (journalled) {
      const steps = listRowSteps(mailboxId, plan, now);
      steps.push(journalStep(mailboxId, locked.seq + 1, [...notes.values()], now));
      send(writeState(tx, mailboxId, locked.seq + 1, addedBytes, steps));
    }
    return answer;
  });
  if (journalled) deps.announcer.changed(mailboxId);
  return result;
}

/** What a change asks finds rows by key, whatever the parameters; planned once a connection is enough for all of it. */
async function lockMailbox(tx: Tx, mailboxId: number): Promise<LockedMailbox> {
  const { rows } = await sql<LockedMailbox>`
    select s.seq, s.used_bytes, m.quota_mb,
      (select json_object_agg(f.role, f.id) from folders f
        where f.mailbox_id = s.mailbox_id and f.role is not null) as folders,
      set_config('plan_cache_mode', 'force_generic_plan', true)
    from mailbox_state s join mailboxes m on m.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}
    for update of s`.execute(tx);
  const locked = rows[0];
  if (!locked) throw new Error(`mailbox ${mailboxId} does not exist`);
  return locked;
}

function journalStep(
  mailboxId: number,
  seq: number,
  notes: { kind: ChangeKind; entity: string }[],
  now: number,
): RawBuilder<unknown> {
  return sql`entries as (
    insert into changes (mailbox_id, seq, kind, entity, at)
    select ${mailboxId}, ${seq}, kind, entity, ${now}
    from json_to_recordset(${JSON.stringify(notes)}) as n(kind text, entity uuid))`;
}

/** All that follows from what was changed, in one statement. */
async function writeState(
  tx: Tx,
  mailboxId: number,
  seq: number,
  addedBytes: number,
  steps: RawBuilder<unknown>[],
): Promise<void> {
  await sql`
    with ${sql.join(steps)}
    update mailbox_state set seq = ${seq}, used_bytes = used_bytes + ${addedBytes}
    where mailbox_id = ${mailboxId}`.execute(tx);
}
