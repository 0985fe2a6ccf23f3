import type { AppPassword, AppScope } from '@bocau/contract/app-passwords.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { copySecret } from '../copy-secret.ts';
import { DeviceArrival } from './device-arrival.tsx';
import styles from './devices-page.module.css';

type Made = { appPassword: AppPassword; password: string };
type Props = { suggested: string; scopes: AppScope[] };

const LONGEST_NAME = 60;

/** A password for one device, made and shown where it is needed; it stays while the steps of another are looked at. */
export function DevicePassword({ suggested, scopes }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? suggested.slice(0, LONGEST_NAME);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setFault(t('devices.password.missing'));
      field.current?.focus();
      return;
    }
    const answer = await run(async () => (await api.createAppPassword({ body: { name, scopes } })).data);
    if (!answer) return;
    setMade({ appPassword: answer.app_password, password: answer.password });
    await queries.invalidateQueries({ queryKey: ['app-passwords'] });
  }

  function begin() {
    setMade(null);
    setTyped(null);
    requestAnimationFrame(() => field.current?.focus());
  }

  if (made) return <Shown made={made} onAgain={begin} />;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('devices.password.about')}</p>
      <TextInput
        ref={field}
        label={t('devices.password.name')}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" loading={busy}>
        {t('devices.password.make')}
      </Button>
    </form>
  );
}

function Shown({ made: { appPassword, password }, onAgain }: { made: Made; onAgain(): void }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLOutputElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => copy.current?.focus(), []);
  return (
    <div className={styles.form}>
      <p>{t('devices.password.once')}</p>
      <output ref={shown} className={styles.secret}>
        {password}
      </output>
      <div className={styles.acts}>
        <Button
          ref={copy}
          variant="default"
          onClick={() =>
            void copySecret(password, shown.current, {
              copied: t('protection.app.copied'),
              failed: t('protection.app.copyFailed', { keys: printedKey('Mod+c') }),
            })
          }
        >
          {t('protection.app.copy')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('devices.again')}
        </Button>
      </div>
      <DeviceArrival appPassword={appPassword} />
    </div>
  );
}
