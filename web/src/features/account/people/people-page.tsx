import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import styles from '../account-page.module.css';
import people from './people.module.css';
import { PeopleList } from './people-list.tsx';

/** AU-5: the people of the domain, or of all. */
export function PeoplePage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  usePageTitle(t('people.title'));
  return (
    <div className={styles.page}>
      <h1>{t('people.title')}</h1>
      <p className={`${styles.about} ${people.lead}`}>
        {domain === null ? t('people.aboutAll') : t('people.about', { domain })}
      </p>
      <PeopleList domain={domain} ownEmail={user.data?.email ?? ''} />
    </div>
  );
}
