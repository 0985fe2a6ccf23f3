import { type ChangeDeps, changeMailbox } from './change-mailbox.ts';
import {
  expungeOrphans,
  readDifferingThreads,
  readUnfollowed,
  renewUidValidity,
  writeFollowed,
} from './message-states.store.ts';

/** In one transaction: meanwhile nothing else can change the mailbox. */
const THREADS_A_CHANGE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Brings the states of messages into step with what an older release has changed beside this one: threads by the journal,
 * or by comparing all where that is forgotten.
 */
export async function followMessages(deps: ChangeDeps, mailboxId: number): Promise<void> {
  for (;;) {
    const step = await followStep(deps, mailboxId);
    if (step === 'followed') return;
    if (step === 'forgotten') await beginAgain(deps, mailboxId);
  }
}

type FollowStep = 'followed' | 'forgotten' | 'behind';

function followStep(deps: ChangeDeps, mailboxId: number): Promise<FollowStep> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx, seq, now } = change;
    const state = await readUnfollowed(tx, mailboxId, THREADS_A_CHANGE);
    // A mail program's numbers begin with 1, and what it has seen stands before the next change.
    if (state.seq === 0) change.journal('folder', change.folders.INBOX);
    if (state.stated_seq === state.seq) return 'followed';
    if (state.numbered && state.forgotten) return 'forgotten';
    const followed = !state.numbered || state.until === state.seq;
    if (state.numbered) change.markThreadsDirty(state.threads);
    if (state.numbered && followed)
      for (const folder of await expungeOrphans(tx, mailboxId, { seq, now }))
        change.journal('folder', folder);
    await writeFollowed(tx, mailboxId, followed ? state.seq : state.until);
    return followed ? 'followed' : 'behind';
  });
}

/** Uids may have been given out of which nothing is known: the changes in between may be those of another timeline. */
async function beginAgain(deps: ChangeDeps, mailboxId: number): Promise<void> {
  const { seq } = await readUnfollowed(deps.db, mailboxId, 0);
  await repairStates(deps, mailboxId);
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    await renewUidValidity(tx, mailboxId, now);
    await writeFollowed(tx, mailboxId, seq);
  });
}

/** Compares the states of all messages with them, and mail programs hear of what was wrong. */
export async function repairStates(deps: ChangeDeps, mailboxId: number): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const threads = await readDifferingThreads(deps.db, mailboxId, after, THREADS_A_CHANGE);
    if (threads.length > 0)
      await changeMailbox(deps, mailboxId, async (change) => change.markThreadsDirty(threads));
    after = threads.length < THREADS_A_CHANGE ? undefined : threads.at(-1);
  }
  await changeMailbox(deps, mailboxId, async (change) => {
    for (const folder of await expungeOrphans(change.tx, mailboxId, change)) change.journal('folder', folder);
  });
}
