import { ActionIcon } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';

type ToolButtonProps = Omit<ComponentProps<'button'>, 'children' | 'color' | 'style'> & {
  icon: ComponentType<{ size?: number | string }>;
  label: string;
  /** What is said when the pointer rests on it; the label unless given. */
  hint?: string;
  size?: number;
  iconSize?: number;
};

/** A sign that does something. It stays focusable while it leads nowhere, so that using it up does not lose the focus. */
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
      // It holds no words, and keeps its size where those are large: on a phone all have to fit beside each other.
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
