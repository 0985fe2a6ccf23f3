import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { MOST_MEETINGS_COUNTED } from '@bocau/contract/people.ts';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './people.module.css';

type Of = { person: Pick<ShownPerson, 'meetings'> };

/** What becomes of the coming meetings of somebody who is suspended or deleted; nothing where there are none. */
export function MeetingsLeft({ person: { meetings } }: Of) {
  const { t } = useTranslation();
  if (meetings.open + meetings.private === 0) return null;
  return (
    <p className={styles.left}>
      {meetingsWords(t, meetings)} {meetings.open > 0 && !meetings.hand_over && t('people.meetings.left')}{' '}
      {meetings.private > 0 && t('people.meetings.private', { count: meetings.private })}
    </p>
  );
}

/** How many coming meetings a person organises, private ones too. */
export function meetingsWords(t: Say, meetings: ShownPerson['meetings']): string {
  const count = meetings.open + meetings.private;
  if (count === 0) return t('people.meetings.none');
  if (meetings.more) return t('people.meetings.many', { count: MOST_MEETINGS_COUNTED });
  return t('people.meetings.some', { count });
}
