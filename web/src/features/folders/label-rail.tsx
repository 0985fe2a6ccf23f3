import { useTranslation } from '../../i18n/use-translation.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { LabelDot } from '../../parts/labels/label-dot.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { Link } from '../../router/router.tsx';
import styles from './folder-rail.module.css';
import { hiddenLabels, type LabelRow, labelRows } from './label-rows.ts';
import { useLabelDrop } from './use-label-drop.ts';

/** The labels of the top level in the collapsed sidebar, each by its colour. */
export function LabelRail() {
  const { t } = useTranslation();
  const labels = useMailbox((model) => model.labels());
  const list = useShownPlace()?.list;
  const hidden = hiddenLabels(labels);
  const rows = labelRows(
    labels.filter((label) => !hidden.includes(label)),
    () => false,
  );
  const shown = list?.kind === 'label' ? labels.find(({ id }) => id === list.id)?.name : undefined;
  return (
    <ul aria-label={t('folders.labels')}>
      {rows.map((row) => (
        <RailLabel
          key={row.label.id}
          row={row}
          current={shown === row.label.name || shown?.startsWith(`${row.label.name}/`) === true}
        />
      ))}
    </ul>
  );
}

function RailLabel({ row: { label, unread }, current }: { row: LabelRow; current: boolean }) {
  const { t } = useTranslation();
  const { over, handlers } = useLabelDrop(label);
  const name = labelPathWords(label.name);
  const words = unread > 0 ? t('folders.unread', { name, count: unread }) : name;
  return (
    <li data-over={over || undefined} {...handlers}>
      <Link
        to={addressOf({ kind: 'label', id: label.id })}
        className={styles.item}
        aria-current={current ? 'page' : undefined}
        aria-label={words}
        data-hint={words}
        data-hint-side="right"
        draggable={false}
      >
        <LabelDot label={label} />
        {unread > 0 && <span className={styles.dot} />}
      </Link>
    </li>
  );
}
