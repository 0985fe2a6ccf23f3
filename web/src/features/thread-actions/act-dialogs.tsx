import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { dismissAbout, notify } from '../../parts/notices/notify.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { threadDialog } from './dialog-requests.ts';
import { belongsToBatch } from './run-batch.ts';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);
const SnoozeDialog = lazyPart(async () => {
  const [{ SnoozeDialog: Part }] = await Promise.all([import('./snooze-dialog.tsx'), loadLaterWords()]);
  return Part;
});
const SpamDialog = lazyPart(async () => (await import('./spam-dialog.tsx')).SpamDialog);
const DeleteForGoodDialog = lazyPart(async () => (await import('./final-dialogs.tsx')).DeleteForGoodDialog);
const CancelPlannedDialog = lazyPart(async () => {
  const [{ CancelPlannedDialog: Part }] = await Promise.all([
    import('./cancel-planned-dialog.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});
const EmptyTrashDialog = lazyPart(async () => (await import('./final-dialogs.tsx')).EmptyTrashDialog);

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
      {dialog?.kind === 'snooze' && <SnoozeDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'spam' && <SpamDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'delete-for-good' && <DeleteForGoodDialog target={dialog.target} onClose={close} />}
      {dialog?.kind === 'cancel-planned' && <CancelPlannedDialog planned={dialog.planned} onClose={close} />}
      {dialog?.kind === 'empty-trash' && <EmptyTrashDialog target={dialog.target} onClose={close} />}
    </Suspense>
  );
}
