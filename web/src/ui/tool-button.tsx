import { ActionIcon } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';

type ToolButtonProps = Omit<ComponentProps<'button'>, 'children' | 'color' | 'style'> & {
  icon: ComponentType<{ size?: number | string }>;
  label: string;
  /** The text on hover; the label unless given. */
  hint?: string;
  size?: number;
  iconSize?: number;
};

/** An icon button. It stays focusable while it does nothing, so that using it up does not lose the focus. */
export function ToolButton(props: ToolButtonProps) {
  const {
    icon: Icon,
    label,
    hint = label,
    size = 36,
    iconSize = 20,
    disabled = false,
    onClick,
    ...rest
  } = props;
  return (
    <ActionIcon
      {...rest}
      variant="subtle"
      color="gray"
      // It has no text, so it does not grow with large text: on a phone all buttons must fit side by side.
      size={`calc(${size}px)`}
      aria-label={label}
      data-hint={hint}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon size={iconSize} />
    </ActionIcon>
  );
}
