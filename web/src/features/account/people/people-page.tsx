import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import styles from '../account-page.module.css';
import { AuditLog } from './audit-log.tsx';
import people from './people.module.css';
import { PeopleList } from './people-list.tsx';

const VIEWS = ['people', 'log'] as const;

/** AU-5: the people of the domain, or of all, and what was done to them. */
export function PeoplePage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const [view, setView] = useState<(typeof VIEWS)[number]>('people');
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  usePageTitle(t('people.title'));
  return (
    <div className={styles.page}>
      <h1>{t('people.title')}</h1>
      <p className={`${styles.about} ${people.lead}`}>
        {domain === null ? t('people.aboutAll') : t('people.about', { domain })}
      </p>
      {domain !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div role="group" className={people.views} aria-label={t('people.views')}>
          {VIEWS.map((each) => (
            <button key={each} type="button" aria-pressed={each === view} onClick={() => setView(each)}>
              {t(`people.tabs.${each}`)}
            </button>
          ))}
        </div>
      )}
      {view === 'people' ? (
        <PeopleList domain={domain} ownEmail={user.data?.email ?? ''} />
      ) : (
        <AuditLog about={t('people.log.about')} of="domain" />
      )}
    </div>
  );
}
