import { ApiError } from '@bocau/contract/client.ts';
import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconFilePencil } from '@tabler/icons-react';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lastFolder, rememberFolder } from '../../parts/drive/last-folder.ts';
import { setCopy, useCopyOf } from '../../parts/drive/saved-copies.ts';
import { useOfficeEditor } from '../../parts/drive/use-office-editor.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNavigate } from '../../router/router.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './file-cards.module.css';

/**
 * DV-13: an attachment is edited as a file of the drive; where the drive has a copy already, asks which one
 * is meant.
 */
export function EditInOffice({ file }: { file: File }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const hasEditor = useOfficeEditor();
  const copy = useCopyOf(file);
  const [asks, setAsks] = useState(false);
  const [opening, setOpening] = useState(false);
  if (!hasEditor || file.has_virus) return null;

  async function save(isNew: boolean) {
    const folderId = lastFolder();
    const call = (folder_id: string | null) =>
      api.saveToDrive({ params: { id: file.id }, body: { folder_id, ...(isNew && { replace: false }) } });
    try {
      return await call(folderId);
    } catch (error) {
      // The folder used last time is gone.
      if (folderId === null || !(error instanceof ApiError) || error.status !== 404) throw error;
      rememberFolder(null);
      return call(null);
    }
  }

  /**
   * Unless a new copy is wanted, the server finds the existing copy with all changes made in it, or a file of
   * the same bytes.
   */
  async function edit({ isNew = false, isAnswer = true }): Promise<void> {
    setAsks(false);
    setOpening(true);
    try {
      const { data } = await save(isNew);
      setCopy(file.id, data.drive_file);
      if (data.found && !isAnswer) {
        setOpening(false);
        return setAsks(true);
      }
      void navigate(data.drive_file.office_url);
    } catch (error) {
      const isKnown = error instanceof ApiError && error.status > 0 && error.code !== 'internal_error';
      const text = isKnown ? errorWords(t, error) : t('driveMail.edit.failed');
      notify({ text, tone: 'danger', seconds: 8 });
      setOpening(false);
    }
  }

  const label = t('driveMail.edit.one', { name: file.name });
  return (
    <>
      <button
        type="button"
        className={styles.download}
        aria-label={label}
        title={label}
        aria-disabled={opening || copy === 'saving'}
        onClick={() => {
          if (opening || copy === 'saving') return;
          if (copy) setAsks(true);
          else void edit({ isAnswer: false });
        }}
      >
        <IconFilePencil size={18} aria-hidden />
      </button>
      {asks && (
        <Modal
          opened
          onClose={() => setAsks(false)}
          title={t('driveMail.edit.title')}
          closeButtonProps={{ 'aria-label': t('common.actions.close') }}
          centered
          size={440}
        >
          <p className={styles.question}>{t('driveMail.edit.about', { name: file.name })}</p>
          <div className={styles.answers}>
            <Button data-autofocus onClick={() => void edit({})}>
              {t('driveMail.edit.latest')}
            </Button>
            <Button variant="default" onClick={() => void edit({ isNew: true })}>
              {t('driveMail.edit.copy')}
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}
