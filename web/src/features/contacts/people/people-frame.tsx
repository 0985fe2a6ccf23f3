import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { PeopleView } from '../../../parts/contacts/people-address.ts';
import { useFocusInside } from '../../../parts/keyboard/use-focus-inside.ts';
import { useSessionModel, useSessionState } from '../../../parts/session/use-session-model.ts';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { ContactsFailed, ContactsLoading, ContactsOffline } from '../contact-states.tsx';
import bar from '../contacts-bar.module.css';
import styles from '../contacts-screen.module.css';
import { ContactsSearch } from '../contacts-search.tsx';
import { PeopleGrid } from './people-grid.tsx';
import type { PersonLine } from './person-row.tsx';
import type { PeopleList } from './use-people-list.ts';
import type { PeopleScreenState } from './use-people-screen.ts';

type Props = {
  section: RefObject<HTMLElement | null>;
  narrow: boolean;
  view: PeopleView;
  title: string;
  listKey: string;
  list: PeopleList<unknown>;
  lines: readonly PersonLine[];
  letters?: readonly string[];
  onLetter?(letter: string): void;
  screen: PeopleScreenState;
  /** Buttons in the bar. */
  tools?: ReactNode;
  /** Above the rows. */
  note?: ReactNode;
  empty: ReactNode;
  /** The opened person, or what stands there while nobody is. */
  pane: ReactNode;
};

/** A list of people, and beside it or in its place the one who is opened. */
export function PeopleFrame(props: Props) {
  const { section, narrow, view, title, screen } = props;
  const { t } = useTranslation();
  // Where there is room, the header has the search.
  const withSearch = useIsNarrowScreen();
  const isPersonAlone = narrow && view.email !== null;
  usePageTitle(`${title} – ${t('contacts.title')}`);
  useFocusInside(section, () => {
    if (screen.grid.current) screen.grid.current.focus();
    else section.current?.focus({ preventScroll: true });
  });
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.screen}
      aria-label={title}
      data-narrow={narrow || undefined}
    >
      <h1 className="visually-hidden">{title}</h1>
      {!isPersonAlone && (
        <div className={styles.list}>
          <div className={bar.bar} role="toolbar" aria-label={t('contacts.toolbar')}>
            {withSearch ? (
              <ContactsSearch />
            ) : (
              <span className={`${bar.title} ${bar.alone}`}>
                <b>{title}</b>
              </span>
            )}
            {props.tools}
          </div>
          {withSearch && (
            <p className={styles.caption}>
              <b>{title}</b>
            </p>
          )}
          {props.note}
          <People {...props} />
        </div>
      )}
      {(!narrow || isPersonAlone) && props.pane}
    </section>
  );
}

function People({ list, lines, screen, view, empty, ...rest }: Props): ReactNode {
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  if (lines.length > 0) {
    return (
      <PeopleGrid
        key={rest.listKey}
        listKey={rest.listKey}
        label={rest.title}
        people={lines}
        hasMore={list.hasMore}
        onMore={list.more}
        letters={rest.letters ?? []}
        onLetter={(letter) => rest.onLetter?.(letter)}
        at={screen.at}
        opened={view.email}
        onMove={screen.move}
        onOpen={screen.open}
        handle={screen.grid}
      />
    );
  }
  if (list.state === 'ready') return empty;
  if (lost) return <ContactsOffline onTryNow={() => session.tryNow()} />;
  if (list.state === 'loading') return <ContactsLoading />;
  return <ContactsFailed error={list.error} onRetry={list.again} />;
}
