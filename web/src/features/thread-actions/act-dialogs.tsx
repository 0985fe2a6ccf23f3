import { type ComponentType, Suspense, useEffect, useSyncExternalStore } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { dismissAbout, notify } from '../../parts/notices/notify.ts';
import { type LazyPart, lazyPart } from '../../ui/lazy-part.tsx';
import { belongsToBatch } from './run-batch.ts';

const MoveDialog = dialogPart(async () => (await import('./move-dialog.tsx')).MoveDialog);
const LabelDialog = dialogPart(async () => (await import('./label-dialog.tsx')).LabelDialog);
const SnoozeDialog = dialogPart(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog);
const FollowUpDialog = dialogPart(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);
const SpamDialog = dialogPart(async () => (await import('./spam-dialog.tsx')).SpamDialog);
const DeleteForGoodDialog = dialogPart(async () => (await import('./final-dialogs.tsx')).DeleteForGoodDialog);
const CancelPlannedDialog = dialogPart(
  async () => (await import('./cancel-planned-dialog.tsx')).CancelPlannedDialog,
);
const EmptyTrashDialog = dialogPart(async () => (await import('./final-dialogs.tsx')).EmptyTrashDialog);

/** A dialog of an act, with its texts. */
function dialogPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(async () => (await Promise.all([load(), loadLaterWords()]))[0]);
}

/** The dialogs that acts open before they begin, and the notice when the server refused one. */
export function ActDialogs() {
  const { t } = useTranslation();
  const model = useMailModel();
  const dialog = useSyncExternalStore(threadDialog.subscribe, threadDialog.get);
  const close = () => threadDialog.set(null);

  useEffect(
    () =>
      model.onEvent((event) => {
        if (event.kind !== 'operation-refused' || belongsToBatch(event.operation)) return;
        // A notice has already announced it as done, or as undone.
        dismissAbout([event.id]);
        notify({ text: errorWords(t, event.error), tone: 'danger', seconds: 5 });
      }),
    [model, t],
  );

  return (
    <Suspense fallback={null}>
      {dialog?.kind === 'move' && <MoveDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'label' && <LabelDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'snooze' && <SnoozeDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'follow-up' && <FollowUpDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'spam' && <SpamDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'delete-for-good' && <DeleteForGoodDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'cancel-planned' && <CancelPlannedDialog planned={dialog.planned} onClose={close} />}
      {dialog?.kind === 'empty-trash' && <EmptyTrashDialog target={dialog.target} onClose={close} />}
    </Suspense>
  );
}
