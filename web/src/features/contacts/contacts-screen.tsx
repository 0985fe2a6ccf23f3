import { LIMITS } from '@bocau/contract/limits.ts';
import { IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useFocusInside } from '../../parts/keyboard/use-focus-inside.ts';
import { PickAllLine } from '../../parts/selection/pick-all-line.tsx';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { FloatingButton } from '../../ui/floating-button.tsx';
import { ListLine } from '../../ui/rows/list-line.tsx';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { BESIDE } from './beside.ts';
import { BulkLine } from './bulk/bulk-line.tsx';
import { WholeLine } from './bulk/whole-line.tsx';
import { ContactCardPane } from './contact-card.tsx';
import { ContactDialogs } from './contact-dialogs.tsx';
import { ContactGrid } from './contact-grid.tsx';
import { ContactMenu } from './contact-menus.tsx';
import { ContactsEmpty, ContactsFailed, ContactsLoading, ContactsOffline } from './contact-states.tsx';
import { ContactsBar } from './contacts-bar.tsx';
import styles from './contacts-screen.module.css';
import { KeptEditsLine } from './kept-edits-line.tsx';
import { useContactsKeys } from './use-contacts-keys.ts';
import { type ContactsScreenState, useContactsScreen } from './use-contacts-screen.ts';

/** The contacts: a list, and the card that is opened from it. */
export function ContactsScreen() {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const narrow = useIsNarrow(section, textPixels(BESIDE));
  // Where there is room, the header has the search.
  const narrowScreen = useIsNarrowScreen();
  const screen = useContactsScreen(narrow);
  const { list, name, cardId, picked } = screen;
  useContactsKeys(screen);
  useFocusInside(section, () => {
    if (screen.grid.current) screen.grid.current.focus();
    else section.current?.focus({ preventScroll: true });
  });
  usePageTitle(list.kind === 'all' ? t('contacts.title') : `${name} – ${t('contacts.title')}`);
  const isCardAlone = narrow && cardId !== null;

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.screen}
      aria-label={name}
      data-narrow={narrow || undefined}
    >
      <h1 className="visually-hidden">{name}</h1>
      {!isCardAlone && (
        <div className={styles.list}>
          <ContactsBar screen={screen} withSearch={narrowScreen} />
          {narrowScreen && picked.length === 0 && list.kind !== 'all' && list.kind !== 'search' && (
            <ListCaption screen={screen} />
          )}
          <ContactsList screen={screen} />
        </div>
      )}
      {(!narrow || isCardAlone) && <ContactCardPane screen={screen} alone={isCardAlone} />}
      {narrowScreen && !isCardAlone && picked.length === 0 && list.kind !== 'trash' && (
        <FloatingButton
          icon={IconUserPlus}
          label={t('contacts.new')}
          onClick={() => screen.ask({ kind: 'new' })}
        />
      )}
      {screen.menu && <ContactMenu {...screen.menu} onClose={() => screen.openMenu(null)} />}
      {screen.question && <ContactDialogs screen={screen} question={screen.question} />}
    </section>
  );
}

/** The name of a list where the bar has the search in its place. */
function ListCaption({ screen: { name, view } }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  return (
    <p className={styles.caption}>
      <b>{name}</b>
      {view.total !== null && view.loading === 'ready' && (
        <span>{t('contacts.count', { count: view.total })}</span>
      )}
    </p>
  );
}

function ContactsList({ screen }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  const { view, list, place, model } = screen;

  function content(): ReactNode {
    if (view.contacts.length > 0) return <ContactGrid key={screen.placeKey} screen={screen} />;
    if (view.loading === 'loading' && !lost) return <ContactsLoading />;
    if (view.loading === 'ready') {
      return (
        <ContactsEmpty
          list={list}
          onNew={() => screen.ask({ kind: 'new' })}
          onImport={() => screen.ask({ kind: 'import' })}
        />
      );
    }
    if (lost) return <ContactsOffline onTryNow={() => session.tryNow()} />;
    return <ContactsFailed error={view.error} onRetry={() => void model.refresh(place)} />;
  }

  const days = LIMITS.contactTrashDays;
  return (
    <>
      {list.kind === 'trash' && view.contacts.length > 0 && (
        <p className={styles.hint}>{t('contacts.trashHint', { days })}</p>
      )}
      {place.from !== null && (
        <ListLine>
          <span>{t('contacts.fromStart', { letter: place.from })}</span>
          <button type="button" onClick={() => screen.setFrom(null)}>
            {t('contacts.showAll')}
          </button>
        </ListLine>
      )}
      <KeptEditsLine screen={screen} />
      <BulkLine />
      {view.contacts.length > 0 && screen.mayPickWhole && <WholeLine screen={screen} />}
      {view.contacts.length > 0 && !screen.mayPickWhole && (
        <PickAllLine
          pickAll={screen.pickAll}
          picked={screen.picked.length}
          loaded={view.contacts.length}
          hasMore={view.hasMore}
          total={view.total}
          words="contacts.whole"
        />
      )}
      {content()}
    </>
  );
}
