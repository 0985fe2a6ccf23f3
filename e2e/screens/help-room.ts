import type { ChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { WordKey } from '@bocau/web/i18n/say.ts';
import type { Locator, Page } from '@playwright/test';
import { composePage } from '../pages/compose-page.ts';
import { drivePage } from '../pages/drive-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import type { Language } from '../pages/words.ts';
import { screenWords } from './screen-words.ts';

export type HelpRoom = ReturnType<typeof helpRoom>;

/** What the pictures of the help are made in: the page, and what is on it by the words that the help names it by. */
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

    /** A button, a link, or an item of a menu with this name. */
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
