import { ApiError } from '@bocau/contract/client.ts';
import type { File } from '@bocau/contract/messages.ts';
import { IconCloudCheck, IconCloudUpload, IconLoader2 } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { savedCopies, setCopy, useCopyOf } from '../../parts/drive/saved-copies.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import styles from './file-cards.module.css';
import { SaveFolder } from './save-folder.tsx';

/** DV-12 */
function useSaving() {
  const { t } = useTranslation();
  const api = useApi();

  async function save(files: readonly File[], folderId: string | null): Promise<void> {
    let saved = 0;
    let failure: ApiError | null = null;
    for (const file of files) setCopy(file.id, 'saving');
    for (const file of files) {
      try {
        const { data } = await api.saveToDrive({ params: { id: file.id }, body: { folder_id: folderId } });
        setCopy(file.id, data.drive_file);
        saved += 1;
      } catch (error) {
        failure = error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error));
        setCopy(file.id, null);
      }
    }
    if (saved > 0) notify({ text: t('driveMail.save.done', { count: saved }) });
    if (failure) {
      const known = failure.status > 0 && failure.code !== 'internal_error';
      const text = known ? errorWords(t, failure) : t('driveMail.save.failed');
      notify({ text, tone: 'danger', seconds: 8 });
    }
  }

  return save;
}

/** Saves a file into the drive, then links to it there. */
export function SaveFile({ file }: { file: File }) {
  const { t } = useTranslation();
  const save = useSaving();
  const [asks, setAsks] = useState(false);
  const copy = useCopyOf(file);
  if (copy === 'saving') {
    return (
      <span className={styles.download} role="status">
        <IconLoader2 size={18} className={styles.turning} aria-hidden />
        <span className="visually-hidden">{t('driveMail.save.saving')}</span>
      </span>
    );
  }
  if (copy) {
    const words = `${t('driveMail.save.saved')}. ${t('driveMail.save.open')}`;
    return (
      <a
        className={styles.download}
        data-saved
        href={copy.file_url}
        target="_blank"
        rel="noopener"
        aria-label={words}
        title={words}
      >
        <IconCloudCheck size={18} aria-hidden />
      </a>
    );
  }
  const label = t('driveMail.save.one', { name: file.name });
  return (
    <>
      <button
        type="button"
        className={styles.download}
        aria-label={label}
        title={label}
        onClick={() => setAsks(true)}
      >
        <IconCloudUpload size={18} aria-hidden />
      </button>
      {asks && (
        <SaveFolder
          onClose={() => setAsks(false)}
          onChoose={(folderId) => {
            setAsks(false);
            void save([file], folderId);
          }}
        />
      )}
    </>
  );
}

/** Saves all files that have no copy yet. */
export function SaveAll({ files }: { files: readonly File[] }) {
  const { t } = useTranslation();
  const save = useSaving();
  const [asks, setAsks] = useState(false);
  const known = useSyncExternalStore(savedCopies.subscribe, savedCopies.get);
  const missing = files.filter((file) => !(known.get(file.id) ?? file.drive_file));
  if (missing.length === 0) return null;
  return (
    <>
      <button type="button" className={styles.all} onClick={() => setAsks(true)}>
        {t('driveMail.save.all')}
      </button>
      {asks && (
        <SaveFolder
          onClose={() => setAsks(false)}
          onChoose={(folderId) => {
            setAsks(false);
            void save(missing, folderId);
          }}
        />
      )}
    </>
  );
}
