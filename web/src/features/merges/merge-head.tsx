import type { Merge } from '@bocau/contract/merges.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import styles from './merges.module.css';
import { StateSign } from './state-sign.tsx';

type Props = { title: string; merge?: Merge; children?: ReactNode };

/** The title of a merge, and the way back to all of them. */
export function MergeHead({ title, merge, children }: Props) {
  const { t } = useTranslation();
  return (
    <header className={styles.merge}>
      <Link to="/merges" className={styles.back}>
        <IconChevronLeft size={16} aria-hidden />
        {t('merges.back')}
      </Link>
      <div className={styles.head}>
        <h1>{title}</h1>
        {merge && <StateSign merge={merge} />}
        {children}
      </div>
    </header>
  );
}
