import { useTranslation } from '../../i18n/use-translation.ts';
import { SORTS, sortOf } from '../../model/mail/list-filter.ts';
import type { ListRef, ListSort } from '../../model/mail/mail-model.ts';
import { sortWords } from '../../parts/filters/filter-words.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';

type Props = Opened & { list: ListRef; onSort(sort: ListSort | null): void };

/** The orders of a folder's list. */
export function SortMenu({ list, onSort, ...opened }: Props) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {[null, ...SORTS].map((sort) => (
        <Menu.RadioItem
          key={sort ?? 'date'}
          value={sort ?? 'date'}
          checked={sort === sortOf(list)}
          closeMenuOnClick
          onChange={() => onSort(sort)}
        >
          {sortWords(t, list, sort)}
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}
