import { LARGEST_QUOTA_MB } from '@bocau/contract/people.ts';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { figureOf } from '../figure-of.ts';
import styles from './people.module.css';
import { PersonNameField } from './person-name-field.tsx';
import type { PersonProps } from './person-props.ts';

/** Name, quota, switches and role; only changes are sent, so that two owners do not undo each other's. */
export function PersonForm({ person, isSelf, onChanged }: PersonProps & { isSelf: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const nameField = useRef<HTMLInputElement>(null);
  const quotaField = useRef<HTMLInputElement>(null);
  const driveQuotaField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(person.fullname);
  const [quota, setQuota] = useState(String(person.quota));
  const [sends, setSends] = useState(person.enable_smtp);
  const [drives, setDrives] = useState(person.enable_drive);
  const [driveQuota, setDriveQuota] = useState(String(person.drive_quota));
  const [recalls, setRecalls] = useState(person.enable_recall);
  const [isOwner, setIsOwner] = useState(person.type === 'Owner');
  const [tried, setTried] = useState(false);
  const megabytes = figureOf(quota, LARGEST_QUOTA_MB) ?? 0;
  const driveMegabytes = figureOf(driveQuota, LARGEST_QUOTA_MB) ?? 0;
  const faults = { name: name.trim() === '', quota: megabytes < 1, driveQuota: driveMegabytes < 1 };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (faults.name) return nameField.current?.focus();
    if (faults.quota) return quotaField.current?.focus();
    if (faults.driveQuota) return driveQuotaField.current?.focus();
    const type = isOwner ? ('Owner' as const) : ('User' as const);
    await run(async () => {
      await api.changeAnyPerson({
        params: { id: person.id },
        body: {
          ...(name.trim() !== person.fullname && { fullname: name }),
          ...(megabytes !== person.quota && { quota: megabytes }),
          ...(sends !== person.enable_smtp && { enable_smtp: sends }),
          ...(drives !== person.enable_drive && { enable_drive: drives }),
          ...(driveMegabytes !== person.drive_quota && { drive_quota: driveMegabytes }),
          ...(recalls !== person.enable_recall && { enable_recall: recalls }),
          ...(type !== person.type && { type }),
        },
      });
      notify({ text: t('people.saved', { name: name.trim() }) });
      await onChanged();
    });
  }

  return (
    <form className={styles.part} onSubmit={(event) => void submit(event)} noValidate>
      <PersonNameField ref={nameField} value={name} isMissing={tried && faults.name} onChange={setName} />
      <QuotaField
        ref={quotaField}
        label={t('people.form.quota')}
        value={quota}
        isWrong={tried && faults.quota}
        onChange={setQuota}
      />
      <QuotaField
        ref={driveQuotaField}
        label={t('people.form.driveQuota')}
        value={driveQuota}
        isWrong={tried && faults.driveQuota}
        onChange={setDriveQuota}
      />
      <Checkbox
        label={t('people.form.drive')}
        checked={drives}
        onChange={({ currentTarget }) => setDrives(currentTarget.checked)}
      />
      <Checkbox
        label={t('people.form.sending')}
        checked={sends}
        onChange={({ currentTarget }) => setSends(currentTarget.checked)}
      />
      <Checkbox
        label={t('people.form.recall')}
        checked={recalls}
        onChange={({ currentTarget }) => setRecalls(currentTarget.checked)}
      />
      {!isSelf && (
        <Checkbox
          label={t('people.form.isOwner')}
          checked={isOwner}
          onChange={({ currentTarget }) => setIsOwner(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={busy}>
          {t('people.form.save')}
        </Button>
      </Group>
    </form>
  );
}

type QuotaProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  isWrong: boolean;
  onChange(typed: string): void;
};

/** A person's quota in megabytes. */
function QuotaField({ ref, label, value, isWrong, onChange }: QuotaProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={value}
      error={isWrong && t('people.form.quotaWrong')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
