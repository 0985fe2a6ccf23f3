import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import people from '../people/people.module.css';
import { typedAddress } from '../people/typed-address.ts';

type Props = {
  name: string;
  /** The current recipient. */
  email: string | null;
  onChanged(): Promise<unknown>;
};

/** The person who receives mail to unknown addresses of the domain. */
export function CatchAll({ name, email, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function set(catch_all: string | null): Promise<boolean> {
    const done = await run(
      async () => {
        await api.changeDomain({ params: { domain: name }, body: { catch_all } });
        const words =
          catch_all === null ? t('admin.catchAll.off') : t('admin.catchAll.on', { email: catch_all });
        notify({ text: words });
        await onChanged();
        return true;
      },
      { invalid_input: refuse },
    );
    return done === true;
  }

  async function clear() {
    await set(null);
    field.current?.focus();
  }

  function refuse(): null {
    setFault(t('admin.catchAll.nobody', { domain: name }));
    return null;
  }

  async function setTyped(typed: string): Promise<boolean> {
    const address = typedAddress(typed, name);
    if (address !== null) return set(address);
    setFault(t('admin.catchAll.wrong', { domain: name }));
    return false;
  }

  return (
    <section className={people.part} aria-labelledby="domain-catch-all">
      <h3 id="domain-catch-all">{t('admin.catchAll.title')}</h3>
      <p>{email === null ? t('admin.catchAll.none') : t('admin.catchAll.now', { email })}</p>
      <OneFieldForm
        ref={field}
        label={t('admin.catchAll.label')}
        placeholder={`…@${name}`}
        maxLength={254}
        button={t('admin.catchAll.set')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={setTyped}
      />
      {email !== null && (
        <div className={people.acts}>
          <Button variant="default" disabled={busy} onClick={() => void clear()}>
            {t('admin.catchAll.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}
