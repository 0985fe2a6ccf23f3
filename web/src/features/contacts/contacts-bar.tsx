import { Button } from '@mantine/core';
import { IconArrowsSort, IconDotsVertical, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { CONTACT_ACTS, type ContactActId } from './contact-acts.ts';
import { OrderMenu, ToolsMenu } from './contact-menus.tsx';
import styles from './contacts-bar.module.css';
import { ContactsSearch } from './contacts-search.tsx';
import type { ContactsScreenState } from './use-contacts-screen.ts';

/** The acts for which there is room; the menu has all of them. */
const IN_BAR: readonly ContactActId[] = ['write', 'list', 'restore', 'trash', 'deleteForGood'];

type Props = {
  screen: ContactsScreenState;
  /** Where the header has no room for the search. */
  withSearch: boolean;
};

/** The list and its order or, while anything is selected, the acts on the selection. */
export function ContactsBar({ screen, withSearch }: Props) {
  const { t } = useTranslation();
  const { picked, view } = screen;
  const all = picked.length > 0 && picked.length === view.contacts.length && !view.hasMore;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('contacts.toolbar')}>
      {(picked.length > 0 || !withSearch) && (
        <label className={styles.room}>
          <input
            type="checkbox"
            aria-label={t('contacts.pickAll')}
            checked={all}
            disabled={view.contacts.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = picked.length > 0 && !all;
            }}
            onChange={() => (picked.length > 0 ? screen.select(NOTHING_PICKED) : screen.pickAll.loaded())}
          />
        </label>
      )}
      {picked.length > 0 ? (
        <PickedBar screen={screen} />
      ) : (
        <PlaceBar screen={screen} withSearch={withSearch} />
      )}
    </div>
  );
}

function PickedBar({ screen }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const { picked, target, whole, view } = screen;
  const count = whole ? view.total : picked.length;
  const acts = CONTACT_ACTS.filter(({ id, available }) => IN_BAR.includes(id) && available(target));
  return (
    <>
      <ToolButton
        icon={IconX}
        label={t('contacts.clearPicked')}
        onClick={() => screen.select(NOTHING_PICKED)}
      />
      <span className={styles.count} aria-live="polite">
        {count === null ? t('contacts.whole.all') : t('contacts.picked', { count })}
      </span>
      <span className={styles.gap} />
      {acts.map(({ id, icon, perform }) => (
        <ToolButton key={id} icon={icon} label={t(`contacts.acts.${id}`)} onClick={() => perform(target)} />
      ))}
      <ToolButton
        icon={IconDotsVertical}
        label={t('contacts.moreActs')}
        aria-haspopup="menu"
        onClick={(event) => screen.openMenu({ target, place: event.currentTarget.getBoundingClientRect() })}
      />
    </>
  );
}

function PlaceBar({ screen, withSearch }: Props) {
  const { t } = useTranslation();
  const { list, view, place } = screen;
  const order = useOpener('menu');
  const tools = useOpener('menu');
  return (
    <>
      {withSearch ? (
        <ContactsSearch />
      ) : (
        <span className={styles.title}>
          <b>{screen.name}</b>
          {view.total !== null && view.loading === 'ready' && (
            <span className={styles.total}>{t('contacts.count', { count: view.total })}</span>
          )}
        </span>
      )}
      {list.kind === 'trash' && view.contacts.length > 0 && (
        <Button variant="default" size="compact-md" onClick={() => screen.ask({ kind: 'empty-trash' })}>
          {t('contacts.delete.empty')}
        </Button>
      )}
      {list.kind !== 'trash' && (
        <>
          <ToolButton {...order.button} icon={IconArrowsSort} label={t('contacts.order.label')} />
          {order.opened && <OrderMenu {...order.opened} order={place.order} onOrder={screen.setOrder} />}
          <ToolButton {...tools.button} icon={IconDotsVertical} label={t('contacts.tools.label')} />
          {tools.opened && <ToolsMenu {...tools.opened} screen={screen} />}
        </>
      )}
    </>
  );
}
