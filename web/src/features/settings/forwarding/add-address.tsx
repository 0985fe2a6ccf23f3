import { ApiError } from '@bocau/contract/client.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useOwnAddresses } from '../../../parts/mailbox/own-addresses.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { addressFault, type Forward } from './forwards.ts';

type Props = { forwards: readonly Forward[]; onAdded(id: string): Promise<void>; onClose(): void };

/** FW-3: adds an address, to which a code is mailed at once. */
export function AddAddress({ forwards, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const own = useOwnAddresses();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    const wrong = addressFault(typed, forwards, own);
    if (wrong) return setFault(t(`forwarding.fault.${wrong}`));
    const email = typed.trim();
    setSaving(true);
    try {
      const sieve_json = JSON.stringify({ type: 'autofw', is_enable: false, email });
      const { data } = await api.createRule({ body: { is_enable: false, sieve_json } });
      await onAdded(data.id);
      notify({ text: t('forwarding.mailed', { address: email }) });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(wordsOf(error));
      setSaving(false);
    }
  }

  function wordsOf(error: ApiError): string {
    if (error.code === 'already_exists') return t('forwarding.fault.known');
    const fields = error.details['fields'];
    const rule = Array.isArray(fields) ? (fields[0] as { rule?: unknown } | undefined)?.rule : undefined;
    if (rule === 'own_address') return t('forwarding.fault.own');
    return rule === 'invalid' ? t('forwarding.fault.invalid') : errorWords(t, error);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('forwarding.addTitle')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          data-autofocus
          type="email"
          label={t('forwarding.email')}
          description={t('forwarding.addHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          error={fault}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
        <FormButtons submit={t('forwarding.addSubmit')} busy={saving} mt={20} onCancel={onClose} />
      </form>
    </Modal>
  );
}
