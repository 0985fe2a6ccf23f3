export const TABS = [
  'general',
  'folders',
  'pop3imap',
  'autoforward',
  'customfilters',
  'templates',
  'newsletters',
  'storage',
  'account',
] as const;
export type Tab = (typeof TABS)[number];

/** A missing or unknown one shows general. */
export function tabOf(name: string | undefined): Tab {
  return TABS.find((tab) => tab === name) ?? 'general';
}
