import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import people from '../people/people.module.css';

const DOMAIN = /^[^\s.@]+(\.[^\s.@]+)+$/;

export function AddDomainDialog({ onClose, onAdded }: { onClose(): void; onAdded(name: string): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const name = typed.trim().toLowerCase();
  const isWrong = !DOMAIN.test(name);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isWrong) return field.current?.focus();
    const added = await run(async () => (await api.addDomain({ body: { new_name: name } })).data);
    if (!added) return field.current?.focus();
    await queries.invalidateQueries({ queryKey: ['domains'] });
    notify({ text: t('admin.domains.added', { name: added.name }) });
    onAdded(added.name);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin.domains.add')}
      size={460}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={people.link} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          ref={field}
          data-autofocus
          label={t('admin.domains.name')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={253}
          value={typed}
          error={tried && isWrong && t('admin.domains.wrong')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FormButtons submit={t('admin.domains.add')} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
