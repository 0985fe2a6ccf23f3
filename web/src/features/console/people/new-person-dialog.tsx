import { isValidAddress } from '@bocau/contract/address.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { PasswordLink } from './password-link.tsx';
import styles from './people.module.css';
import { PersonNameField } from './person-name-field.tsx';

/** Asks for a name and an address, with the domain where there is only one; then shows the link once. */
export function NewPersonDialog({ domain, onClose }: { domain: string | null; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const nameField = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const text = typed.trim().toLowerCase();
  const email = domain === null || text.includes('@') ? text : `${text}@${domain}`;
  const faults = {
    name: name.trim() === '',
    email: !isValidAddress(email) || (domain !== null && !email.endsWith(`@${domain}`)),
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (faults.name) return nameField.current?.focus();
    if (faults.email) return addressField.current?.focus();
    const made = await run(async () => (await api.createAnyPerson({ body: { email, fullname: name } })).data);
    if (!made) return addressField.current?.focus();
    setLink(made.link);
    await Promise.all(['people', 'audit-log'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={link === null ? t('people.new.title') : t('people.new.made', { email })}
      size={460}
      centered
      closeOnClickOutside={link === null}
      closeOnEscape={link === null}
      withCloseButton={link === null}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {link !== null ? (
        <PasswordLink name={name.trim()} link={link} onDone={onClose} />
      ) : (
        <form className={styles.link} onSubmit={(event) => void submit(event)} noValidate>
          <PersonNameField ref={nameField} value={name} isMissing={tried && faults.name} onChange={setName} />
          <TextInput
            ref={addressField}
            label={t('account.email')}
            placeholder={domain === null ? undefined : `…@${domain}`}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={254}
            value={typed}
            error={
              tried &&
              faults.email &&
              (domain === null ? t('people.new.wrong') : t('people.aliases.wrong', { domain }))
            }
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <FormButtons submit={t('people.new.submit')} busy={busy} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}
