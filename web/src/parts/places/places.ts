import type { WordKey } from '../../i18n/say.ts';
import type { settingSearch } from '../../i18n/vi/setting-search.ts';
import type { Tab } from '../settings/settings-tabs.ts';

export type PlaceId = keyof typeof settingSearch;

/** A field of the settings; its id is the `data-setting` of the element. */
type Field = { id: PlaceId; tab: Tab; label: WordKey };
type AccountPlace = { id: PlaceId; to: string; label: WordKey; forAdministrators?: true };

/** Every field of the settings, in the order of the screen. */
export const FIELDS: readonly Field[] = [
  { id: 'language', tab: 'general', label: 'settings.language' },
  { id: 'appearance', tab: 'general', label: 'settings.appearance' },
  { id: 'density', tab: 'general', label: 'settings.density.title' },
  { id: 'conversations', tab: 'general', label: 'settingFields.conversations.title' },
  { id: 'perPage', tab: 'general', label: 'settings.perPage' },
  { id: 'split', tab: 'general', label: 'settings.split.title' },
  { id: 'timeZone', tab: 'general', label: 'settingFields.timeZone.title' },
  { id: 'images', tab: 'general', label: 'settings.images.title' },
  { id: 'imageSenders', tab: 'general', label: 'settingFields.imageSenders' },
  { id: 'invoices', tab: 'general', label: 'settingFields.invoices.title' },
  { id: 'swipes', tab: 'general', label: 'settings.swipe.title' },
  { id: 'delay', tab: 'general', label: 'settingFields.delay.title' },
  { id: 'signature', tab: 'general', label: 'settingFields.signature.title' },
  { id: 'outside', tab: 'general', label: 'settingFields.outside.title' },
  { id: 'askOutside', tab: 'general', label: 'settingFields.askOutside.title' },
  { id: 'spam', tab: 'general', label: 'settingFields.spam.title' },
  { id: 'tracking', tab: 'general', label: 'settingFields.tracking.title' },
  { id: 'autoReply', tab: 'general', label: 'autoReply.title' },
  { id: 'notifications', tab: 'general', label: 'notifications.title' },
  { id: 'folders', tab: 'folders', label: 'settings.folders.own' },
  { id: 'programs', tab: 'pop3imap', label: 'serverInfo.title' },
  { id: 'forwarding', tab: 'autoforward', label: 'forwarding.title' },
  { id: 'filters', tab: 'customfilters', label: 'filters.title' },
  { id: 'blocked', tab: 'customfilters', label: 'settings.blocked.list' },
  { id: 'mergeRefusals', tab: 'customfilters', label: 'merging.refusals.title' },
  { id: 'templates', tab: 'templates', label: 'templates.title' },
  { id: 'newsletters', tab: 'newsletters', label: 'newsletters.title' },
  { id: 'storage', tab: 'storage', label: 'storage.title' },
  { id: 'senders', tab: 'account', label: 'senderAccounts.title' },
];

/** What people look for in their account, and the page that contains it. */
export const ACCOUNT_PLACES: readonly AccountPlace[] = [
  { id: 'account', to: '/account/home', label: 'account.title' },
  { id: 'profile', to: '/account/profile', label: 'account.pages.profile' },
  { id: 'verify', to: '/verify', label: 'account.pages.verify' },
  { id: 'password', to: '/protect/password', label: 'account.pages.password' },
  { id: 'twoStep', to: '/protect/authentication', label: 'account.pages.twoStep' },
  { id: 'passkeys', to: '/protect/authentication', label: 'passkeys.title' },
  { id: 'recoveryCodes', to: '/protect/authentication', label: 'protection.recovery.title' },
  { id: 'appPasswords', to: '/protect/authentication', label: 'protection.app.title' },
  { id: 'devices', to: '/account/devices', label: 'account.pages.devices' },
  { id: 'recoveryAddress', to: '/account/protect', label: 'recovery.address.title' },
  { id: 'sessions', to: '/account/protect', label: 'security.sessions.title' },
  { id: 'signIns', to: '/account/protect', label: 'security.history.title' },
  { id: 'administration', to: '/admin', label: 'account.pages.admin', forAdministrators: true },
];
