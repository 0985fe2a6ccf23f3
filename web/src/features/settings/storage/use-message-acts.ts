import { ApiError } from '@bocau/contract/client.ts';
import type { File } from '@bocau/contract/messages.ts';
import type { LargeMessage } from '@bocau/contract/storage.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import type { WordKey } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { lastFolder } from '../../../parts/drive/last-folder.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { WEIGHTS } from './use-weight-jobs.ts';

type Heavy = Omit<LargeMessage, 'files'>;

/** Acts on one message; what it frees, and when, is told with each. */
export function useMessageActs() {
  const { t } = useTranslation();
  const api = useApi();
  const model = useMailModel();
  const queries = useQueries();

  const refresh = () => queries.invalidateQueries({ queryKey: [WEIGHTS] });

  async function move(message: Heavy, from: string, to: string): Promise<boolean> {
    const body = { message_ids: [message.id], from_folder_id: from, to_folder_id: to };
    try {
      await api.moveMessages({ body });
      return true;
    } catch (error) {
      tell('storage.moveFailed', error, {});
      return false;
    } finally {
      await refresh();
    }
  }

  async function toTrash(message: Heavy, told?: string): Promise<void> {
    const trash = model.folderByPath('Trash')?.id;
    if (trash === undefined || !(await move(message, message.folder_id, trash))) return;
    const text = told ?? t('storage.trashed', { size: readableSize(message.size) });
    notify({ text, undo: () => move(message, trash, message.folder_id) });
  }

  /** NS-13: the message goes only when all of its files are in the drive, also those that the page does not name. */
  async function saveAndTrash(message: Heavy): Promise<void> {
    const files = await readFiles(message);
    if (!files) return;
    for (const { id, name } of files) {
      try {
        await api.saveToDrive({ params: { id }, body: { folder_id: lastFolder() } });
      } catch (error) {
        tell('storage.saveFailed', error, { name });
        return;
      }
    }
    const said = { count: files.length, size: readableSize(message.size) };
    await toTrash(message, t('storage.savedAndTrashed', said));
  }

  async function readFiles({ id }: Heavy): Promise<File[] | null> {
    try {
      const { data } = await api.getMessage({ params: { id }, query: {} });
      return data.files.filter(({ inlineImage }) => !inlineImage);
    } catch (error) {
      tell('storage.moveFailed', error, {});
      return null;
    }
  }

  function tell(words: WordKey, error: unknown, values: Record<string, string>): void {
    if (!(error instanceof ApiError)) throw error;
    notify({ text: t(words, { ...values, reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
  }

  return { toTrash, saveAndTrash };
}
