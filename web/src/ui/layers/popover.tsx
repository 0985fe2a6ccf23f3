import { Popover as Base, type PopoverProps } from '@mantine/core';
import { useLayer } from './use-layer.ts';

type Props = PopoverProps & {
  opened: boolean;
  onChange(opened: boolean): void;
  /** No layer, so that the page's shortcuts go on working: for what opened without being asked for. */
  passing?: boolean;
};

function LayeredPopover({ passing = false, ...props }: Props) {
  useLayer({ opened: props.opened && !passing, close: () => props.onChange(false), isPopup: true });
  return <Base {...props} closeOnEscape={false} />;
}

/** A popover beside a button that is a layer of the page. */
export const Popover = Object.assign(LayeredPopover, { Target: Base.Target, Dropdown: Base.Dropdown });
