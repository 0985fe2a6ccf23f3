import type { User } from '@bocau/contract/account.ts';
import { IconAddressBook, IconCalendar, IconCloud, IconMail } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { nothing } from './nothing.ts';

type AsideProps = { folded: boolean; inDrawer: boolean; children?: ReactNode };

export type Service = {
  /** Also its key in the texts of `folders`. */
  id: 'mail' | 'calendar' | 'contacts' | 'drive';
  /** Its start page. */
  to: string;
  icon: ComponentType<{ size?: number }>;
  /** Address prefixes of its screens; that of its start page unless given. */
  screens?: readonly string[];
  /** For everybody unless given. */
  isFor?(user: User): boolean;
  /** In the header of a wide screen, in place of the search of mail; nothing where nothing is searched. */
  Search?: ComponentType;
  /** In place of the mail folders. */
  Aside?: ComponentType<AsideProps>;
};

const parts = () => import('./service-parts.ts');
const DriveSearch = lazyPart(async () => (await parts()).loadDriveSearch(), 'on-demand');
const CalendarAside = lazyPart(async () => (await parts()).loadCalendarAside(), 'on-demand');
const ContactsSearch = lazyPart(async () => (await parts()).loadContactsSearch(), 'on-demand');
const ContactsAside = lazyPart(async () => (await parts()).loadContactsAside(), 'on-demand');

/** LY-7: the services to switch between; a new one is added here. */
export const SERVICES: readonly Service[] = [
  {
    id: 'mail',
    to: '/',
    icon: IconMail,
    screens: ['/folder/', '/advance-search', '/message/', '/compose-mailto'],
  },
  {
    id: 'calendar',
    to: '/calendar',
    icon: IconCalendar,
    Search: nothing,
    Aside: CalendarAside,
  },
  {
    id: 'contacts',
    to: '/contacts',
    icon: IconAddressBook,
    Search: ContactsSearch,
    Aside: ContactsAside,
  },
  {
    id: 'drive',
    to: '/drive',
    icon: IconCloud,
    isFor: (user) => user.enable_drive,
    Search: DriveSearch,
  },
];

export function serviceAt(pathname: string): Service | undefined {
  return SERVICES.find(({ to, screens = [to] }) => screens.some((screen) => pathname.startsWith(screen)));
}
