import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';

/** Transfers the drive of somebody who left, or is away, to a colleague, with its shares. */
export function PersonDrive({ person, domain, onChanged }: PersonProps & { domain: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const [fault, setFault] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const { id, fullname: name } = person;

  async function ask(typed: string): Promise<boolean> {
    const address = typedAddress(typed, domain);
    if (address === null || address === person.email) {
      setFault(t('people.drive.wrong', { domain }));
      return false;
    }
    setTo(address);
    return false;
  }

  function handOver(address: string) {
    setTo(null);
    void run(async () => {
      await api.handOverAnyDrive({ params: { id }, body: { heir: address } });
      notify({ text: t('people.drive.done', { name, to: address }) });
      await onChanged();
    });
  }

  return (
    <section className={styles.part} aria-labelledby="person-drive">
      <h3 id="person-drive">{t('people.drive.title')}</h3>
      <p>{t('people.drive.about')}</p>
      <OneFieldForm
        label={t('people.drive.label')}
        placeholder={`…@${domain}`}
        maxLength={254}
        button={`${t('people.drive.handOver')}…`}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={ask}
      />
      {to !== null && (
        <ChoiceDialog
          title={t('people.drive.ask', { name, to })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.drive.handOver'), tone: 'danger' }}
          onSafe={() => setTo(null)}
          onOther={() => handOver(to)}
        >
          <p>{t('people.drive.text')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
