import { ApiError } from '@bocau/contract/client.ts';
import type { KeepPlace } from '@bocau/contract/keep-senders.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { runBulk } from '../thread-actions/run-bulk.ts';

const NOTICE_SECONDS = 10;

/** Keeps the mail of a sender in a place; the notice undoes it, and offers the same for what is in the inbox already. */
export function useKeepSender(from: string) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useMailModel();
  const queries = useQueries();
  const inInbox = { from_addr: from, folder: 'INBOX' };

  async function put(to: KeepPlace, kept: boolean): Promise<boolean | null> {
    try {
      const { data } = await api.keepSender({ body: { from, to, kept } });
      await queries.invalidateQueries({ queryKey: ['rules'] });
      return data.changed;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = t('filters.failed.save', { reason: errorWords(t, error) });
      notify({ text, tone: 'danger', seconds: NOTICE_SECONDS });
      return null;
    }
  }

  /** None where that can't be counted: what comes is kept there all the same. */
  async function countPresent(): Promise<number> {
    const found = await api.searchThreads({ query: { ...inInbox, limit: '1' } }).catch(() => null);
    return found?.meta.total ?? 0;
  }

  function takePresent(to: KeepPlace, words: string): void {
    const where = { kind: 'search', terms: inInbox } as const;
    if (to.kind === 'folder')
      void runBulk(model, 'move', { where, action: 'move', to_folder_id: to.folder_id }, words);
    else void runBulk(model, 'label', { where, action: 'label', label_id: to.label_id }, words);
  }

  return async (to: KeepPlace, words: string): Promise<void> => {
    const changed = await put(to, true);
    if (changed === null) return;
    const count = await countPresent();
    const offer = {
      label: t(`filters.keep.${to.kind === 'folder' ? 'move' : 'label'}`, { count }),
      run: () => takePresent(to, words),
    };
    const undo = async () => {
      if ((await put(to, false)) !== null) notify({ text: t('filters.keep.undone', { from }) });
    };
    notify({
      text: t(`filters.keep.${changed ? 'done' : 'already'}`, { from, place: words }),
      seconds: NOTICE_SECONDS,
      ...(changed && { undo }),
      ...(count > 0 && { action: offer }),
    });
  };
}
