import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { meetingsWords } from './meetings-left.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';

/** Makes a colleague the organiser of the coming meetings of somebody who left, or is away. */
export function PersonMeetings({ person, domain, onChanged }: PersonProps & { domain: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [given, setGiven] = useState<string | null>(null);
  const { id, fullname: name, meetings } = person;
  // A job does it: until it has, they are still counted.
  const isUnderWay = given !== null && meetings.open > 0;

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
      await api.handOverAnyMeetings({ params: { id }, body: { heir: address } });
      // The form goes, and the focus with it.
      heading.current?.focus();
      setGiven(address);
      notify({ text: t('people.meetings.done', { name, to: address }) });
      await onChanged();
    });
  }

  return (
    <section className={styles.part} aria-labelledby="person-meetings">
      <h3 id="person-meetings" ref={heading} tabIndex={-1}>
        {t('people.meetings.title')}
      </h3>
      <p>
        {meetingsWords(t, meetings)} {meetings.open > 0 && t('people.meetings.about')}
      </p>
      {meetings.private > 0 && <p>{t('people.meetings.private', { count: meetings.private })}</p>}
      {isUnderWay && <p role="status">{t('people.meetings.underWay', { to: given })}</p>}
      {meetings.open > 0 && !isUnderWay && (
        <OneFieldForm
          label={t('people.meetings.label')}
          placeholder={`…@${domain}`}
          maxLength={254}
          button={`${t('people.meetings.handOver')}…`}
          busy={busy}
          fault={fault}
          onFault={setFault}
          onTyped={ask}
        />
      )}
      {to !== null && (
        <ChoiceDialog
          title={t('people.meetings.ask', { name, to })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.meetings.handOver'), tone: 'danger' }}
          onSafe={() => setTo(null)}
          onOther={() => handOver(to)}
        >
          <p>{t('people.meetings.text')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
