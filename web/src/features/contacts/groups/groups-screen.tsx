import { useTranslation } from '../../../i18n/use-translation.ts';
import { GroupList } from './group-list.tsx';
import { GroupPage } from './group-page.tsx';
import styles from './groups-screen.module.css';

/** The groups of one's domain, or one of them. */
export function GroupsScreen({ group }: { group: string | null }) {
  const { t } = useTranslation();
  return (
    <section className={styles.screen} aria-label={t('groups.own.title')}>
      <div className={styles.inside}>
        {group === null ? <GroupList /> : <GroupPage key={group} group={group} />}
      </div>
    </section>
  );
}
