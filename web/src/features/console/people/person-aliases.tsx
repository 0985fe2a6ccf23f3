import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';

/** The other addresses of the mailbox. */
export function PersonAliases({ person, domain, onChanged }: PersonProps & { domain: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { id } = person;
  const own = person.email.slice(person.email.lastIndexOf('@') + 1);

  async function add(typed: string): Promise<boolean> {
    const address = typedAddress(typed, domain);
    if (address === null) {
      setFault(t('people.aliases.wrong', { domain }));
      return false;
    }
    const done = await run(async () => {
      await api.addAnyAlias({ params: { id }, body: { address } });
      notify({ text: t('people.aliases.added', { address }) });
      await onChanged();
      return true;
    });
    return done === true;
  }

  const remove = (address: string) =>
    run(async () => {
      await api.removeAnyAlias({ params: { id, address } });
      // The focused button is removed with its line.
      heading.current?.focus();
      notify({ text: t('people.aliases.removed', { address }) });
      await onChanged();
    });

  const makeMain = (address: string) =>
    run(async () => {
      await api.renameAnyPerson({ params: { id }, body: { email: address } });
      heading.current?.focus();
      notify({ text: t('people.aliases.isMain', { address }) });
      await onChanged();
    });

  return (
    <section className={styles.part} aria-labelledby="person-aliases">
      <h3 id="person-aliases" ref={heading} tabIndex={-1}>
        {t('people.aliases.title')}
      </h3>
      <p>{t('people.aliases.about')}</p>
      {person.aliases.length > 0 && (
        <ul className={styles.aliases}>
          {person.aliases.map((address) => (
            <li key={address}>
              {address}
              <span className={styles.aliasActs}>
                {address.endsWith(`@${own}`) && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('people.aliases.mainWhich', { address })}
                    onClick={() => void makeMain(address)}
                  >
                    {t('people.aliases.main')}
                  </Button>
                )}
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('people.aliases.removeWhich', { address })}
                  onClick={() => void remove(address)}
                >
                  {t('people.aliases.remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <OneFieldForm
        label={t('people.aliases.label')}
        placeholder={`…@${domain}`}
        maxLength={254}
        button={t('people.aliases.add')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
    </section>
  );
}
