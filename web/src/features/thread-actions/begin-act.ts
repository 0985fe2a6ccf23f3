import type { BulkAction } from '@bocau/contract/bulk.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { say } from '../../i18n/i18n.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { recordActs } from '../../parts/acts/record-acts.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, doneWords } from './act-words.ts';
import { job } from './jobs.ts';
import { withBulk } from './late-bulk.ts';
import { runBatch } from './run-batch.ts';

/** More threads than this are processed one by one, with the batch panel. */
const DIRECTLY = 2;

/** Acts after which threads are no longer in their list. */
const LEAVING: readonly ActName[] = [
  'archive',
  'delete',
  'removeDrafts',
  'deleteForGood',
  'spam',
  'notSpam',
  'restore',
  'move',
  'snooze',
  'unsnooze',
];

type Plan = {
  name: ActName;
  /** The operation on these threads; in a batch, on one of them. */
  operation: (threads: readonly Thread[]) => Operation;
  /** The server job that replaces it for a whole list, where there is one. */
  bulk?: { action: BulkAction; to_folder_id?: string; label_id?: string; block_senders?: boolean };
  /** The name of the target folder, or of the label. */
  folder?: string;
  /** One operation for each thread, because each has something else to be undone to. */
  each?: boolean;
  /** A star is set thread by thread, and needs no notice, since it is visible. */
  star?: boolean;
  /** One call is made for many threads, so that no progress needs showing. */
  together?: boolean;
  afterUndo?: (() => void) | undefined;
};

/** The only way to begin an act: directly with a notice, as a batch, or as a server job for a whole list. */
export function beginAct(target: ActTarget, plan: Plan): void {
  const { model, list, threads, whole } = target;
  const { name, operation, folder = '', afterUndo } = plan;
  const isBatch = threads.length > DIRECTLY && plan.together !== true;
  if ((whole || isBatch) && job.get()) {
    notify({ text: say('errors.operation_in_progress') });
    return;
  }
  if (whole && plan.bulk) {
    const order = { where: list, ...plan.bulk };
    void withBulk(({ runBulk }) => runBulk(model, name, order, folder, afterUndo));
    target.onBegun?.(true);
    return;
  }
  if (isBatch) {
    void runBatch(model, name, threads, (thread) => operation([thread]), {
      folder,
      afterUndo,
    });
    target.onBegun?.(LEAVING.includes(name));
    return;
  }
  const acts =
    plan.star || plan.each
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
