import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { isWithin } from '../../parts/folders/folder-rows.ts';
import { LabelDot } from '../../parts/labels/label-dot.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { hiddenLabels, type LabelRow, labelRows } from './label-rows.ts';
import { RailItem } from './rail-item.tsx';
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
          current={shown !== undefined && isWithin(shown, row.label.name)}
        />
      ))}
    </ul>
  );
}

function RailLabel({ row: { label, unread }, current }: { row: LabelRow; current: boolean }) {
  const { t } = useTranslation();
  const drop = useLabelDrop(label);
  const name = labelPathWords(label.name);
  const words = unread > 0 ? t('folders.unread', { name, count: unread }) : name;
  return (
    <RailItem
      list={{ kind: 'label', id: label.id }}
      words={words}
      current={current}
      hasUnread={unread > 0}
      drop={drop}
    >
      <LabelDot label={label} />
    </RailItem>
  );
}
