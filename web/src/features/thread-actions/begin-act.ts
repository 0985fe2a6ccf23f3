import type { BulkAction } from '@bocau/contract/bulk.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { say } from '../../i18n/i18n.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { recordActs } from '../../parts/acts/record-acts.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { notify } from '../../parts/notices/notify.ts';
import type { ActTarget } from './act-target.ts';
import { type ActName, doneWords } from './act-words.ts';
import { job } from './jobs.ts';
import { runBatch } from './run-batch.ts';
import { runBulk } from './run-bulk.ts';

/** More threads than this go one by one through the batch panel. */
const DIRECTLY = 2;

/** Acts after which threads are no longer in the list that they were in. */
const LEAVING: readonly ActName[] = [
  'archive',
  'delete',
  'removeDrafts',
  'deleteForGood',
  'spam',
  'notSpam',
  'restore',
  'move',
];

type Plan = {
  name: ActName;
  /** What is done to these threads; to one of them alone in a batch. */
  operation: (threads: readonly Thread[]) => Operation;
  /** What the server does to a whole list instead. */
  bulk: { action: BulkAction; to_folder_id?: string; block_senders?: boolean };
  /** Words for the place where mail goes. */
  folder?: string;
  /** A star is set thread by thread, and says by itself that it is there. */
  star?: boolean;
  afterUndo?: () => void;
};

/** The one way in which acts begin: directly with a notice, as a batch, or as a job for everything in a list. */
export function beginAct(target: ActTarget, plan: Plan): void {
  const { model, list, threads, whole } = target;
  const { name, operation, folder = '', afterUndo } = plan;
  if ((whole || threads.length > DIRECTLY) && job.get()) {
    notify({ text: say('errors.operation_in_progress') });
    return;
  }
  if (whole) {
    void runBulk(model, name, { where: list, ...plan.bulk }, folder);
    target.onBegun?.(true);
    return;
  }
  if (threads.length > DIRECTLY) {
    void runBatch(model, name, threads, (thread) => operation([thread]), {
      folder,
      ...(afterUndo ? { afterUndo } : {}),
    });
    target.onBegun?.(LEAVING.includes(name));
    return;
  }
  const acts = plan.star
    ? threads.map((thread) => model.act(operation([thread])))
    : [model.act(operation(threads))];
  const words = () => doneWords(name, threads.length, folder);
  const about = acts.map(({ id }) => id);
  if (name === 'deleteForGood') {
    target.onBegun?.(true);
    notify({ text: words(), about });
    return;
  }
  const id = recordActs(words, acts, afterUndo);
  if (plan.star) return;
  target.onBegun?.(LEAVING.includes(name));
  notify({ text: words(), undo: () => takeBack(id), about });
}
