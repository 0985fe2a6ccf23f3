import {
  IconBuildingCog,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconHome,
  IconKey,
  IconShield,
  IconUserCheck,
  IconUserCircle,
} from '@tabler/icons-react';

/** The pages of the account in the order in which they are listed. */
export const ACCOUNT_PAGES = [
  { to: '/account/home', words: 'account.pages.home', icon: IconHome },
  { to: '/account/profile', words: 'account.pages.profile', icon: IconUserCircle },
  { to: '/verify', words: 'account.pages.verify', icon: IconUserCheck },
  { to: '/account/protect', words: 'account.pages.protect', icon: IconShield },
  { to: '/protect/password', words: 'account.pages.password', icon: IconKey },
  { to: '/protect/authentication', words: 'account.pages.twoStep', icon: IconDeviceMobile },
  { to: '/account/devices', words: 'account.pages.devices', icon: IconDeviceLaptop },
  { to: '/admin', words: 'account.pages.admin', icon: IconBuildingCog, forAdministrators: true },
] as const;
