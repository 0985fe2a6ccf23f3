import {
  GROUP_JOINING,
  GROUP_SEEN_BY,
  GROUP_STRANGERS,
  GROUP_WRITERS,
  type GroupJoining,
  type GroupSeenBy,
  type GroupStrangers,
  type GroupWriters,
} from '@bocau/contract/groups.ts';
import { HELD_DAYS } from '@bocau/contract/held-messages.ts';
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAccountAttempt } from '../account/use-account-attempt.ts';
import { notify } from '../notices/notify.ts';
import type { GroupCalls, GroupChanges, GroupFacts, GroupOwnerFacts } from './group-calls.ts';
import styles from './groups.module.css';

type Props = {
  group: GroupFacts;
  /** Null for keepers, who may not change them. */
  owned: GroupOwnerFacts | null;
  calls: GroupCalls;
  onChanged(): Promise<void>;
};

const LONGEST_NAME = 100;

/** The name of a group, who may write to it, and who looks after it. */
export function GroupSettings({ group, owned, calls, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAccountAttempt();
  const [name, setName] = useState(group.name);
  const [writers, setWriters] = useState<GroupWriters>(group.writers);
  const [named, setNamed] = useState(group.named.join('\n'));
  const [strangers, setStrangers] = useState<GroupStrangers>(group.strangers);
  const [allowed, setAllowed] = useState<string | null>(null);
  const [keepers, setKeepers] = useState(owned?.keepers.join('\n') ?? '');
  const [faulty, setFaulty] = useState<'named' | 'allowed' | 'keepers' | null>(null);
  const [joining, setJoining] = useState(owned?.joining ?? 'nobody');
  const [leaving, setLeaving] = useState(owned?.leaving ?? true);
  const [seenBy, setSeenBy] = useState(owned?.seen_by ?? 'keepers');
  const { domain } = calls;

  async function save(event: FormEvent) {
    event.preventDefault();
    const changes: GroupChanges = {
      ...{ name, writers },
      ...(strangers !== group.strangers && { strangers }),
      ...(writers === 'named' && { named: addressesIn(named) }),
      ...(allowed !== null && { allowed: addressesIn(allowed) }),
      ...(owned !== null && {
        ...(keepers !== owned.keepers.join('\n') && { keepers: addressesIn(keepers) }),
        ...(joining !== owned.joining && { joining }),
        ...(leaving !== owned.leaving && { leaving }),
        ...(seenBy !== owned.seen_by && { seen_by: seenBy }),
      }),
    };
    await run(
      async () => {
        await calls.change(changes);
        setAllowed(null);
        notify({ text: t('groups.saved') });
        await onChanged();
      },
      {
        invalid_input: () => {
          setFaulty(changes.keepers ? 'keepers' : changes.allowed ? 'allowed' : 'named');
          return null;
        },
      },
    );
  }

  const lines = (field: 'named' | 'allowed' | 'keepers', value: string, set: (value: string) => void) => ({
    autoCapitalize: 'none',
    rows: 3,
    value,
    onChange({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      set(currentTarget.value);
      if (faulty === field) setFaulty(null);
    },
  });

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={t('groups.name')}
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={t('groups.whoWrites')}
        data={GROUP_WRITERS.map((value) => ({ value, label: t(`groups.writers.${value}`) }))}
        value={writers}
        onChange={({ currentTarget }) => setWriters(currentTarget.value as GroupWriters)}
      />
      {writers === 'named' && (
        <Textarea
          label={t('groups.named')}
          description={t('groups.namedAbout')}
          error={faulty === 'named' && t('groups.namedWrong')}
          {...lines('named', named, setNamed)}
        />
      )}
      {writers !== 'anyone' && (
        <NativeSelect
          label={t('groups.strangers.label')}
          description={t('groups.strangersAbout', { days: HELD_DAYS })}
          data={GROUP_STRANGERS.map((value) => ({ value, label: t(`groups.strangers.${value}`) }))}
          value={strangers}
          onChange={({ currentTarget }) => setStrangers(currentTarget.value as GroupStrangers)}
        />
      )}
      {writers !== 'anyone' && group.allowed.length > 0 && (
        <Textarea
          label={t('groups.allowed')}
          description={t('groups.allowedAbout')}
          error={faulty === 'allowed' && t('groups.namedWrong')}
          {...lines('allowed', allowed ?? group.allowed.join('\n'), setAllowed)}
        />
      )}
      {owned !== null && (
        <>
          <Textarea
            label={t('groups.keepers')}
            description={t('groups.keepersAbout', { domain })}
            error={faulty === 'keepers' && t('groups.keepersWrong', { domain })}
            {...lines('keepers', keepers, setKeepers)}
          />
          <NativeSelect
            label={t('groups.joining.label')}
            data={GROUP_JOINING.map((value) => ({ value, label: t(`groups.joining.${value}`) }))}
            value={joining}
            onChange={({ currentTarget }) => setJoining(currentTarget.value as GroupJoining)}
          />
          <Switch
            label={t('groups.leaving')}
            checked={leaving}
            onChange={({ currentTarget }) => setLeaving(currentTarget.checked)}
          />
          <NativeSelect
            label={t('groups.seenBy.label')}
            data={GROUP_SEEN_BY.map((value) => ({ value, label: t(`groups.seenBy.${value}`) }))}
            value={seenBy}
            onChange={({ currentTarget }) => setSeenBy(currentTarget.value as GroupSeenBy)}
          />
        </>
      )}
      <div className={styles.acts}>
        <Button type="submit" variant="default" loading={busy}>
          {t('groups.save')}
        </Button>
      </div>
    </form>
  );
}

function addressesIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== '');
}
