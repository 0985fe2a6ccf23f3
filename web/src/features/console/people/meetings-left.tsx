import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { MOST_MEETINGS_COUNTED } from '@bocau/contract/people.ts';
import { Button } from '@mantine/core';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './people.module.css';

type Props = {
  person: Pick<ShownPerson, 'meetings'>;
  /** Closes the question, and leads to where they are handed over. */
  onHandOver(): void;
};

/** What becomes of the coming meetings of somebody who is suspended or deleted; nothing where there are none. */
export function MeetingsLeft({ person: { meetings }, onHandOver }: Props) {
  const { t } = useTranslation();
  if (meetings.open + meetings.private === 0) return null;
  const isOpen = meetings.open > 0 && !meetings.hand_over;
  return (
    <>
      <p className={styles.left}>
        {meetingsWords(t, meetings)} {isOpen && t('people.meetings.left')}{' '}
        {meetings.private > 0 && t('people.meetings.private', { count: meetings.private })}
      </p>
      {isOpen && (
        <Button variant="default" className={styles.left} onClick={onHandOver}>
          {`${t('people.meetings.handOver')}…`}
        </Button>
      )}
    </>
  );
}

/** How many coming meetings a person organises, private ones too. */
export function meetingsWords(t: Say, meetings: ShownPerson['meetings']): string {
  const count = meetings.open + meetings.private;
  if (count === 0) return t('people.meetings.none');
  if (meetings.more) return t('people.meetings.many', { count: MOST_MEETINGS_COUNTED });
  return t('people.meetings.some', { count });
}
