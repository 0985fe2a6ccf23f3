import type { Person } from '@bocau/contract/people.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment, shortMoment } from '../../../lib/dates.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { now } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { AccountState } from '../account-state.tsx';
import styles from './people.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonAliases } from './person-aliases.tsx';
import { PersonDeletion } from './person-deletion.tsx';
import { PersonDrive } from './person-drive.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonRestore } from './person-restore.tsx';
import { PersonReview } from './person-review.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { suspensionWords } from './suspension-words.ts';

type Props = { person: Person; domain: string; isSelf: boolean; restores: boolean; onClose(): void };

/** What can be seen of a person, and done with their account. */
export function PersonDialog({ person, domain, isSelf, restores, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueries();
  const { time_zone: zone } = useSettings();
  const { last_sign_in_at: at } = person;
  const api = useApi();
  const query = useQuery({
    queryKey: ['person', person.id],
    queryFn: async () => (await api.showAnyPerson({ params: { id: person.id } })).data,
  });
  const { data: details, isError } = query;
  // An owner of their domain changes nothing of a provider, who administers everything.
  const isOpen = restores || isSelf || details?.provider === false;
  const driveWords = details
    ? t('people.used', {
        used: readableSize(details.used_drive_quota),
        total: readableSize(details.drive_quota * MB),
      })
    : isError
      ? '–'
      : '…';
  const onChanged = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['people'] }),
      queries.invalidateQueries({ queryKey: ['audit-log'] }),
    ]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={person.fullname}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <p className={styles.email}>
        {person.email}
        {person.deleted_at !== null
          ? ` · ${t('people.deletion.deleted')}`
          : person.suspended.length > 0 && ` · ${suspensionWords(t, person)}`}
      </p>
      <dl className={styles.facts}>
        <dt>{t('people.facts.lastSignIn')}</dt>
        <dd>{at === null ? t('people.facts.never') : shortMoment(at, now(), zone)}</dd>
        <dt>{t('people.facts.twoStep')}</dt>
        <dd>{t(person.two_step ? 'people.facts.on' : 'people.facts.off')}</dd>
        <dt>{t('people.facts.created')}</dt>
        <dd>{fullMoment(person.created_at, zone)}</dd>
        <dt>{t('people.facts.drive')}</dt>
        <dd>{driveWords}</dd>
      </dl>
      {!isOpen && !details && <AccountState query={query} />}
      {!isOpen && details && <p role="status">{t('people.ofProvider')}</p>}
      {isOpen && person.deleted_at === null && (
        <>
          <PersonForm person={person} isSelf={isSelf} onChanged={onChanged} />
          <PersonAliases person={person} domain={domain} onChanged={onChanged} />
          {!isSelf && <PersonAccess person={person} onChanged={onChanged} />}
          {!isSelf && <PersonSessions person={person} onChanged={onChanged} />}
        </>
      )}
      {isOpen && !isSelf && <PersonReview person={person} />}
      {isOpen && <PersonDrive person={person} domain={domain} onChanged={onChanged} />}
      {restores && <PersonRestore person={person} />}
      {isOpen && !isSelf && <PersonDeletion person={person} onChanged={onChanged} />}
    </Modal>
  );
}
