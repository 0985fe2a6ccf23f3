import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { HeirForm } from './heir-form.tsx';
import { meetingsWords } from './meetings-left.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';

/** Makes a colleague the organiser of the coming meetings of somebody who left, or is away. */
export function PersonMeetings({ person, domain, onChanged }: PersonProps & { domain: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [given, setGiven] = useState<string | null>(null);
  const { id, fullname: name, meetings } = person;
  // A job does it: until it has, they are still counted.
  const isUnderWay = given !== null && meetings.open > 0;

  function handOver(heir: string) {
    void run(async () => {
      await api.handOverAnyMeetings({ params: { id }, body: { heir } });
      // The form goes, and the focus with it.
      heading.current?.focus();
      setGiven(heir);
      notify({ text: t('people.meetings.done', { name, to: heir }) });
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
        <HeirForm
          person={person}
          domain={domain}
          label={t('people.meetings.label')}
          act={t('people.meetings.handOver')}
          busy={busy}
          question={(to) => t('people.meetings.ask', { name, to })}
          onHeir={handOver}
        >
          <p>{t('people.meetings.text')}</p>
        </HeirForm>
      )}
    </section>
  );
}
