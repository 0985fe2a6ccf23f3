import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy, IconFolder, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SendHow, Sharing } from '../../../model/compose/compose-model.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { dayOf, writtenDay } from '../../../parts/dates/local-days.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { kindOf } from '../../../parts/files/file-kinds.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { usePlannedWords } from '../outgoing/use-planned-words.ts';
import type { EarlyEnd } from './dialog-requests.ts';
import styles from './sharing-dialog.module.css';
import { newPassword } from './sharing-form.ts';
import { type SharingChoice, type SharingFacts, useSharingForm } from './use-sharing-form.ts';

const MOST_RECEIVERS = 7;

export type Receiver = { email: string; name: string };

type Props = {
  facts: SharingFacts;
  receivers: readonly Receiver[];
  how: SendHow;
  refused: EarlyEnd | null;
  onAnswer(sharing: Sharing | null): void;
};

/** What is shared with whom, with permission, password and end date. */
export function SharingFields({ facts, receivers, how, refused, onAnswer }: Props) {
  const { t } = useTranslation();
  const choice = useSharingForm(facts, how, refused);
  const send = useRef<HTMLButtonElement>(null);
  // The dialog set its initial focus before this button was rendered.
  useEffect(() => send.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const sharing = choice.read();
    if (sharing) onAnswer(sharing);
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.about}>{t('driveMail.share.about', { count: facts.files.length })}</p>
      <Files files={facts.files} />
      <Receivers receivers={receivers} outside={facts.outside} />
      {choice.isCut && (
        <p role="alert" className={styles.fault}>
          {choice.rules.on ? t('driveMail.share.noLinks') : t('shares.linksOff')}
        </p>
      )}
      <NativeSelect
        label={t('driveMail.share.permission')}
        value={choice.form.permission}
        data={(['READ', 'WRITE'] as const).map((value) => ({ value, label: t(`driveMail.share.${value}`) }))}
        onChange={({ currentTarget }) =>
          choice.change({ permission: currentTarget.value === 'WRITE' ? 'WRITE' : 'READ' })
        }
      />
      <PasswordFields choice={choice} />
      <EndFields choice={choice} />
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('driveMail.share.back')}
        </Button>
        <Button ref={send} type="submit" disabled={choice.isCut}>
          {t('driveMail.share.send')}
        </Button>
      </Group>
    </form>
  );
}

function Files({ files }: { files: readonly DriveFile[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.files} aria-label={t('driveMail.share.files')}>
      {files.map((file) => (
        <li key={file.id}>
          {file.type === 'folder' ? (
            <IconFolder size={22} aria-hidden />
          ) : (
            <FileIcon kind={kindOf({ name: file.name, content_type: file.content_type ?? '' })} />
          )}
          <span>{file.name}</span>
        </li>
      ))}
    </ul>
  );
}

type ReceiversProps = { receivers: readonly Receiver[]; outside: readonly string[] };

/** As many recipients as there is room for, with a mark on those outside the organisation. */
function Receivers({ receivers, outside }: ReceiversProps) {
  const { t } = useTranslation();
  const others = receivers.slice(MOST_RECEIVERS);
  return (
    <ul className={styles.receivers} aria-label={t('driveMail.share.receivers')}>
      {receivers.slice(0, MOST_RECEIVERS).map(({ email, name }) => (
        <li key={email} title={email} data-outside={outside.includes(email) || undefined}>
          {name || email}
          {outside.includes(email) && <small> · {t('driveMail.share.outside')}</small>}
        </li>
      ))}
      {others.length > 0 && (
        <li title={others.map(({ email }) => email).join(', ')}>
          {t('driveMail.share.more', { count: others.length })}
        </li>
      )}
    </ul>
  );
}

/** SH-4: sharing with anyone outside needs a password. */
function PasswordFields({ choice }: { choice: SharingChoice }) {
  const { t } = useTranslation();
  const { form, change, hasPassword, needsPassword } = choice;
  const [copied, setCopied] = useState(false);

  function changePassword(password: string): void {
    change({ password });
    setCopied(false);
  }

  return (
    <>
      <Checkbox
        mt={12}
        label={t('driveMail.share.usePassword')}
        checked={hasPassword}
        disabled={needsPassword}
        description={needsPassword ? t('driveMail.share.passwordNeeded') : undefined}
        onChange={({ currentTarget }) => change({ usesPassword: currentTarget.checked })}
      />
      {hasPassword && (
        <div className={styles.inner}>
          <div className={styles.password}>
            <TextInput
              aria-label={t('driveMail.share.password')}
              value={form.password}
              autoComplete="off"
              spellCheck={false}
              error={
                choice.fault === 'passwordShort' &&
                t('driveMail.share.passwordShort', { most: LIMITS.sharePasswordLength })
              }
              onChange={({ currentTarget }) => changePassword(currentTarget.value)}
            />
            <ToolButton
              icon={IconCopy}
              label={t('driveMail.share.copy')}
              onClick={() =>
                void navigator.clipboard.writeText(form.password).then(
                  () => setCopied(true),
                  () => undefined,
                )
              }
            />
            <ToolButton
              icon={IconRefresh}
              label={t('driveMail.share.another')}
              onClick={() => changePassword(newPassword())}
            />
            <span role="status" className={styles.copied}>
              {copied && t('driveMail.share.copied')}
            </span>
          </div>
          <p className={styles.tell}>{t('driveMail.share.passwordTell')}</p>
        </div>
      )}
    </>
  );
}

/** SH-3 */
function EndFields({ choice }: { choice: SharingChoice }) {
  const { t } = useTranslation();
  const id = useId();
  const { form, change, fault, endless, latest, rules } = choice;
  const today = dayOf(choice.openedAt);
  const hint =
    choice.hasPassword && rules.days !== null ? t('shares.endNeeded', { count: rules.days }) : undefined;
  const faultOfDay = useFaultOfDay(choice);
  return (
    <>
      <Checkbox
        mt={12}
        label={t('driveMail.share.useEnd')}
        checked={form.usesEnd}
        disabled={endless}
        description={endless ? t('driveMail.share.noEnd') : hint}
        onChange={({ currentTarget }) => change({ usesEnd: currentTarget.checked })}
      />
      {form.usesEnd && (
        <div className={styles.inner}>
          <DateField
            id={`${id}-end`}
            label={t('driveMail.share.end')}
            value={form.end}
            min={today}
            {...(latest === null ? {} : { max: latest })}
            lean={{ to: 'ahead', from: today }}
            onChange={(end) => change({ end })}
          />
          <Fault words={faultOfDay} />
        </div>
      )}
      <Fault words={fault === 'needsEnd' && t('driveMail.share.needsEnd')} />
      <Fault
        words={fault === 'endLate' && latest !== null && t('shares.endOutside', { day: writtenDay(latest) })}
      />
    </>
  );
}

/** What is wrong with the date itself. */
function useFaultOfDay({ fault, last, openedAt }: SharingChoice): string | false {
  const { t } = useTranslation();
  const planned = usePlannedWords();
  if (fault === 'endPast') return t('driveMail.share.endPast');
  return fault === 'endBeforeSend' && t('driveMail.share.endBeforeSend', { time: planned(last ?? openedAt) });
}

function Fault({ words }: { words: string | false }) {
  return (
    words !== false && (
      <p role="alert" className={styles.fault}>
        {words}
      </p>
    )
  );
}
