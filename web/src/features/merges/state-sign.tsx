import type { Merge } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './merges.module.css';

/** Green only where nobody was refused. */
export function StateSign({ merge: { state, counts } }: { merge: Pick<Merge, 'state' | 'counts'> }) {
  const { t } = useTranslation();
  return (
    <span className={styles.sign} data-state={state === 'done' && counts.refused > 0 ? 'partly' : state}>
      {t(`merges.state.${state}`)}
    </span>
  );
}
