import type { MergeColumn } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ListOptions } from '../templates/list-options.tsx';
import type { ShownOptions } from '../templates/typed-list.tsx';

type Props = ShownOptions & { columns: readonly MergeColumn[]; onChoose(column: MergeColumn): void };

/** The columns of a table to insert. */
export function FieldOptions({ columns, onChoose, ...shown }: Props) {
  const { t } = useTranslation();
  return (
    <ListOptions
      {...shown}
      label={t('merging.columns')}
      options={columns.map(({ field, sample }) => ({ key: field, name: `{${field}}`, about: sample }))}
      onChoose={(at) => {
        const column = columns[at];
        if (column) onChoose(column);
      }}
    />
  );
}
