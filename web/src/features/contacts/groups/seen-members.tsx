import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import type { GroupCalls } from '../../../parts/groups/group-calls.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import styles from './groups-screen.module.css';

/** The members of a group, for who does not keep it. */
export function SeenMembers({ calls }: { calls: GroupCalls }) {
  const { t } = useTranslation();
  const cursors = useCursors();
  const { cursor } = cursors;
  const members = useQuery({
    queryKey: ['seen-members', calls.email, cursor],
    queryFn: () => calls.members(cursor),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const shown = members.data?.data;
  if (members.isError) return <p>{t('groups.own.notYours')}</p>;
  return (
    <section className={styles.part} aria-labelledby="seen-members">
      <h3 id="seen-members">{t('groups.members')}</h3>
      {!shown && <AccountState query={members} lines={3} />}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="seen-members">
          {shown.map(({ email, name }) => (
            <li key={email} className={styles.line}>
              <span className={pageStyles.what}>
                <span className={pageStyles.name}>{name || email}</span>
                {name && <span className={pageStyles.detail}>{email}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={members.data?.meta.next_cursor ?? null}
        waiting={members.isPlaceholderData}
      />
    </section>
  );
}
