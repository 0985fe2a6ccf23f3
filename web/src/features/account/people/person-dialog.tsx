import type { Person } from '@bocau/contract/people.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate, shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './people.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonAliases } from './person-aliases.tsx';
import { PersonForm } from './person-form.tsx';

type Props = { person: Person; domain: string; isSelf: boolean; onClose(): void };

/** What can be seen of a person, and done with their account. */
export function PersonDialog({ person, domain, isSelf, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueries();
  const { time_zone: zone } = useSettings();
  const { last_sign_in_at: at } = person;
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
        {!person.active && ` · ${t('people.suspended')}`}
      </p>
      <dl className={styles.facts}>
        <dt>{t('people.facts.lastSignIn')}</dt>
        <dd>{at === null ? t('people.facts.never') : shortMoment(at, now(), zone)}</dd>
        <dt>{t('people.facts.twoStep')}</dt>
        <dd>{t(person.two_step ? 'people.facts.on' : 'people.facts.off')}</dd>
        <dt>{t('people.facts.created')}</dt>
        <dd>{fullDate(person.created_at)}</dd>
      </dl>
      <PersonForm person={person} isSelf={isSelf} onChanged={onChanged} />
      <PersonAliases person={person} domain={domain} onChanged={onChanged} />
      {!isSelf && <PersonAccess person={person} onChanged={onChanged} />}
    </Modal>
  );
}
