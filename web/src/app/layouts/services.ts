import type { User } from '@bocau/contract/account.ts';
import { IconCloud, IconMail } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Service = {
  /** Also the name of its words in `folders`. */
  id: 'mail' | 'drive';
  /** Where it opens. */
  to: string;
  icon: ComponentType<{ size?: number }>;
  /** Beginnings of the addresses of its screens. */
  screens: readonly string[];
  isFor(user: User): boolean;
};

/** LY-7: the products that one switches between; another one is an entry here. */
export const SERVICES: readonly Service[] = [
  {
    id: 'mail',
    to: '/',
    icon: IconMail,
    screens: ['/folder/', '/advance-search', '/message/', '/compose-mailto'],
    isFor: () => true,
  },
  {
    id: 'drive',
    to: '/drive',
    icon: IconCloud,
    screens: ['/drive'],
    isFor: (user) => user.enable_drive,
  },
];
