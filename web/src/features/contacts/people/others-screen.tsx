import { IconMessages, IconSearch } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { textPixels } from '../../../lib/text-pixels.ts';
import { now } from '../../../lib/timers.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { type PeopleView, peopleAddressOf } from '../../../parts/contacts/people-address.ts';
import { ListState } from '../../../ui/list-state.tsx';
import { useIsNarrow } from '../../../ui/rows/use-is-narrow.ts';
import { BESIDE } from '../beside.ts';
import styles from '../contacts-screen.module.css';
import { OtherPersonPane } from './other-person.tsx';
import { PeopleFrame } from './people-frame.tsx';
import type { PersonLine } from './person-row.tsx';
import { useOtherPeople } from './use-people-list.ts';
import { usePeopleScreen } from './use-people-screen.ts';

/** Those who were written to and have no card, the most frequent first. */
export function OthersScreen({ view }: { view: PeopleView }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const narrow = useIsNarrow(section, textPixels(BESIDE));
  const { words } = view;
  const listKey = peopleAddressOf('others', { words });
  const list = useOtherPeople({ words });
  const isSearch = words !== '';
  const lines = useMemo<PersonLine[]>(
    () =>
      list.people.map(({ email, name, sent, last_at }) => ({
        ...{ email, name: shortName({ name, email }), photo: null, letter: null },
        lines: [
          email,
          [
            t('contactPeople.others.sent', { count: sent }),
            t('contactPeople.others.last', { at: shortDate(last_at, now()) }),
          ].join(' · '),
        ],
      })),
    [list.people, t],
  );
  const screen = usePeopleScreen(view, { listKey, people: lines, narrow });
  return (
    <PeopleFrame
      {...{ section, narrow, view, listKey, list, lines, screen }}
      title={t('contactPeople.others.title')}
      note={lines.length > 0 && <p className={styles.hint}>{t('contactPeople.others.about')}</p>}
      empty={
        <ListState
          icon={isSearch ? IconSearch : IconMessages}
          title={t(isSearch ? 'contacts.empty.search.title' : 'contactPeople.others.empty.title')}
          text={t(isSearch ? 'contactPeople.others.notFound' : 'contactPeople.others.empty.text')}
        />
      }
      pane={
        <OtherPersonPane
          email={view.email}
          known={list.people.find(({ email }) => email === view.email)}
          alone={narrow}
          onClose={screen.close}
        />
      }
    />
  );
}
