import { isAddressOrDomain } from '@bocau/contract/address.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { blockSenders } from '../../parts/senders/block-senders.ts';
import styles from './blocked-senders.module.css';

/** Blocks a typed address or a whole domain. */
export function BlockForm() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = typed.trim();
    if (saving) return;
    if (!isAddressOrDomain(address)) {
      setFault(t('filters.blocked.fault'));
      field.current?.focus();
      return;
    }
    setSaving(true);
    try {
      const unblock = await blockSenders(api, [address]);
      setTyped('');
      const undo = () => void unblock().then(() => queries.invalidateQueries({ queryKey: ['rules'] }));
      notify({ text: t('filters.blocked.added', { address }), undo });
      await queries.invalidateQueries({ queryKey: ['rules'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(t('filters.blocked.addFailed', { address, reason: refusal(error) }));
    } finally {
      setSaving(false);
      field.current?.focus();
    }
  }

  function refusal(error: ApiError): string {
    const [first] = Array.isArray(error.details['fields']) ? error.details['fields'] : [];
    return first?.rule === 'own_address' ? t('faults.rules.own_address') : errorWords(t, error);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={field}
        className={styles.field}
        aria-label={t('filters.blocked.field')}
        placeholder={t('filters.blocked.placeholder')}
        inputMode="email"
        autoComplete="off"
        maxLength={320}
        value={typed}
        error={fault}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget }) => {
          setFault(null);
          setTyped(currentTarget.value);
        }}
      />
      <Button type="submit" variant="default" loading={saving}>
        {t('filters.blocked.add')}
      </Button>
    </form>
  );
}
