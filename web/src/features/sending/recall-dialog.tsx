import { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { recallWindowOf } from '../../model/mail/sending/recall-window.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { ignoreUnanswered } from './use-message-request.ts';

const SECONDS = 8;

/** RE-2, RE-4, RE-6: asks before a message is recalled, and shows the result from the server. */
export function RecallDialog({ message, onClose }: { message: Message; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useMailModel();
  const subject = message.subject.trim();

  function wordsOf(error: ApiError): string {
    const window = recallWindowOf(error);
    if (!window) return errorWords(t, error);
    const length = t(`outgoing.recall.${window.unit}`, { count: window.count });
    return t('outgoing.recall.expired', { window: length });
  }

  async function recall(): Promise<void> {
    onClose();
    try {
      await api.recallMessage({ body: { message_id: message.id } });
      notify({ text: t('outgoing.recall.begun'), seconds: SECONDS });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: wordsOf(error), tone: 'danger', seconds: SECONDS });
    }
    await model.loadMessage(message.id).catch(ignoreUnanswered);
  }

  return (
    <ChoiceDialog
      title={subject === '' ? t('outgoing.recall.untitled') : t('outgoing.recall.title', { subject })}
      safe={t('outgoing.recall.keep')}
      other={{ label: t('outgoing.recall.confirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => void recall()}
    >
      <p>{t('outgoing.recall.text')}</p>
    </ChoiceDialog>
  );
}
