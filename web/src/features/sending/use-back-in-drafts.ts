import { useTranslation } from 'react-i18next';
import { useWithCompose } from '../compose/windows/compose-door.ts';
import { useMailModel } from '../mailbox-context/use-mailbox.ts';
import { notify } from '../notices/notify.ts';

const SECONDS = 10;

/** Says that a letter is a draft again, with the way to go on with it. */
export function useBackInDrafts(messageId: string): (text: string) => void {
  const { t } = useTranslation();
  const model = useMailModel();
  const withCompose = useWithCompose();
  return (text) =>
    notify({
      text,
      seconds: SECONDS,
      action: {
        label: t('outgoing.openDraft'),
        run: () =>
          withCompose(async (compose) => compose.openDraft(await model.loadMessage(messageId), 'window')),
      },
    });
}
