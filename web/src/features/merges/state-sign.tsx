import type { MergeState } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './merges.module.css';

export function StateSign({ state }: { state: MergeState }) {
  const { t } = useTranslation();
  return (
    <span className={styles.sign} data-state={state}>
      {t(`merges.state.${state}`)}
    </span>
  );
}
