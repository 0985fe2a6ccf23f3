import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DriveListRef, DriveOrder } from '../../model/drive/drive-list.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { PlacedMenu } from '../../ui/placed-menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { DRIVE_ACTS, type DriveTarget } from './drive-acts.ts';
import { nextOrder } from './drive-look.ts';
import styles from './drive-menus.module.css';

export type EntryMenuPlace = { target: DriveTarget; place: DOMRect };

/** The acts on entries, beside what was pressed or pointed at. */
export function EntryMenu({ target, place, onClose }: EntryMenuPlace & { onClose(): void }) {
  const { t } = useTranslation();
  const acts = DRIVE_ACTS.filter(({ available }) => available(target));
  return (
    <PlacedMenu place={place} onClose={onClose}>
      {acts.map(({ id, icon: Icon, shortcut, perform }) => (
        <Fragment key={id}>
          {(id === 'leave' || id === 'trash' || id === 'deleteForGood') && <Menu.Divider />}
          <Menu.Item
            leftSection={<Icon size={18} />}
            rightSection={shortcut && <kbd className={styles.key}>{printedKey(shortcut)}</kbd>}
            onClick={() => perform(target)}
          >
            {t(`drive.acts.${id}`)}
          </Menu.Item>
        </Fragment>
      ))}
    </PlacedMenu>
  );
}

const SORTS = ['name', 'last_modified', 'size'] as const;

type SortProps = Opened & {
  list: DriveListRef['kind'];
  order: DriveOrder;
  onOrder(order: DriveOrder): void;
};

export function SortMenu({ list, order, onOrder, ...opened }: SortProps) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      {SORTS.map((by) => (
        <Menu.RadioItem
          key={by}
          checked={order.by === by}
          value={by}
          onChange={() => order.by !== by && onOrder(nextOrder(order, by))}
        >
          {t(by === 'last_modified' && list === 'shared' ? 'drive.columns.shared_at' : `drive.sort.${by}`)}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
      {[false, true].map((descending) => (
        <Menu.Item
          key={String(descending)}
          rightSection={order.descending === descending ? <IconCheck size={16} aria-hidden /> : null}
          onClick={() => onOrder({ ...order, descending })}
        >
          {t(descending ? 'drive.sort.down' : 'drive.sort.up')}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
