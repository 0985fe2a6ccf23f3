import type { User } from '@bocau/contract/account.ts';
import { IconCloud, IconMail } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Service = {
  /** Also its key in the texts of `folders`. */
  id: 'mail' | 'drive';
  /** Its start page. */
  to: string;
  icon: ComponentType<{ size?: number }>;
  /** Address prefixes of its screens. */
  screens: readonly string[];
  isFor(user: User): boolean;
};

/** LY-7: the services to switch between; a new one is added here. */
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
