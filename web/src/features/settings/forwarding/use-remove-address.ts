import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import type { Forward } from './forwards.ts';

/** Removes a forwarding address; `onRemoved` reloads the others. */
export function useRemoveAddress(onRemoved: () => Promise<void>) {
  const { t } = useTranslation();
  const api = useApi();
  return async ({ id, address }: Forward) => {
    try {
      await api.deleteRule({ params: { id } });
      await onRemoved();
      notify({ text: t('forwarding.removed', { address }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = errorWords(t, error);
      notify({ text: t('forwarding.removeFailed', { address, reason }), tone: 'danger', seconds: 8 });
    }
  };
}
