import { Menu as Base, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useLayer } from './use-layer.ts';
import { WITHIN_SCREEN } from './within-screen.ts';

function LayeredMenu({ opened, onClose, onChange, ...props }: MenuProps) {
  const [openedHere, setOpened] = useState(false);
  const shown = opened ?? openedHere;

  function change(next: boolean): void {
    setOpened(next);
    onChange?.(next);
    if (!next) onClose?.();
  }

  useLayer({ opened: shown, close: () => change(false), isPopup: true });
  return (
    // Over the notices: what one is choosing from goes on, and is gone sooner than they are.
    <Base
      middlewares={WITHIN_SCREEN}
      zIndex="var(--layer-notices)"
      {...props}
      opened={shown}
      onChange={change}
      closeOnEscape={false}
    />
  );
}

/** A menu that is a layer of the page. */
export const Menu = Object.assign(LayeredMenu, {
  Target: Base.Target,
  Dropdown: Base.Dropdown,
  Item: Base.Item,
  CheckboxItem: Base.CheckboxItem,
  RadioItem: Base.RadioItem,
  Divider: Base.Divider,
  Label: Base.Label,
});
