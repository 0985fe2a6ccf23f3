import type { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { GROUPS_PATH } from '../../../parts/groups/group-address.ts';
import { keptGroup } from '../../../parts/groups/group-calls.ts';
import { GroupMembers } from '../../../parts/groups/group-members.tsx';
import { GroupRequests } from '../../../parts/groups/group-requests.tsx';
import { GroupSettings } from '../../../parts/groups/group-settings.tsx';
import { HeldMessages } from '../../../parts/groups/held-messages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Link } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import styles from './groups-screen.module.css';
import { SeenMembers } from './seen-members.tsx';

/** A group that one keeps: what waits, who is in it, and who may write to it. Others see its members. */
export function GroupPage({ group }: { group: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const calls = keptGroup(api, group);
  const kept = useQuery({
    queryKey: ['kept-group', group],
    queryFn: async () => (await api.showKeptGroup({ params: { group } })).data,
    retry: false,
    gcTime: 0,
  });
  usePageTitle(kept.data?.name || group);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shown = kept.data;
  const refresh = async () => {
    await kept.refetch();
  };
  const refusal = (kept.error as ApiError | null)?.code;
  return (
    <>
      <Button
        component={Link}
        to={GROUPS_PATH}
        variant="default"
        className={styles.back}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {t('groups.own.back')}
      </Button>
      <h1 className="visually-hidden">{t('groups.own.title')}</h1>
      <h2 ref={heading} tabIndex={-1}>
        {shown?.name || group}
      </h2>
      {shown?.name && <p className={pageStyles.about}>{group}</p>}
      {refusal === 'forbidden' ? (
        <SeenMembers calls={calls} />
      ) : refusal === 'not_found' ? (
        <p>{t('groups.own.notYours')}</p>
      ) : (
        !shown && <AccountState query={kept} lines={4} />
      )}
      {shown && (
        <>
          {(shown.strangers === 'held' || shown.held > 0) && (
            <HeldMessages calls={calls} onDecided={refresh} />
          )}
          {shown.requests > 0 && <GroupRequests group={group} onAnswered={refresh} />}
          <GroupMembers key={shown.members} calls={calls} />
          <section className={styles.part} aria-labelledby="group-settings">
            <h3 id="group-settings">{t('groups.own.settings')}</h3>
            <GroupSettings
              key={shown.allowed.join()}
              group={shown}
              owned={null}
              calls={calls}
              onChanged={refresh}
            />
          </section>
        </>
      )}
    </>
  );
}
