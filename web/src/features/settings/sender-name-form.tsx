import { ApiError } from '@bocau/contract/client.ts';
import type { SenderAccount } from '@bocau/contract/senders.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './sender-accounts.module.css';

const NAME_LENGTH = 100;

type Props = {
  sender: SenderAccount;
  onSave(name: string): Promise<void>;
  onCancel(): void;
};

/** The name that recipients see beside an address; a refused name stays in the field. */
export function SenderNameForm({ sender, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(sender.name);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const leaving = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    setFault(null);
    try {
      await onSave(name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(t('senderAccounts.failed', { reason: errorWords(t, error) }));
      setSaving(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        className={styles.field}
        label={t('senderAccounts.name', { email: sender.email })}
        description={t('senderAccounts.nameHint')}
        maxLength={NAME_LENGTH}
        autoFocus
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={saving}>
          {t('common.actions.save')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.actions.cancel')}
        </Button>
      </div>
      <LeaveGuard unsaved={name !== sender.name} leaving={leaving} />
    </form>
  );
}
