import type { ContactOrder } from '@bocau/contract/contacts.ts';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { CONTACT_ACTS } from './contact-acts.ts';
import styles from './contact-menus.module.css';
import type { ContactMenuPlace } from './use-contacts-screen.ts';

/** The acts on contacts, beside what was pressed or pointed at. */
export function ContactMenu({ target, place, onClose }: ContactMenuPlace & { onClose(): void }) {
  const { t } = useTranslation();
  const acts = CONTACT_ACTS.filter(({ available }) => available(target));
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal zIndex="var(--layer-notices)">
      <Menu.Target>
        <span
          className={styles.anchor}
          style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        />
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
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
