import type { OwnGroup } from '@bocau/contract/own-groups.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { type GroupAct, GroupLine } from './group-line.tsx';

/** The groups that one belongs to, keeps or may join. */
export function GroupList() {
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
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<OwnGroup | null>(null);
  usePageTitle(t('groups.own.title'));
  const shown = groups.data?.data;

  async function act({ email: group }: OwnGroup, what: GroupAct) {
    const params = { group };
    const gone = () => t('groups.own.gone');
    await run(
      async () => {
        if (what === 'join' || what === 'ask') await api.joinGroup({ params });
        else await api.leaveGroup({ params });
        notify({ text: t(`groups.own.${DONE[what]}`, { group }) });
      },
      { not_found: gone, forbidden: gone },
    );
    await groups.refetch();
    heading.current?.focus();
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('groups.own.title')}
      </h1>
      <p className={pageStyles.about}>{t('groups.own.about')}</p>
      {!shown && <AccountState query={groups} lines={3} />}
      {shown?.length === 0 && <p>{t('groups.own.none')}</p>}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-label={t('groups.own.title')}>
          {shown.map((group) => (
            <GroupLine
              key={group.email}
              group={group}
              busy={busy}
              onAct={(what) => (what === 'leave' ? setLeaving(group) : void act(group, what))}
            />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={groups.data?.meta.next_cursor ?? null}
        waiting={groups.isPlaceholderData}
      />
      {leaving && (
        <ChoiceDialog
          title={t('groups.own.askLeave', { group: leaving.name || leaving.email })}
          safe={t('common.actions.cancel')}
          other={{ label: t('groups.own.leave') }}
          onSafe={() => setLeaving(null)}
          onOther={() => {
            setLeaving(null);
            void act(leaving, 'leave');
          }}
        >
          <p>{t('groups.own.leaveAbout')}</p>
          {leaving.joining === 'nobody' && !leaving.keeps && <p>{t('groups.own.leaveForGood')}</p>}
        </ChoiceDialog>
      )}
    </>
  );
}

const DONE = { join: 'joined', ask: 'askedNow', leave: 'left', takeBack: 'tookBack' } as const;
