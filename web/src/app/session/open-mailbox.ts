import { browserOnline } from '../../lib/browser-online.ts';
import { createMailModel } from '../../model/mail/create-mail-model.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';
import { placeOfAddress } from '../../parts/addresses/list-address.ts';
import type { Location } from '../../router/history.ts';
import { matchPath } from '../../router/match-path.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { createBrowserSession } from '../browser/browser-session.ts';
import { pageStorage } from '../browser/page-storage.ts';
import { claimTab, tabId } from '../browser/tab-id.ts';
import type { Session } from './session.ts';

export type OpenedMailbox = {
  session: SessionModel;
  mail: MailModel;
  opened: Promise<void>;
  /** Called when the screen itself holds the first list. */
  release(): void;
};

/** Returns the mailbox: the first time the one that is already opening, later a new one. */
export type MailboxHandle = { open(): OpenedMailbox };

/** Starts to open the mailbox before anything is rendered, so that the first list loads meanwhile. */
export function createMailboxHandle(
  session: Session,
  settings: SettingsModel,
  address: Location,
): MailboxHandle {
  let begun: OpenedMailbox | null = openMailbox(session, settings, address);
  return {
    open() {
      const opening = begun ?? openMailbox(session, settings, address);
      begun = null;
      return opening;
    },
  };
}

function openMailbox(
  browserSession: Session,
  settings: SettingsModel,
  { pathname, search }: Location,
): OpenedMailbox {
  const session = createBrowserSession(browserSession);
  const mail = createMailModel({
    session,
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    tabId: tabId(session),
    claim: claimTab,
  });
  const inList = matchPath('/folder/:folder/:id?', pathname) ?? matchPath('/label/:label/:id?', pathname);
  const { list, page } = placeOfAddress(inList ?? {}, search);
  const limit = settings.settings().item_per_page;
  const isList = inList || pathname === '/advance-search';
  const release = isList ? mail.holdList({ list, offset: (page - 1) * limit, limit }) : () => {};
  return { session, mail, opened: session.boot(), release };
}
