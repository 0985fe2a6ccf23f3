import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { useDrive, useDriveModel } from '../../parts/drive/use-drive.ts';
import { announceFailure } from './begin-drive-act.ts';
import styles from './deletions-note.module.css';
import { restoreFiles } from './drive-acts.ts';

/** What other people have deleted in the shared drive: who, and one button that restores all of it. */
export function DeletionsNote() {
  const { t } = useTranslation();
  const model = useDriveModel();
  const files = useDrive((drive) => drive.deletions());
  const [first] = files;
  if (!first) return null;
  const people = new Set(files.map(({ prop }) => prop.trashed_by));
  const values = { by: first.prop.trashed_by, name: first.name, count: files.length };
  const words =
    people.size > 1
      ? t('drive.deletions.several', values)
      : t(files.length > 1 ? 'drive.deletions.many' : 'drive.deletions.one', values);

  function markSeen(): void {
    model.markDeletionsSeen(files).catch((error: unknown) => {
      announceFailure(t('drive.refused.seen'), asApiError(error));
    });
  }

  return (
    <section className={styles.note} aria-label={t('drive.deletions.label')}>
      <span role="status">{words}</span>
      <button type="button" onClick={() => restoreFiles({ model, files })}>
        {t('drive.deletions.restore')}
      </button>
      <button type="button" onClick={markSeen}>
        {t('drive.deletions.keep')}
      </button>
    </section>
  );
}
