import { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy, IconFolder, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now as nowMs } from '../../../lib/timers.ts';
import type { SendHow, Sharing } from '../../../model/compose/compose-model.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { dayOf, endOfDay, writtenDay } from '../../../parts/dates/local-days.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { kindOf } from '../../../parts/files/file-kinds.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMailbox } from '../../../parts/mailbox/use-mailbox.ts';
import { latestLinkDay } from '../../../parts/shares/latest-link-day.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { usePlannedWords } from '../outgoing/use-planned-words.ts';
import type { EarlyEnd } from './dialog-requests.ts';
import styles from './sharing-dialog.module.css';
import { faultOfSharing, lastSendAt, newPassword, PROPOSED_DAYS, type SharingForm } from './sharing-form.ts';

const MOST_RECEIVERS = 7;
const DAY_SECONDS = 86_400;

type Receiver = { email: string; name: string };
type Props = {
  /** Files and folders of the drive that the message leads to. */
  ids: readonly string[];
  receivers: readonly Receiver[];
  how: SendHow;
  /** Asked again, because the server refused the end. */
  refused: EarlyEnd | null;
  /** Null: back to the message. */
  onAnswer(sharing: Sharing | null): void;
};

type Found = {
  files: DriveFile[];
  outside: readonly string[];
  links: boolean;
  rules: LinkRules;
  /** When a periodic message leaves last, where the server says so. */
  lastDate: number | null;
};

