import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorKey } from '../../i18n/error-words.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMailModel } from '../mailbox-context/use-mailbox.ts';
import { notify } from '../notices/notify.ts';
import { question } from './asking.ts';
import { belongsToBatch } from './run-batch.ts';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);
const SpamDialog = lazyPart(async () => (await import('./spam-dialog.tsx')).SpamDialog);
const DeleteForGoodDialog = lazyPart(async () => (await import('./final-dialogs.tsx')).DeleteForGoodDialog);
const EmptyTrashDialog = lazyPart(async () => (await import('./final-dialogs.tsx')).EmptyTrashDialog);

/** The questions that acts ask before they begin, and the word when the server refused one. */
export function ActDialogs() {
  const { t } = useTranslation();
  const model = useMailModel();
  const asked = useSyncExternalStore(question.subscribe, question.get);
  const close = () => question.set(null);

  useEffect(
    () =>
      model.onEvent((event) => {
        if (event.kind !== 'act-refused' || belongsToBatch(event.operation)) return;
        notify({ text: t(errorKey(event.error)), tone: 'danger', seconds: 5 });
      }),
    [model, t],
  );

  return (
    <Suspense fallback={null}>
      {asked?.kind === 'move' && <MoveDialog target={asked.target} onClose={close} />}
      {asked?.kind === 'spam' && <SpamDialog target={asked.target} onClose={close} />}
      {asked?.kind === 'delete-for-good' && <DeleteForGoodDialog target={asked.target} onClose={close} />}
      {asked?.kind === 'empty-trash' && <EmptyTrashDialog target={asked.target} onClose={close} />}
    </Suspense>
  );
}
