import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/account/account-page.module.css';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import people from './people.module.css';
import { PeopleList } from './people-list.tsx';

/** AU-5: the people of the domain, or of all domains. */
export function PeoplePage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('people.title'));
  return (
    <div className={styles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('people.title')}
      </h1>
      <p className={`${styles.about} ${people.lead}`}>
        {domain === null ? t('people.aboutAll') : t('people.about', { domain })}
      </p>
      <PeopleList domain={domain} title={title} />
    </div>
  );
}
