import { useTranslation } from '../../../i18n/use-translation.ts';
import { isUploading } from '../../../model/compose/open-window.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import styles from './window-notes.module.css';

/** SD-9: says that the message is sent once its files are uploaded, and offers to cancel that. */
export function AwaitedFiles({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  if (!view?.awaitsFiles) return null;
  const count = view.attachmentFiles.filter(isUploading).length;
  return (
    <div className={styles.awaited}>
      <span role="status">{t('sending.waiting.files', { count })}</span>
      <button type="button" className={styles.act} onClick={() => model.stopAwaiting(id, 'stopped')}>
        {t('sending.waiting.stop')}
      </button>
    </div>
  );
}
