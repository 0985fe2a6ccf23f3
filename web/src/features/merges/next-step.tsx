import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import styles from './merges.module.css';
import { STEPS, type Step } from './step-line.tsx';

/** The way on to the next step. */
export function NextStep({ id, after }: { id: string; after: Exclude<Step, 'send'> }) {
  const { t } = useTranslation();
  const next = STEPS[STEPS.indexOf(after) + 1];
  return (
    <div className={styles.next}>
      <Button
        component={Link}
        to={`/merges/${id}?step=${next}`}
        rightSection={<IconChevronRight size={16} aria-hidden />}
      >
        {t(`merges.steps.next.${after}`)}
      </Button>
    </div>
  );
}
