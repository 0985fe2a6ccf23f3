import type { ReactNode } from 'react';
import { Menu } from './layers/menu.tsx';

/** On the screen: of what was pressed, or a point. */
export type MenuPlace = { left: number; top: number; width: number; height: number };

type Props = { place: MenuPlace; label?: string; width?: number; onClose(): void; children: ReactNode };

/** An open menu beside what was pressed or pointed at. */
export function PlacedMenu({ place, label, width, onClose, children }: Props) {
  const { left, top, width: across, height } = place;
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal {...(width && { width })}>
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left, top, width: across, height, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
