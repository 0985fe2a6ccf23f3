import type { Merge } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import styles from './step-line.module.css';

export const STEPS = ['table', 'text', 'check', 'send'] as const;
export type Step = (typeof STEPS)[number];

export function stepOf(search: string): Step {
  const asked = new URLSearchParams(search).get('step');
  return STEPS.find((step) => step === asked) ?? 'table';
}

/** The steps of a merge that is prepared; before there is one, the first is the only one. */
export function StepLine({ merge, step }: { merge: Merge | null; step: Step }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.steps} aria-label={t('merges.steps.label')}>
      <ol>
        {STEPS.map((each, at) => {
          const words = (
            <>
              <span className={styles.number}>{at + 1}</span>
              <span className={styles.words}>{t(`merges.steps.${each}`)}</span>
            </>
          );
          const current = each === step ? 'step' : undefined;
          return (
            <li key={each} aria-current={merge ? undefined : current}>
              {merge ? (
                <Link to={`/merges/${merge.id}?step=${each}`} replace aria-current={current}>
                  {words}
                </Link>
              ) : (
                <span>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
