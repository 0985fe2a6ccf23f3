import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { startDownload } from '../../lib/start-download.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';

/** Asks before a download starts: the browser shows of a refused one only that it failed. */
export function useExport(): (address: string) => Promise<void> {
  const { t } = useTranslation();
  const api = useApi();
  return async (address) => {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    try {
      await api.readBytes({ method: 'HEAD', path: pathname }, { query: Object.fromEntries(searchParams) });
    } catch (error) {
      notify({ text: refusalWords(t, error), tone: 'danger' });
      return;
    }
    startDownload(address);
  };
}

/** An answer to HEAD has no words of its own. */
function refusalWords(t: Say, error: unknown): string {
  if (!(error instanceof ApiError)) return t('invoices.exports.failed');
  if (error.status === 429) return t('invoices.exports.busy');
  if (error.status === 413) return t('invoices.exports.tooLong');
  return error.status === 0 ? errorWords(t, error) : t('invoices.exports.failed');
}
