import type { Label } from '@bocau/contract/labels.ts';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { LabelDot } from '../../parts/labels/label-dot.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { Link } from '../../router/router.tsx';
import type { MenuPlace } from '../../ui/placed-menu.tsx';
import styles from './folder-line.module.css';
import type { LabelRow } from './label-rows.ts';
import { LineMenuButton, LineToggle, toggleByKey } from './line-parts.tsx';
import { useLabelDrop } from './use-label-drop.ts';

type Props = {
  row: LabelRow;
  current: boolean;
  open: boolean;
  /** Whether to reserve room for the expander, as in a list where any label has one. */
  nested: boolean;
  onMenu(label: Label, place: MenuPlace): void;
};

/** A label in the sidebar: link, expander, menu, and a drop target for threads. */
export const LabelLine = memo(function LabelLine({ row, current, open, nested, onMenu }: Props) {
  const { t } = useTranslation();
  const { label, unread, words, nests } = row;
  const drop = useLabelDrop(label);
  const name = labelPathWords(label.name);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only dropping and a second way to the menu; link and buttons are within
    <div
      className={styles.line}
      data-current={current || undefined}
      data-over={drop.over || undefined}
      data-nested={nested || undefined}
      style={{ '--depth': row.depth } as CSSProperties}
      {...drop.handlers}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(label, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      {nests && <LineToggle id={label.id} name={name} open={open} />}
      <Link
        to={addressOf({ kind: 'label', id: label.id })}
        className={styles.link}
        title={name}
        data-folder={label.id}
        draggable={false}
        aria-current={current ? 'page' : undefined}
        aria-label={unread > 0 ? t('folders.unread', { name, count: unread }) : name}
        onKeyDown={(event) => nests && toggleByKey(event, label.id)}
      >
        <LabelDot label={label} />
        <span className={styles.name} data-unread={unread > 0 || undefined}>
          {words}
        </span>
        {unread > 0 && <span className={styles.count}>{unread}</span>}
      </Link>
      <LineMenuButton name={name} onMenu={(place) => onMenu(label, place)} />
    </div>
  );
});
