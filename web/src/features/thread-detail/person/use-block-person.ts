import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { blockSenders } from '../../../parts/senders/block-senders.ts';

/** Blocks a person as the settings do, with the way back in the notice. */
export function useBlockPerson(email: string, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [blocking, setBlocking] = useState(false);

  function tell(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const text = t('filters.blocked.addFailed', { address: email, reason: errorWords(t, error) });
    notify({ text, tone: 'danger', seconds: 8 });
  }

  async function block(): Promise<void> {
    if (blocking) return;
    setBlocking(true);
    const changed = () => queries.invalidateQueries({ queryKey: ['rules'] });
    try {
      const unblock = await blockSenders(api, [email]);
      notify({
        text: t('filters.blocked.added', { address: email }),
        undo: () => void unblock().then(changed, tell),
      });
      onDone();
      await changed();
    } catch (error) {
      tell(error);
    } finally {
      setBlocking(false);
    }
  }

  return { block, blocking };
}
