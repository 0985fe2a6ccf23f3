import type { AppScope } from '@bocau/contract/app-passwords.ts';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { copySecret } from './copy-secret.ts';
import styles from './two-step-page.module.css';

type Props = {
  /** What there is to choose from. */
  offered: readonly AppScope[];
  onMade(): void;
  onClose(): void;
};

/** A name and what it is for, where there is a choice; then the password, once. */
export function AppPasswordDialog({ offered, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef<HTMLOutputElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<AppScope[]>([...offered]);
  const [fault, setFault] = useState<string | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const { busy, run } = useAccountAttempt();

  // The field that had the focus is gone.
  useEffect(() => {
    if (password !== null) done.current?.focus();
  }, [password]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setFault(t('protection.app.missing'));
      field.current?.focus();
      return;
    }
    if (scopes.length === 0) return setFault(t('protection.app.noScope'));
    const made = await run(async () => (await api.createAppPassword({ body: { name, scopes } })).data);
    if (!made) return;
    setPassword(made.password);
    onMade();
  }

  const copy = (text: string) =>
    copySecret(text, shown.current, {
      copied: t('protection.app.copied'),
      failed: t('protection.app.copyFailed', { keys: printedKey('Mod+c') }),
    });

  return (
    <Modal
      opened
      onClose={onClose}
      title={password === null ? t('protection.app.make') : t('protection.app.made', { name })}
      size={460}
      centered
      closeOnClickOutside={password === null}
      closeOnEscape={password === null}
      withCloseButton={password === null}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {password === null ? (
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
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('common.actions.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('protection.app.submit')}
            </Button>
          </Group>
        </form>
      ) : (
        <div className={styles.setup}>
          <p>{t('protection.app.once')}</p>
          <output ref={shown} className={`${styles.secret} ${styles.note}`}>
            {password}
          </output>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => void copy(password)}>
              {t('protection.app.copy')}
            </Button>
            <Button ref={done} onClick={onClose}>
              {t('protection.app.done')}
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  );
}
