import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { copySecret } from '../copy-secret.ts';
import type { DeviceKind } from './device-kinds.ts';
import styles from './devices-page.module.css';
import type { DeviceSetUp } from './use-device-set-up.ts';

type Props = { kind: DeviceKind; suggested: string; setUp: DeviceSetUp };

const LONGEST_NAME = 60;

/** An app password for one device, created and shown at the step that needs it. */
export function DevicePassword({ kind, suggested, setUp }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? suggested.slice(0, LONGEST_NAME);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setFault(t('devices.password.missing'));
      field.current?.focus();
      return;
    }
    await setUp.makePassword(name, kind === 'apple');
  }

  function begin() {
    setUp.begin();
    setTyped(null);
    requestAnimationFrame(() => field.current?.focus());
  }

  if (setUp.made) return <Shown kind={kind} password={setUp.made.password} onAgain={begin} />;
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
      <Button type="submit" loading={setUp.busy}>
        {t('devices.password.make')}
      </Button>
    </form>
  );
}

type ShownProps = { kind: DeviceKind; password: string; onAgain(): void };

function Shown({ kind, password, onAgain }: ShownProps) {
  const { t } = useTranslation();
  const shown = useRef<HTMLOutputElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => copy.current?.focus(), []);
  return (
    <div className={styles.form}>
      <p>{t(kind === 'apple' ? 'devices.password.carried' : 'devices.password.once')}</p>
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
    </div>
  );
}
