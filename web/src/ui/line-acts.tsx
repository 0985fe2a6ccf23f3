import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AnchoredMenu } from './anchored-menu.tsx';
import { ToolButton } from './tool-button.tsx';
import { useOpener } from './use-opener.ts';

type Props = {
  label: string;
  className: string | undefined;
  /** Code that the acts will need. */
  part?: { prepare(): void };
  /** Items of a menu. */
  children: ReactNode;
};

/** The acts on one line of a sidebar, behind a button at its end. */
export function LineActs({ label, className, part, children }: Props) {
  const menu = useOpener('menu', part);
  return (
    <>
      <ToolButton
        {...menu.button}
        className={className}
        icon={IconDotsVertical}
        iconSize={18}
        size={32}
        label={label}
      />
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-start">
          {children}
        </AnchoredMenu>
      )}
    </>
  );
}
