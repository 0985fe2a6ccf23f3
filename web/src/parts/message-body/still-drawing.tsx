import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-body.module.css';

/** Shown below a long message that is still being drawn. */
export function StillDrawing() {
  const { t } = useTranslation();
  return (
    <p className={styles.after} role="status">
      {t('threadDetail.body.stillDrawing')}
    </p>
  );
}
