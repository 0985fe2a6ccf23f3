import type { User } from '@bocau/contract/account.ts';
import { IconAddressBook, IconCalendar, IconCloud, IconMail } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

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

type Loaders = typeof import('./service-parts.ts');

/** A part of another service than mail, loaded when it is shown. */
function part<Props extends object>(load: keyof Loaders) {
  return lazyPart(
    async () => (await import('./service-parts.ts'))[load]() as Promise<ComponentType<Props>>,
    'on-demand',
  );
}

/** LY-7: the services to switch between; a new one is added here. */
export const SERVICES: readonly Service[] = [
  {
    id: 'mail',
    to: '/',
    icon: IconMail,
    screens: ['/folder/', '/label/', '/advance-search', '/message/', '/compose-mailto'],
  },
  {
    id: 'calendar',
    to: '/calendar',
    icon: IconCalendar,
    Search: part<object>('loadCalendarSearch'),
    Aside: part<AsideProps>('loadCalendarAside'),
  },
  {
    id: 'contacts',
    to: '/contacts',
    icon: IconAddressBook,
    Search: part<object>('loadContactsSearch'),
    Aside: part<AsideProps>('loadContactsAside'),
  },
  {
    id: 'drive',
    to: '/drive',
    icon: IconCloud,
    isFor: (user) => user.enable_drive,
    Search: part<object>('loadDriveSearch'),
  },
];

export function serviceAt(pathname: string): Service | undefined {
  return SERVICES.find(({ to, screens = [to] }) => screens.some((screen) => pathname.startsWith(screen)));
}
