import { account } from './en/account.ts';
import { attachments } from './en/attachments.ts';
import { autoReply } from './en/auto-reply.ts';
import { avatar } from './en/avatar.ts';
import { compose } from './en/compose.ts';
import { composeWindow } from './en/compose-window.ts';
import { consolePages } from './en/console-pages.ts';
import { dates } from './en/dates.ts';
import { devices } from './en/devices.ts';
import { driveMail } from './en/drive-mail.ts';
import { filters } from './en/filters.ts';
import { followUp } from './en/follow-up.ts';
import { forwarding } from './en/forwarding.ts';
import { help } from './en/help.ts';
import { invitation } from './en/invitation.ts';
import { keyboard } from './en/keyboard.ts';
import { labels } from './en/labels.ts';
import { laterActs } from './en/later-acts.ts';
import { laterErrors } from './en/later-errors.ts';
import { laterFolders } from './en/later-folders.ts';
import { laterMessages } from './en/later-messages.ts';
import { laterPages } from './en/later-pages.ts';
import { laterSearch } from './en/later-search.ts';
import { laterShell } from './en/later-shell.ts';
import { laterSignIn } from './en/later-sign-in.ts';
import { laterThreadList } from './en/later-thread-list.ts';
import { merging } from './en/merging.ts';
import { newsletters } from './en/newsletters.ts';
import { notifications } from './en/notifications.ts';
import { office } from './en/office.ts';
import { outgoing } from './en/outgoing.ts';
import { passkeys } from './en/passkeys.ts';
import { people } from './en/people.ts';
import { personCard } from './en/person-card.ts';
import { phone } from './en/phone.ts';
import { previews } from './en/previews.ts';
import { profile } from './en/profile.ts';
import { proof } from './en/proof.ts';
import { protection } from './en/protection.ts';
import { receipt } from './en/receipt.ts';
import { recovery } from './en/recovery.ts';
import { removed } from './en/removed.ts';
import { searchForm } from './en/search-form.ts';
import { searchOperators } from './en/search-operators.ts';
import { secondStep } from './en/second-step.ts';
import { security } from './en/security.ts';
import { senderAccounts } from './en/sender-accounts.ts';
import { sending } from './en/sending.ts';
import { serverInfo } from './en/server-info.ts';
import { settingFields } from './en/setting-fields.ts';
import { settings } from './en/settings.ts';
import { shares } from './en/shares.ts';
import { signOn } from './en/sign-on.ts';
import { snooze } from './en/snooze.ts';
import { spamReasons } from './en/spam-reasons.ts';
import { storage } from './en/storage.ts';
import { stuckActs } from './en/stuck-acts.ts';
import { templates } from './en/templates.ts';
import { uploads } from './en/uploads.ts';
import type { viLater } from './vi-later.ts';
import type { Words } from './words.ts';

export const enLater: Words<typeof viLater> = {
  account,
  acts: laterActs,
  attachments,
  autoReply,
  avatar,
  compose,
  composeWindow,
  consolePages,
  dates,
  devices,
  driveMail,
  errors: laterErrors,
  folders: laterFolders,
  followUp,
  forwarding,
  filters,
  help,
  invitation,
  keyboard,
  labels,
  merging,
  messages: laterMessages,
  newsletters,
  notifications,
  office,
  outgoing,
  pages: laterPages,
  people,
  passkeys,
  personCard,
  phone,
  previews,
  profile,
  proof,
  protection,
  receipt,
  removed,
  recovery,
  search: laterSearch,
  searchForm,
  searchOperators,
  secondStep,
  senderAccounts,
  security,
  sending,
  serverInfo,
  settingFields,
  settings,
  shares,
  shell: laterShell,
  signIn: laterSignIn,
  signOn,
  snooze,
  spamReasons,
  storage,
  stuckActs,
  templates,
  threadList: laterThreadList,
  uploads,
};
