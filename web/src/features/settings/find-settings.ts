import { fold } from '@bocau/contract/fold.ts';
import type { WordKey } from '../../i18n/say.ts';
import type { settingSearch } from '../../i18n/vi/setting-search.ts';
import type { Tab } from './settings-tabs.ts';

/** A field that can be found; its id is the `data-setting` of what it leads to. */
export type FieldId = keyof typeof settingSearch;
export type Field = { id: FieldId; tab: Tab; label: WordKey };

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
  { id: 'delay', tab: 'general', label: 'settingFields.delay.title' },
  { id: 'signature', tab: 'general', label: 'settingFields.signature.title' },
  { id: 'outside', tab: 'general', label: 'settingFields.outside.title' },
  { id: 'spam', tab: 'general', label: 'settingFields.spam.title' },
  { id: 'tracking', tab: 'general', label: 'settingFields.tracking.title' },
  { id: 'autoReply', tab: 'general', label: 'autoReply.title' },
  { id: 'notifications', tab: 'general', label: 'notifications.title' },
  { id: 'folders', tab: 'folders', label: 'settings.folders.own' },
  { id: 'programs', tab: 'pop3imap', label: 'serverInfo.title' },
  { id: 'forwarding', tab: 'autoforward', label: 'forwarding.title' },
  { id: 'filters', tab: 'customfilters', label: 'filters.title' },
  { id: 'blocked', tab: 'customfilters', label: 'settings.blocked.list' },
  { id: 'senders', tab: 'account', label: 'senderAccounts.title' },
];

/** What a field is searched by: its words on the screen, and what else people call it in both languages. */
export type SearchWords = (field: Field) => readonly string[];

/** Fields that have every word of the search, begun at least, with or without accents. */
export function findSettings(typed: string, wordsOf: SearchWords): readonly Field[] {
  const wanted = wordsIn(typed);
  return FIELDS.filter((field) => {
    const known = wordsOf(field).flatMap(wordsIn);
    return wanted.every((word) => known.some((one) => one.startsWith(word)));
  });
}

function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
