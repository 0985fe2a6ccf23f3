import type { settingSearch as vi } from '../vi/setting-search.ts';
import type { Words } from '../words.ts';

export const settingSearch: Words<typeof vi> = {
  language: 'language Vietnamese English',
  appearance: 'appearance theme colours light dark mode night',
  density: 'list density comfortable compact spacing rows',
  conversations: 'conversation view threads flat list single messages group replies',
  perPage: 'conversations messages per page',
  split: 'reading pane preview split right below',
  timeZone: 'time zone timezone clock hours',
  images: 'external remote images pictures load automatically',
  imageSenders: 'senders whose images are always loaded trusted',
  delay: 'undo send delay sending cancel seconds',
  signature: 'signature sign off footer new messages replies forwards',
  outside: 'warn recipients outside external organisation',
  spam: 'check for junk spam words before sending warning',
  tracking: 'track opens tracking read receipts seen',
  notifications: 'desktop notifications sound quiet hours',
  autoReply: 'automatic reply auto-reply vacation out of office away',
  programs: 'mail program Outlook Thunderbird phone server SMTP IMAP POP3 port',
  forwarding: 'forward forwarding send on to another address',
  filters: 'filter rule sort automatically',
  folders: 'folders create rename delete labels',
  blocked: 'blocked senders unblock blacklist',
  senders: 'sender from addresses display name alias default account',
};
