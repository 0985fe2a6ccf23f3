import type { ContactOrder } from '@bocau/contract/contacts.ts';
import { IconAddressBook, IconCopyCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { PlacedMenu } from '../../ui/placed-menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { BookItems } from './books/book-items.tsx';
import { CONTACT_ACTS, exportAddressOfList } from './contact-acts.ts';
import styles from './contact-menus.module.css';
import { ListItems } from './lists/list-items.tsx';
import type { ContactMenuPlace, ContactsScreenState } from './use-contacts-screen.ts';

/** The acts on contacts, beside what was pressed or pointed at. */
export function ContactMenu({ target, place, onClose }: ContactMenuPlace & { onClose(): void }) {
  const { t } = useTranslation();
  const acts = CONTACT_ACTS.filter(({ available }) => available(target));
  return (
    <PlacedMenu place={place} onClose={onClose}>
      {acts.map(({ id, icon: Icon, shortcut, perform }) => (
        <Fragment key={id}>
          {(id === 'trash' || id === 'deleteForGood') && <Menu.Divider />}
          <Menu.Item
            leftSection={<Icon size={18} />}
            rightSection={shortcut && <kbd className={styles.key}>{printedKey(shortcut)}</kbd>}
            onClick={() => perform(target)}
          >
            {t(`contacts.acts.${id}`)}
          </Menu.Item>
        </Fragment>
      ))}
    </PlacedMenu>
  );
}

type ToolsProps = Opened & { screen: ContactsScreenState };

/** Import, export and duplicates, and the acts on the book that is shown. */
export function ToolsMenu({ screen, ...opened }: ToolsProps) {
  const { t } = useTranslation();
  const { list, ask } = screen;
  const books = (useContacts((model) => model.books()) ?? []).filter(({ owner }) => owner === null);
  // Who has one book sees it as all contacts.
  const shown =
    list.kind === 'book'
      ? books.find(({ id }) => id === list.id)
      : list.kind === 'all' && books.length === 1
        ? books[0]
        : undefined;
  const named = useContacts((model) => model.lists())?.find(
    ({ name }) => list.kind === 'list' && name === list.name,
  );
  const exported = exportAddressOfList(list);
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      <Menu.Item leftSection={<IconUpload size={18} />} onClick={() => ask({ kind: 'import' })}>
        {t('contacts.tools.import')}
      </Menu.Item>
      {exported !== null && (
        <Menu.Item component="a" href={exported} download leftSection={<IconDownload size={18} />}>
          {list.kind === 'all'
            ? t('contacts.tools.exportAll')
            : t(list.kind === 'book' ? 'contacts.tools.exportBook' : 'contacts.tools.exportList', {
                name: screen.name,
              })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopyCheck size={18} />} onClick={() => ask({ kind: 'duplicates' })}>
        {t('contacts.tools.duplicates')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconAddressBook size={18} />}
        onClick={() => ask({ kind: 'book', question: { kind: 'new' } })}
      >
        {t('contacts.tools.newBook')}
      </Menu.Item>
      {named && <ListItems list={named} onAsk={(question) => ask({ kind: 'list-name', question })} />}
      {shown && <BookItems book={shown} onAsk={(question) => ask({ kind: 'book', question })} />}
    </AnchoredMenu>
  );
}

type OrderProps = Opened & { order: ContactOrder; onOrder(order: ContactOrder): void };

export function OrderMenu({ order, onOrder, ...opened }: OrderProps) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      {(['given', 'family'] as const).map((each) => (
        <Menu.RadioItem key={each} value={each} checked={each === order} onChange={() => onOrder(each)}>
          {t(`contacts.order.${each}`)}
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}
