import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { type DriveCaller, type Reached, reachFolder, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps, TOP } from '../../drive/change-drive.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { reachOf, readPlace } from '../../drive/entries/create-entry.ts';
import { growBelow, insertEntry } from '../../drive/entries/entries.store.ts';
import { refuseTooDeep } from '../../drive/entries/entry-path.ts';
import { freeName } from '../../drive/entries/free-name.ts';
import { entryName } from '../../drive/names/entry-name.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { insertCopiedVersions } from './copy.store.ts';
import { holdSources, intoItself, tooMany } from './copy-entries.ts';
import { type CopyRow, insertCopy, insertCopyFolders, measureTree, readCopiesOf } from './copy-job.store.ts';
import { copyTask, endCopy } from './run-copy.ts';

/** Per job, including everything below: counted in one statement, which has to be short. */
const COPIED_AT_MOST = 100_000;
const LISTED = 20;

/**
 * Enqueues a job for a copy beyond the limit of one call. The whole size is reserved immediately, so that the
 * copy does not fail because of other uploads meanwhile. The chosen entries are stored below the id of the
 * job, where they are not accessible.
 */
export async function startCopy(
  deps: DriveDeps,
  caller: DriveCaller,
  { ids, parent_id }: { ids: string[]; parent_id: string | null },
): Promise<DriveCopyJob> {
  const { db, clock } = deps;
  const { mailboxId } = await reachFolder(db, caller, parent_id, 'WRITE');
  const author = { mailboxId: caller.person, name: (await readDriveOwner(db, caller.person))?.name ?? '' };
  const copy = await changeDrive(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const target = await reachFolder(tx, caller, parent_id, 'WRITE');
    const place = await readPlace(tx, mailboxId, target.id);
    const sources = await holdSources(change, caller, ids);
    const started: CopyRow = {
      mailbox_id: mailboxId,
      id: newId(clock),
      by_mailbox_id: caller.person,
      parent_id: target.id,
      name: sources[0]?.entry.name ?? '',
      roots: sources.map(() => newId(clock)),
      state: 'running',
      error: null,
      total: 0,
      done: sources.length,
      reserved_bytes: 0,
      left_out: 0,
      left_out_first: [],
      created_at: now,
    };
    const trees: Tree[] = [];
    let files = 0;
    for (const [index, source] of sources.entries()) {
      if (place.chain.some(({ id }) => id === source.entry.id)) throw intoItself();
      const tree = await measure(
        change,
        source,
        started.roots[index] as string,
        COPIED_AT_MOST - started.total,
      );
      const reach = reachOf(tree.below, source.entry.name);
      refuseTooDeep(place.steps + reach.steps, place.bytes + reach.bytes);
      started.total += tree.count;
      if (source.entry.is_folder) started.reserved_bytes += tree.size;
      else files += tree.size;
      if (started.total > COPIED_AT_MOST) throw tooMany(COPIED_AT_MOST);
      trees.push(tree);
    }
    if (files > 0) change.use(files);
    if (started.reserved_bytes > 0) change.reserve(started.reserved_bytes);
    await insertCopy(tx, started);
    for (const tree of trees) await insertRoot(change, started, tree, { author, clock });
    await addJob(
      tx,
      copyTask,
      { mailbox_id: mailboxId, id: started.id },
      { shares: [`from ${caller.person}`] },
    );
    return started;
  });
  return copyView(copy);
}

type Tree = {
  source: Reached;
  /** The id of its copy. */
  id: string;
  count: number;
  size: number;
  below: { steps_below: number; bytes_below: number };
};

async function measure({ tx }: DriveChange, source: Reached, id: string, left: number): Promise<Tree> {
  const { entry, mailboxId } = source;
  if (!entry.is_folder) {
    refuseBlockedType(entry.name);
    return { source, id, count: 1, size: entry.size, below: { steps_below: 0, bytes_below: 0 } };
  }
  const { count, size, ...below } = await measureTree(tx, mailboxId, entry.id, Math.max(left, 0));
  return { source, id, count: count + 1, size, below };
}

/** Copies a file completely, of a folder only its row: the job copies its content. */
async function insertRoot(
  change: DriveChange,
  copy: CopyRow,
  { source: { entry, mailboxId: from }, id, below }: Tree,
  { author, clock }: { author: { mailboxId: number; name: string }; clock: Clock },
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const name = await freeName(tx, mailboxId, copy.id, entryName(entry.name), entry.is_folder);
  const versionId = entry.version_id === null ? null : newId(clock);
  const file = versionId && { versionId, size: entry.size, contentType: entry.content_type ?? '' };
  await insertEntry(tx, mailboxId, { id, parentId: copy.id, name, file: file || null, now });
  if (!versionId) {
    await growBelow(tx, mailboxId, [{ id, steps: below.steps_below, bytes: below.bytes_below }]);
    const reach = reachOf({ steps_below: 0, bytes_below: 0 }, name.name);
    await insertCopyFolders(tx, copy, [
      { to_id: id, from_mailbox_id: from, from_id: entry.id, after_id: null, ...reach },
    ]);
    return;
  }
  const ids = {
    from: entry.id,
    id,
    parent_id: copy.id,
    from_version: entry.version_id,
    version_id: versionId,
  };
  await insertCopiedVersions(tx, { from, to: mailboxId, author, now, entries: [ids] });
}

export async function listCopies(db: DriveDeps['db'], caller: DriveCaller): Promise<DriveCopyJob[]> {
  await requireDrive(db, caller);
  return (await readCopiesOf(db, caller.person, { limit: LISTED })).map(copyView);
}

/** Cancels a copy after the current batch; too late, it changes nothing. */
export async function cancelCopy(deps: DriveDeps, caller: DriveCaller, id: string): Promise<void> {
  await requireDrive(deps.db, caller);
  const [copy] = await readCopiesOf(deps.db, caller.person, { id, limit: 1 });
  if (!copy) throw new Failure('job_not_found', 'Copy not found');
  await endCopy(deps, copy, 'cancelled', null);
}

function copyView(copy: CopyRow): DriveCopyJob {
  const { id, name, roots, parent_id, state, error, total, done } = copy;
  const { left_out, left_out_first, created_at } = copy;
  return {
    ...{ id, name, state, error, total, done, left_out, left_out_first, created_at },
    chosen: roots.length,
    parent_id: parent_id === TOP ? null : parent_id,
    made: state === 'done' ? roots : [],
  };
}
