import { useTranslation } from '../../i18n/use-translation.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';

const SECONDS = 10;

/** Announces that a message is a draft again, with a way to continue it. */
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
