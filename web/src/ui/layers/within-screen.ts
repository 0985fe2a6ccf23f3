import type { PopoverProps } from '@mantine/core';

/** Opens on the side with more room, and scrolls when even that is too small. */
export const WITHIN_SCREEN: PopoverProps['middlewares'] = {
  flip: { fallbackStrategy: 'bestFit' },
  size: { padding: 5 },
};
