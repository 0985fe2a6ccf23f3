import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { type Refusals, useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { HeirForm } from './heir-form.tsx';
import { meetingsWords } from './meetings-left.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';

const LOOK_AGAIN_MS = 2_000;

type Props = PersonProps & Pick<ComponentProps<typeof HeirForm>, 'domain' | 'field'>;

/** Makes a colleague the organiser of the coming meetings of somebody who left, or is away. */
export function PersonMeetings({ person, domain, field, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, fullname: name } = person;
  const meetings = useMeetings(person);
  const handOver = meetings.hand_over;

  // Another administrator was first: the page shows to whom.
  const refusals: Refusals = {
    operation_in_progress() {
      void onChanged();
      return t('people.meetings.taken');
    },
  };

  function give(heir: string) {
    void run(async () => {
      await api.handOverAnyMeetings({ params: { id }, body: { heir } });
      // The form goes, and the focus with it.
      heading.current?.focus();
      notify({ text: t('people.meetings.done', { name, to: heir }) });
      await onChanged();
    }, refusals);
  }

  return (
    <section className={styles.part} aria-labelledby="person-meetings">
      <h3 id="person-meetings" ref={heading} tabIndex={-1}>
        {t('people.meetings.title')}
      </h3>
      <p>
        {meetingsWords(t, meetings)} {meetings.open > 0 && !handOver && t('people.meetings.about')}
      </p>
      {meetings.private > 0 && <p>{t('people.meetings.private', { count: meetings.private })}</p>}
      {handOver && <UnderWay of={handOver} />}
      {meetings.open > 0 && !handOver && (
        <HeirForm
          person={person}
          domain={domain}
          gets="meetings"
          field={field}
          label={t('people.meetings.label')}
          act={t('people.meetings.handOver')}
          busy={busy}
          refused={t('people.meetings.nobody')}
          refusals={refusals}
          question={(to) => t('people.meetings.ask', { name, to })}
          onHeir={give}
        >
          <p>{t('people.meetings.text')}</p>
        </HeirForm>
      )}
    </section>
  );
}

/** Looks again while they are being handed over; not at the whole page, on which something may be typed. */
function useMeetings({ id, meetings }: Pick<ShownPerson, 'id' | 'meetings'>): ShownPerson['meetings'] {
  const api = useApi();
  const enabled = meetings.hand_over !== undefined;
  const { data } = useQuery({
    queryKey: ['person', 'meetings', id],
    queryFn: async () => (await api.showAnyPerson({ params: { id } })).data.meetings,
    enabled,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.hand_over ? LOOK_AGAIN_MS : false),
  });
  return (enabled && data) || meetings;
}

function UnderWay({ of }: { of: NonNullable<ShownPerson['meetings']['hand_over']> }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { heir, moved, left, goes_on_at: at, failed } = of;
  const words = [
    t('people.meetings.underWay', { to: heir.name || heir.email, moved, left }),
    at !== undefined && t('people.meetings.waits', { time: shortMoment(at, now(), zone) }),
    failed && t('people.meetings.failed'),
  ];
  return <p role="status">{words.filter(Boolean).join(' ')}</p>;
}
