import { account } from './vi/account.ts';
import { attachments } from './vi/attachments.ts';
import { autoReply } from './vi/auto-reply.ts';
import { avatar } from './vi/avatar.ts';
import { compose } from './vi/compose.ts';
import { composeWindow } from './vi/compose-window.ts';
import { consolePages } from './vi/console-pages.ts';
import { dates } from './vi/dates.ts';
import { devices } from './vi/devices.ts';
import { driveMail } from './vi/drive-mail.ts';
import { filters } from './vi/filters.ts';
import { followUp } from './vi/follow-up.ts';
import { forwarding } from './vi/forwarding.ts';
import { help } from './vi/help.ts';
import { invitation } from './vi/invitation.ts';
import { keyboard } from './vi/keyboard.ts';
import { labels } from './vi/labels.ts';
import { laterActs } from './vi/later-acts.ts';
import { laterErrors } from './vi/later-errors.ts';
import { laterFolders } from './vi/later-folders.ts';
import { laterMessages } from './vi/later-messages.ts';
import { laterPages } from './vi/later-pages.ts';
import { laterSearch } from './vi/later-search.ts';
import { laterShell } from './vi/later-shell.ts';
import { laterSignIn } from './vi/later-sign-in.ts';
import { laterThreadList } from './vi/later-thread-list.ts';
import { merging } from './vi/merging.ts';
import { newsletters } from './vi/newsletters.ts';
import { notifications } from './vi/notifications.ts';
import { office } from './vi/office.ts';
import { outgoing } from './vi/outgoing.ts';
import { passkeys } from './vi/passkeys.ts';
import { people } from './vi/people.ts';
import { personCard } from './vi/person-card.ts';
import { phone } from './vi/phone.ts';
import { previews } from './vi/previews.ts';
import { profile } from './vi/profile.ts';
import { proof } from './vi/proof.ts';
import { protection } from './vi/protection.ts';
import { receipt } from './vi/receipt.ts';
import { recovery } from './vi/recovery.ts';
import { removed } from './vi/removed.ts';
import { searchForm } from './vi/search-form.ts';
import { searchOperators } from './vi/search-operators.ts';
import { secondStep } from './vi/second-step.ts';
import { security } from './vi/security.ts';
import { senderAccounts } from './vi/sender-accounts.ts';
import { sending } from './vi/sending.ts';
import { serverInfo } from './vi/server-info.ts';
import { settingFields } from './vi/setting-fields.ts';
import { settings } from './vi/settings.ts';
import { shares } from './vi/shares.ts';
import { signOn } from './vi/sign-on.ts';
import { snooze } from './vi/snooze.ts';
import { spamReasons } from './vi/spam-reasons.ts';
import { storage } from './vi/storage.ts';
import { stuckActs } from './vi/stuck-acts.ts';
import { templates } from './vi/templates.ts';
import { uploads } from './vi/uploads.ts';

/** Texts of parts that are loaded after the first screen; see loadLaterWords. */
export const viLater = {
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
} as const;
