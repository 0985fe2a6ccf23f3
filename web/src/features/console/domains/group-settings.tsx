import { GROUP_WRITERS, type Group, type GroupWriters } from '@bocau/contract/groups.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import people from '../people/people.module.css';

type Props = { domain: string; group: Group; onChanged(): Promise<void> };

const LONGEST_NAME = 100;

/** The name of a group and who may write to it. */
export function GroupSettings({ domain, group, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const [name, setName] = useState(group.name);
  const [writers, setWriters] = useState<GroupWriters>(group.writers);
  const [named, setNamed] = useState(group.named.join('\n'));
  const [fault, setFault] = useState<string | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    const addresses = named.split(/[\s,;]+/).filter((address) => address !== '');
    await run(
      async () => {
        const body = { name, writers, ...(writers === 'named' ? { named: addresses } : {}) };
        await api.changeGroup({ params: { domain, group: group.email }, body });
        notify({ text: t('admin.groups.saved') });
        await onChanged();
      },
      {
        invalid_input: () => {
          setFault(t('admin.groups.namedWrong'));
          return null;
        },
      },
    );
  }

  return (
    <form className={people.link} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={t('admin.groups.name')}
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={t('admin.groups.whoWrites')}
        data={GROUP_WRITERS.map((value) => ({ value, label: t(`admin.groups.writers.${value}`) }))}
        value={writers}
        onChange={({ currentTarget }) => setWriters(currentTarget.value as GroupWriters)}
      />
      {writers === 'named' && (
        <Textarea
          label={t('admin.groups.named')}
          description={t('admin.groups.namedAbout')}
          autoCapitalize="none"
          rows={4}
          value={named}
          error={fault}
          onChange={({ currentTarget }) => {
            setNamed(currentTarget.value);
            setFault(null);
          }}
        />
      )}
      <div className={people.acts}>
        <Button type="submit" variant="default" loading={busy}>
          {t('admin.groups.save')}
        </Button>
      </div>
    </form>
  );
}
