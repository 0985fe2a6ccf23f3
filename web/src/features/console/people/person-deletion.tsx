import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment } from '../../../lib/dates.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { MeetingsLeft } from './meetings-left.tsx';
import styles from './people.module.css';
import type { EndProps } from './person-props.ts';

/** Deletes a person, and restores them during the retention period. */
export function PersonDeletion({ person, onChanged, onHandOver }: EndProps) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const { fullname: name, removed_at: removedAt } = person;
  const call = { params: { id: person.id } };

  const act = (does: () => Promise<unknown>, words: string) =>
    run(async () => {
      await does();
      // The focused button is replaced by another one.
      heading.current?.focus();
      notify({ text: words });
      await onChanged();
    });

  function remove() {
    setAsking(false);
    void act(() => api.deleteAnyPerson(call), t('people.deletion.done', { name }));
  }

  function toHandOver() {
    onHandOver();
    setAsking(false);
  }

  return (
    <section className={styles.part} aria-labelledby="person-deletion">
      <h3 id="person-deletion" ref={heading} tabIndex={-1}>
        {t('people.deletion.title')}
      </h3>
      {removedAt !== null && <p>{t('people.deletion.until', { date: fullMoment(removedAt, zone) })}</p>}
      <div className={styles.acts}>
        {removedAt === null ? (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('people.deletion.delete')}…
          </Button>
        ) : (
          <Button
            disabled={busy}
            onClick={() => void act(() => api.undeleteAnyPerson(call), t('people.deletion.back', { name }))}
          >
            {t('people.deletion.undelete')}
          </Button>
        )}
      </div>
      {asking && (
        <ChoiceDialog
          title={t('people.deletion.ask', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.deletion.delete'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={remove}
        >
          <p>{t('people.deletion.text')}</p>
          <MeetingsLeft person={person} onHandOver={toHandOver} />
        </ChoiceDialog>
      )}
    </section>
  );
}
