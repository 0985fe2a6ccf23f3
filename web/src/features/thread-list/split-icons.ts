import { IconLayoutBottombar, IconLayoutList, IconLayoutSidebarRight } from '@tabler/icons-react';
import type { Split } from '../../model/settings/split.ts';

export const SPLIT_ICONS = {
  default: IconLayoutList,
  right: IconLayoutSidebarRight,
  bottom: IconLayoutBottombar,
} as const satisfies Record<Split, unknown>;
