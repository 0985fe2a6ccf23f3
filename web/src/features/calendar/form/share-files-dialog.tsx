import type { EventFile, EventFileShare } from '@bocau/contract/event-files.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyShared } from '../../../parts/shares/copy-shared.ts';
import { newPassword } from '../../../parts/shares/new-password.ts';
import { ShareEnd, useShareEnd } from '../../../parts/shares/share-end.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import type { EventFormValues } from './form-values.ts';
import styles from './share-files-dialog.module.css';
import { type SharingFacts, useFileSharing } from './use-file-sharing.ts';

type Props = {
  values: Pick<EventFormValues, 'files' | 'guests'>;
  shares: readonly EventFileShare[];
  /** The files with the links by which guests open them. */
  onShared(files: readonly EventFile[]): void;
  onClose(): void;
};

/** Before an event is saved: its guests get links to its files, with a password where somebody is outside (SH-4). */
export function ShareFilesDialog(props: Props) {
  const { t } = useTranslation();
  const { facts, error, busy, share, retry } = useFileSharing(props);
  const isAsking = facts !== null && facts.outside.length > 0;
  const isKept = error !== null && facts !== null;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('calendar.files.sharing.title')}
      size={480}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {error !== null && !isAsking && (
        <LoadFailed words={`${t('calendar.files.sharing.failed')} ${errorWords(t, error)}`} onRetry={retry} />
      )}
      {error === null && !isAsking && <p role="status">{t('calendar.files.sharing.preparing')}</p>}
      {isAsking && (
        <LockFields
          facts={facts}
          busy={busy}
          failed={isKept ? `${t('calendar.files.sharing.failed')} ${errorWords(t, error)}` : null}
          onShare={(password, end) => void share(facts, password, end)}
          onClose={props.onClose}
        />
      )}
    </Modal>
  );
}

type LockProps = {
  facts: SharingFacts;
  busy: boolean;
  failed: string | null;
  onShare(password: string, end: number | null): void;
  onClose(): void;
};

function LockFields({ facts: { outside, links, rules }, busy, failed, onShare, onClose }: LockProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState(newPassword);
  const [isShort, setShort] = useState(false);
  const end = useShareEnd(null, rules.days);
  const isStuck = !links || !rules.on;

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const isTooShort = [...password].length < LIMITS.sharePasswordLength;
    setShort(isTooShort);
    const until = end.read();
    if (!isTooShort && until !== undefined) onShare(password, until);
  }

  if (isStuck) {
    return (
      <p role="alert" className={styles.fault}>
        {t(rules.on ? 'shares.noLinks' : 'shares.linksOff')}
      </p>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('calendar.files.sharing.about')}</p>
      <ul>
        {outside.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      <div className={styles.password}>
        <TextInput
          // What it asks for is known only after the dialog is open.
          autoFocus
          data-autofocus
          label={t('calendar.files.sharing.password')}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={password}
          error={isShort && t('shares.passwordShort', { count: LIMITS.sharePasswordLength })}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setShort(false);
          }}
        />
        <Button
          variant="default"
          onClick={() => void copyShared(t, password, t('calendar.files.sharing.copied'))}
        >
          {t('calendar.files.sharing.copy')}
        </Button>
      </div>
      <ShareEnd end={end} />
      {failed !== null && (
        <p role="alert" className={styles.fault}>
          {failed}
        </p>
      )}
      <FormButtons submit={t('calendar.files.sharing.submit')} busy={busy} onCancel={onClose} />
    </form>
  );
}
