import { Popover as Base, type PopoverProps } from '@mantine/core';
import { useLayer } from './use-layer.ts';

function LayeredPopover(props: PopoverProps & { opened: boolean; onChange(opened: boolean): void }) {
  useLayer({ opened: props.opened, close: () => props.onChange(false), isPopup: true });
  return <Base {...props} closeOnEscape={false} />;
}

/** A popover beside a button that is a layer of the page. */
export const Popover = Object.assign(LayeredPopover, { Target: Base.Target, Dropdown: Base.Dropdown });