/** SH-1 to SH-4: with whom the files of a message are shared, and how. Files of others are not shared again (SH-5). */
export function SharingDialog({ ids, receivers, how, refused, onAnswer }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const own = useMailbox((model) => model.user())?.email ?? null;
  const [found, setFound] = useState<Found | ApiError | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when it is asked for
  useEffect(() => {
    let left = false;
    async function readLastDate(): Promise<number | null> {
      if (how.type !== 'period') return null;
      // Where it is not known the server judges it when the message is sent.
      return api.previewPeriodic({ body: how.rule }).then(
        ({ data }) => data.last_date,
        () => null,
      );
    }
    async function look(): Promise<Found> {
      const [files, { data }, lastDate] = await Promise.all([
        Promise.all(ids.map((id) => api.getDriveFile({ params: { id } }).then(({ data }) => data, missing))),
        api.checkShare({ body: { to_address: receivers.map(({ email }) => email) } }),
        readLastDate(),
      ]);
      return {
        ...data,
        lastDate,
        files: files.filter((file) => file !== null && file.owner === own) as DriveFile[],
      };
    }
    look().then(
      (next) => {
        if (left) return;
        if (next.files.length > 0) setFound(next);
        // What others share is theirs to share: the links stay as they are.
        else onAnswer({ ids: [], permission: 'READ', password: null, expireDate: null });
      },
      (error: unknown) =>
        !left && setFound(error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error))),
    );
    return () => {
      left = true;
    };
  }, [tries]);

  const close = () => onAnswer(null);
  return (
    <Modal
      opened
      onClose={close}
      title={t('driveMail.share.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={520}
    >
      {found === null && <p role="status">{t('driveMail.share.preparing')}</p>}
      {found instanceof ApiError && (
        <>
          <LoadFailed
            words={found.status === 0 ? t('driveMail.share.checkFailed') : errorWords(t, found)}
            onRetry={() => {
              setFound(null);
              setTries(tries + 1);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('driveMail.share.back')}
            </Button>
          </Group>
        </>
      )}
      {found !== null && !(found instanceof ApiError) && (
        <Fields found={found} receivers={receivers} how={how} refused={refused} onAnswer={onAnswer} />
      )}
    </Modal>
  );
}

/** What is gone, or another's and not shared, is no file of the sender's. */
function missing(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
  throw error;
}

type FieldsProps = Omit<Props, 'ids'> & { found: Found };

function formOf({ permission, password, expireDate }: Sharing): SharingForm {
  return {
    permission,
    usesPassword: password !== null,
    password: password ?? newPassword(),
    usesEnd: expireDate !== null,
    end: expireDate === null ? '' : dayOf(expireDate),
  };
}

function earlier(day: string, latest: string | null): string {
  return latest !== null && day > latest ? latest : day;
}

function Fields({ found, receivers, how, refused, onAnswer }: FieldsProps) {
  const { t } = useTranslation();
  const { files, outside, links, rules } = found;
  const planned = usePlannedWords();
  const id = useId();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));
  const { at, endless } = lastSendAt(how, openedAt);
  const last = refused?.lastSend ?? found.lastDate ?? at;
  const needsPassword = outside.length > 0;
  const [form, setForm] = useState<SharingForm>(() =>
    refused
      ? formOf(refused.sharing)
      : {
          permission: 'READ',
          usesPassword: needsPassword,
          password: newPassword(),
          usesEnd: !endless,
          end: earlier(
            dayOf((last ?? openedAt) + PROPOSED_DAYS * DAY_SECONDS),
            needsPassword ? latestLinkDay(rules.days, openedAt) : null,
          ),
        },
  );
  const [tried, setTried] = useState(refused !== null);
  const [copied, setCopied] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  // The dialog looked for what has the focus before this was there.
  useEffect(() => send.current?.focus(), []);
  const hasPassword = form.usesPassword || needsPassword;
  const latest = hasPassword ? latestLinkDay(rules.days, openedAt) : null;
  const fault = faultOfSharing(form, { needsPassword, now: openedAt, last, endless, latest });
  const shownFault = tried ? fault : null;
  const isCut = (needsPassword && !links) || (hasPassword && !rules.on);
  const today = dayOf(openedAt);
  const endHint =
    hasPassword && rules.days !== null ? t('shares.endNeeded', { count: rules.days }) : undefined;

  function change(next: Partial<SharingForm>): void {
    setForm((before) => ({ ...before, ...next }));
    if (next.password !== undefined) setCopied(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (fault !== null || isCut) return;
    onAnswer({
      ids: files.map((file) => file.id),
      permission: form.permission,
      password: hasPassword ? form.password : null,
      expireDate: form.usesEnd ? endOfDay(form.end) : null,
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.about}>{t('driveMail.share.about', { count: files.length })}</p>
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
      <ul className={styles.receivers} aria-label={t('driveMail.share.receivers')}>
        {receivers.slice(0, MOST_RECEIVERS).map(({ email, name }) => (
          <li key={email} title={email} data-outside={outside.includes(email) || undefined}>
            {name || email}
            {outside.includes(email) && <small> · {t('driveMail.share.outside')}</small>}
          </li>
        ))}
        {receivers.length > MOST_RECEIVERS && (
          <li
            title={receivers
              .slice(MOST_RECEIVERS)
              .map(({ email }) => email)
              .join(', ')}
          >
            {t('driveMail.share.more', { count: receivers.length - MOST_RECEIVERS })}
          </li>
        )}
      </ul>
      {isCut && (
        <p role="alert" className={styles.fault}>
          {rules.on ? t('driveMail.share.noLinks') : t('shares.linksOff')}
        </p>
      )}
      <NativeSelect
        label={t('driveMail.share.permission')}
        value={form.permission}
        data={(['READ', 'WRITE'] as const).map((value) => ({ value, label: t(`driveMail.share.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ permission: currentTarget.value === 'WRITE' ? 'WRITE' : 'READ' })
        }
      />
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
                shownFault === 'passwordShort' &&
                t('driveMail.share.passwordShort', { most: LIMITS.sharePasswordLength })
              }
              onChange={({ currentTarget }) => change({ password: currentTarget.value })}
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
              onClick={() => change({ password: newPassword() })}
            />
            <span role="status" className={styles.copied}>
              {copied && t('driveMail.share.copied')}
            </span>
          </div>
          <p className={styles.tell}>{t('driveMail.share.passwordTell')}</p>
        </div>
      )}
      <Checkbox
        mt={12}
        label={t('driveMail.share.useEnd')}
        checked={form.usesEnd}
        disabled={endless}
        description={endless ? t('driveMail.share.noEnd') : endHint}
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
          {(shownFault === 'endPast' || shownFault === 'endBeforeSend') && (
            <p role="alert" className={styles.fault}>
              {shownFault === 'endPast'
                ? t('driveMail.share.endPast')
                : t('driveMail.share.endBeforeSend', { time: planned(last ?? openedAt) })}
            </p>
          )}
        </div>
      )}
      {shownFault === 'needsEnd' && (
        <p role="alert" className={styles.fault}>
          {t('driveMail.share.needsEnd')}
        </p>
      )}
      {shownFault === 'endLate' && latest !== null && (
        <p role="alert" className={styles.fault}>
          {t('shares.endOutside', { day: writtenDay(latest) })}
        </p>
      )}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('driveMail.share.back')}
        </Button>
        <Button ref={send} type="submit" disabled={isCut}>
          {t('driveMail.share.send')}
        </Button>
      </Group>
    </form>
  );
}
