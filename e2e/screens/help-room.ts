import type { ChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { WordKey } from '@bocau/web/i18n/say.ts';
import type { Locator, Page } from '@playwright/test';
import { composePage } from '../pages/compose-page.ts';
import { drivePage } from '../pages/drive-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import type { Language } from '../pages/words.ts';
import { screenWords } from './screen-words.ts';

export type HelpRoom = ReturnType<typeof helpRoom>;

/** What help pictures are made with: the page, and its parts by the i18n keys that the help uses for them. */
export function helpRoom(page: Page, language: Language, server: ChildServer) {
  const word = screenWords(language);
  return {
    page,
    server,
    language,
    word,
    mailbox: mailboxPage(page, language),
    compose: composePage(page, language),
    drive: drivePage(page, language),
    dialog: page.getByRole('dialog'),
    menu: page.getByRole('menu'),

    /** The button, link or menu item with this name. */
    control(key: WordKey, within: Locator | Page = page): Locator {
      const name = word(key);
      return within
        .getByRole('button', { name, exact: true })
        .or(within.getByRole('link', { name, exact: true }))
        .or(within.getByRole('menuitem', { name, exact: true }))
        .first();
    },
  };
}
