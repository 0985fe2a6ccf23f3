import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { recordAct, type Undoing } from '../../parts/acts/act-history.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import type { ThreadAct } from '../../parts/acts/thread-act.ts';
import { notices, notify } from '../../parts/notices/notify.ts';
import { type ActName, jobWords } from './act-words.ts';
import { type BulkAct, job } from './jobs.ts';

type BulkOrder = Parameters<MailModel['startBulk']>[0];

/** Starts a server job over a whole list; the panel shows its progress. */
export async function runBulk(
  model: MailModel,
  name: ActName,
  order: BulkOrder,
  folder = '',
  afterUndo?: () => void,
): Promise<void> {
  await runJob(model, { name, folder, afterUndo, start: () => model.startBulk(order) });
}

/** Starts a server job that filters a folder, by its path, or all mail; resolves to whether it began. */
export function runFilter(model: MailModel, ruleId: string, path: string | null): Promise<boolean> {
  return runJob(model, { name: 'filter', folder: '', start: () => model.startFilter(ruleId, path) });
}

type Job = BulkAct & {
  /** Resolves to its id. */
  start(): Promise<string>;
};

/** Starts a server job, whose progress the panel shows; resolves to whether it began. */
export async function runJob(model: MailModel, { start, ...act }: Job): Promise<boolean> {
  try {
    const id = await start();
    if (act.name !== 'deleteForGood') record(model, act, id);
    follow(act, id);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

function record(model: MailModel, act: BulkAct, id: string): void {
  const words = () => jobWords(act.name, model.bulkJob(id) ?? { changed: 0, done: 0 }, act.folder);
  recordAct({ jobId: id, words, undo: () => undoBulk(model, act, id) });
}

function follow(act: BulkAct, id: string): void {
  job.set({ kind: 'bulk', ...act, id, undoing: false });
  notify({ text: say('acts.bulk.started') });
}

/** Says so where the key is one of an act on rows, and none is chosen (LB-24), or no server job does it for a whole list. */
export async function refuse(target: ActTarget, acts: readonly ThreadAct[]): Promise<void> {
  if (!target.whole) {
    const { list, model, threads } = target;
    if (threads.length > 0) return;
    if (list.kind === 'folder' && model.folderByPath(list.path)?.total_threads === 0) return;
    const text = say('acts.noneChosen');
    if (!notices.get().some((notice) => notice.text === text)) notify({ text });
    return;
  }
  const act = acts.find((each) => each.available({ ...target, whole: null }));
  if (!act) return;
  notify({ text: say('acts.bulk.notWhole', { act: say(`acts.labels.${act.id}`).replace(/…$/, '') }) });
}

export async function stopBulk(model: MailModel, id: string): Promise<void> {
  await model.cancelBulk(id).catch(notifyFailure);
}

/** The server keeps the previous state for a day; the unfinished part of the job is cancelled. */
export async function undoBulk(model: MailModel, act: BulkAct, id: string): Promise<Undoing> {
  const running = job.get();
  if (running && !(running.kind === 'bulk' && running.id === id)) {
    notify({ text: say('errors.operation_in_progress') });
    return 'failed';
  }
  job.set({ kind: 'bulk', ...act, id, undoing: true });
  try {
    await model.undoBulk(id);
    return 'begun';
  } catch (error) {
    job.set(null);
    notifyFailure(error);
    const { code } = error as ApiError;
    return code === 'not_undoable' || code === 'job_not_found' ? 'final' : 'failed';
  }
}

function notifyFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notify({ text: errorWords(say, error), tone: 'danger', seconds: 5 });
}
