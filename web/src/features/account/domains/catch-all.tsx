import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import people from '../people/people.module.css';
import { typedAddress } from '../people/typed-address.ts';
import { useTry } from '../use-try.ts';

type Props = {
  name: string;
  /** Who has it now. */
  email: string | null;
  onChanged(): Promise<unknown>;
};

/** Who gets mail to addresses of the domain that nobody has. */
export function CatchAll({ name, email, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useTry();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function set(catch_all: string | null) {
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
    if (done) setTyped('');
    field.current?.focus();
  }

  function refuse(): null {
    setFault(t('admin.catchAll.nobody', { domain: name }));
    return null;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = typedAddress(typed, name);
    if (address !== null) return void set(address);
    setFault(t('admin.catchAll.wrong', { domain: name }));
    field.current?.focus();
  }

  return (
    <section className={people.part} aria-labelledby="domain-catch-all">
      <h3 id="domain-catch-all">{t('admin.catchAll.title')}</h3>
      <p>{email === null ? t('admin.catchAll.none') : t('admin.catchAll.now', { email })}</p>
      <form className={people.adding} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={t('admin.catchAll.label')}
          placeholder={`…@${name}`}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setFault(null);
          }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {t('admin.catchAll.set')}
        </Button>
      </form>
      {email !== null && (
        <div className={people.acts}>
          <Button variant="default" disabled={busy} onClick={() => void set(null)}>
            {t('admin.catchAll.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}
