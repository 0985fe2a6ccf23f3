import type { Sender } from '@bocau/contract/fields.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './doubt-mark.module.css';
import { doubtWords } from './sender-doubts.ts';

/** A mark beside a sender's address, if its identity is doubtful. */
export function DoubtMark({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const words = doubtWords(t, sender);
  if (words === '') return null;
  return (
    <span className={styles.doubt}>
      <IconAlertTriangle size={14} aria-hidden />
      {words}
    </span>
  );
}
