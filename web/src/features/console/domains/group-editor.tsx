import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { administeredGroup } from '../../../parts/groups/group-calls.ts';
import { GroupMembers } from '../../../parts/groups/group-members.tsx';
import { GroupSettings } from '../../../parts/groups/group-settings.tsx';
import { HeldMessages } from '../../../parts/groups/held-messages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';

type Props = { domain: string; group: string; onClose(): void };

/** One group: its name, who may write, what waits, its members, and its deletion. */
export function GroupEditor({ domain, group, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { domain, group };
  const calls = administeredGroup(api, domain, group);
  const shown = useQuery({
    queryKey: ['domain-group', group],
    queryFn: async () => (await api.showGroup({ params })).data,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function remove() {
    setAsking(false);
    const done = await run(async () => {
      await api.deleteGroup({ params });
      return true;
    });
    if (!done) return;
    notify({ text: t('admin.groups.deleted', { address: group }) });
    onClose();
  }

  return (
    <>
      <section className={people.part} aria-labelledby="domain-group">
        <div className={people.acts}>
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
            {t('admin.groups.all')}
          </Button>
        </div>
        <h3 id="domain-group" className={people.address} ref={heading} tabIndex={-1}>
          {group}
        </h3>
        {shown.data ? (
          <GroupSettings
            group={shown.data}
            owned={{ ...shown.data, keepers: shown.data.keepers.map(({ email }) => email) }}
            calls={calls}
            onChanged={async () => {
              await shown.refetch();
            }}
          />
        ) : (
          <AccountState query={shown} lines={4} />
        )}
      </section>
      {shown.data && (
        <>
          {shown.data.strangers === 'held' && <HeldMessages calls={calls} />}
          <GroupMembers calls={calls} />
          <section className={people.part} aria-labelledby="domain-group-end">
            <h3 id="domain-group-end">{t('admin.groups.end')}</h3>
            <p>{t('admin.groups.endAbout')}</p>
            <div className={people.acts}>
              <Button color="red" variant="light" disabled={busy} onClick={() => setAsking(true)}>
                {t('admin.groups.delete')}
              </Button>
            </div>
          </section>
        </>
      )}
      {asking && (
        <ChoiceDialog
          title={t('admin.groups.ask', { address: group })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.groups.delete'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={() => void remove()}
        >
          <p>{t('admin.groups.endAbout')}</p>
        </ChoiceDialog>
      )}
    </>
  );
}
