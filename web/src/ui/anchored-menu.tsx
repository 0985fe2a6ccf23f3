import type { MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Anchor, useFocusBack } from './anchor.tsx';
import { Menu } from './layers/menu.tsx';
import type { Opened } from './use-opener.ts';

type Props = Opened & { position: MenuProps['position']; width?: number; children: ReactNode };

/** An open menu beside the button that opened it. */
export function AnchoredMenu({ anchor, onClose, position, width, children }: Props) {
  useFocusBack(anchor);
  return (
    <Menu
      opened
      onClose={onClose}
      id={anchor.id}
      position={position}
      withinPortal
      returnFocus={false}
      {...(width && { width })}
    >
      <Menu.Target>
        <Anchor element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
