import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { useOpener } from '../../../ui/use-opener.ts';

/** While it is open, the popup around it must not close at a press outside. */
type Props = { menu: ReturnType<typeof useOpener>; children: ReactNode };

/** A menu of what has no room beside the main acts of a popup. */
export function MoreActs({ menu, children }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <ToolButton {...menu.button} icon={IconDotsVertical} label={t('calendar.event.more')} />
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-end">
          {children}
        </AnchoredMenu>
      )}
    </>
  );
}
