import type { OwnGroup } from '@bocau/contract/own-groups.ts';
import { IconChevronRight, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { groupAddressOf } from '../../../parts/groups/group-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Link } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { GroupPage } from './group-page.tsx';
import styles from './groups-screen.module.css';

/** The groups of one's domain that one belongs to or keeps, or one of them. */
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

function GroupList() {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const { cursor } = cursors;
  const groups = useQuery({
    queryKey: ['own-groups', cursor],
    queryFn: () => api.listOwnGroups({ query: cursor ? { cursor } : {} }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  usePageTitle(t('groups.own.title'));
  const shown = groups.data?.data;
  return (
    <>
      <h1>{t('groups.own.title')}</h1>
      <p className={pageStyles.about}>{t('groups.own.about')}</p>
      {!shown && <AccountState query={groups} lines={3} />}
      {shown?.length === 0 && <p>{t('groups.own.none')}</p>}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-label={t('groups.own.title')}>
          {shown.map((group) => (
            <GroupLine key={group.email} group={group} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={groups.data?.meta.next_cursor ?? null}
        waiting={groups.isPlaceholderData}
      />
    </>
  );
}

function GroupLine({ group }: { group: OwnGroup }) {
  const { t } = useTranslation();
  const { email, name, members, keeps, member, held } = group;
  const facts = [
    ...(name ? [email] : []),
    t('groups.count', { count: members }),
    ...(keeps ? [t('groups.own.keeps')] : member ? [t('groups.own.member')] : []),
  ];
  const inside = (
    <>
      <IconUsersGroup size={20} aria-hidden />
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{name || email}</span>
        <span className={pageStyles.detail}>{facts.join(' · ')}</span>
      </span>
      {held > 0 && <span className={styles.waiting}>{t('groups.own.waiting', { count: held })}</span>}
    </>
  );
  return (
    <li>
      {keeps ? (
        <Link to={groupAddressOf(email)} className={styles.line}>
          {inside}
          <IconChevronRight size={20} aria-hidden />
        </Link>
      ) : (
        <div className={styles.line}>{inside}</div>
      )}
    </li>
  );
}
