import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-body.module.css';

/** Below a long message of which more is coming. */
export function StillDrawing() {
  const { t } = useTranslation();
  return (
    <p className={styles.after} role="status">
      {t('threadDetail.body.stillDrawing')}
    </p>
  );
}
