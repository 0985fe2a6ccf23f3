import { useTranslation } from '../../i18n/use-translation.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import type { ActTarget } from './act-target.ts';
import type { ThreadAct } from './acts.ts';

/** The acts that have no button of their own. */
export function ActMenu(props: Opened & { acts: readonly ThreadAct[]; target: ActTarget }) {
  const { anchor, onClose, acts, target } = props;
  const { t } = useTranslation();
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} position="bottom-start">
      {acts.map((act) => (
        <Menu.Item
          key={act.id}
          leftSection={<act.icon size={18} />}
          rightSection={act.shortcut && <kbd>{printedKey(act.shortcut)}</kbd>}
          onClick={() => act.perform(target)}
        >
          {t(`acts.labels.${act.id}`)}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
