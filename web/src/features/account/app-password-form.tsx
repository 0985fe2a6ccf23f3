import type { AppScope } from '@bocau/contract/app-passwords.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ContactsServer } from '../../parts/account/contacts-server.tsx';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import styles from './two-step-page.module.css';

type Props = {
  /** The scopes to choose from. */
  offered: readonly AppScope[];
  onMade(name: string, password: string): void;
  onClose(): void;
};

/** The name of an app password and, where there is a choice, what it gives access to. */
export function AppPasswordForm({ offered, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<AppScope[]>([...offered]);
  const [fault, setFault] = useState<string | null>(null);
  const { busy, run } = useAccountAttempt();
  const info = useQuery({
    queryKey: ['server-info'],
    queryFn: async () => (await api.getServerInfo({})).data,
  });
  const contacts = info.data?.contacts;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setFault(t('protection.app.missing'));
      field.current?.focus();
      return;
    }
    if (scopes.length === 0) return setFault(t('protection.app.noScope'));
    const made = await run(async () => (await api.createAppPassword({ body: { name, scopes } })).data);
    if (made) onMade(name, made.password);
  }

  return (
    <form className={styles.setup} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={field}
        data-autofocus
        label={t('protection.app.name')}
        placeholder={t('protection.app.nameHint')}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setFault(null);
        }}
      />
      {offered.length > 1 && (
        <Checkbox.Group
          label={t('protection.app.scopes')}
          value={scopes}
          onChange={(chosen) => {
            setScopes(chosen as AppScope[]);
            setFault(null);
          }}
        >
          {offered.map((scope) => (
            <Checkbox key={scope} mt={8} value={scope} label={t(`protection.app.scope.${scope}`)} />
          ))}
        </Checkbox.Group>
      )}
      {scopes.includes('dav') && contacts && <ContactsServer address={contacts} />}
      <FormButtons submit={t('protection.app.submit')} busy={busy} onCancel={onClose} />
    </form>
  );
}
