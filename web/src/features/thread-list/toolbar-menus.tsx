import { useTranslation } from '../../i18n/use-translation.ts';
import { SPLITS, type Split } from '../../model/settings/split.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { type PageRange, pageWords } from './page-range.ts';
import { PICKS, type Pick } from './picks.ts';
import { SPLIT_ICONS } from './split-icons.ts';

/** Which rows of the page to select. */
export function PickMenu({ onPick, ...opened }: Opened & { onPick(which: Pick): void }) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {PICKS.map((which) => (
        <Menu.Item key={which} onClick={() => onPick(which)}>
          {t(`threadList.pick.${which}`)}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}

/** Links to the first and the last page, where there is no room for buttons. */
export function EndsMenu({
  range,
  sorted,
  onGoTo,
  ...opened
}: Opened & { range: PageRange; sorted: boolean; onGoTo(page: number): void }) {
  const { t } = useTranslation();
  const { newest, oldest } = range;
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      <Menu.Item disabled={newest === null} onClick={() => newest !== null && onGoTo(newest)}>
        {t(pageWords('newest', sorted))}
      </Menu.Item>
      <Menu.Item disabled={oldest === null} onClick={() => oldest !== null && onGoTo(oldest)}>
        {t(pageWords('oldest', sorted))}
      </Menu.Item>
    </AnchoredMenu>
  );
}

type SplitMenuProps = Opened & { split: Split; onSplit(split: Split): void };

export function SplitMenu({ split, onSplit, ...opened }: SplitMenuProps) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      {SPLITS.map((each) => {
        const Icon = SPLIT_ICONS[each];
        return (
          <Menu.RadioItem
            key={each}
            value={each}
            checked={each === split}
            closeMenuOnClick
            rightSection={<Icon size={18} />}
            onChange={() => onSplit(each)}
          >
            {t(`threadList.split.${each}`)}
          </Menu.RadioItem>
        );
      })}
    </AnchoredMenu>
  );
}
