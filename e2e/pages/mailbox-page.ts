import { lanAnh, type Person } from '@bocau/server/demo-world/people.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import { type Language, sayIn } from './words.ts';

/** The mailbox screen: its list, the open thread, folders and notices. */
export function mailboxPage(page: Page, language: Language) {
  const say = sayIn(language);
  const main = page.getByRole('main');
  const grid = main.getByRole('grid');
  const rows = grid.getByRole('row');
  const thread = page.getByRole('region', { name: say('conversation'), exact: true });
  const toolbar = main.getByRole('toolbar');
  const sidebar = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('heading', { name: say('ownFolders') }) });
  const notice = page.getByRole('status').filter({ has: page.getByRole('button', { name: say('undo') }) });
  const menuButton = page.getByRole('button', { name: say('menu') });

  function isPhone(): boolean {
    return (page.viewportSize()?.width ?? 0) <= 992;
  }

  return {
    say,
    main,
    grid,
    rows,
    thread,
    toolbar,
    sidebar,
    notice,
    search: page
      .getByRole('search')
      .getByRole('combobox')
      .or(page.getByRole('search').getByRole('textbox'))
      .first(),

    /** Starts a session directly and waits for the list; signing in has a journey of its own. */
    async enter(address = '/', person: Pick<Person, 'email' | 'password'> = lanAnh) {
      await beginSession(page, language, person);
      await page.goto(address);
      await expect(rows.first()).toBeVisible();
    },

    row: (subject: string | RegExp): Locator => rows.filter({ hasText: subject }),

    async idOf(row: Locator): Promise<string> {
      const address = new URL((await row.getByRole('link').getAttribute('href')) ?? '', page.url());
      return address.pathname.split('/').at(-1) ?? '';
    },

    /** Subjects of the rows, from top to bottom. */
    async subjects(): Promise<string[]> {
      return rows.getByRole('link').allInnerTexts();
    },

    async open(row: Locator) {
      await row.getByRole('link').click();
      await expect(thread.getByRole('heading', { level: 1 })).toBeVisible();
    },

    async backToList() {
      await thread.getByRole('button', { name: say('backToList') }).click();
      await expect(thread).toBeHidden();
    },

    async pick(row: Locator) {
      await row.hover();
      await row.getByRole('checkbox').click();
      await expect(row).toHaveAttribute('aria-selected', 'true');
    },

    /** The button of an action of the toolbar, or its item in the opened overflow menu if there is no room. */
    async findAct(name: string, within: Locator = toolbar): Promise<Locator> {
      const button = within.getByRole('button', { name, exact: true });
      const others = within.getByRole('button', { name: say('otherActs') });
      await expect(button.or(others).first()).toBeVisible();
      if (await button.isVisible()) return button;
      await others.click();
      const item = page.getByRole('menuitem', { name });
      await expect(item).toBeVisible();
      return item;
    },

    async act(name: string, within: Locator = toolbar) {
      await (await this.findAct(name, within)).click();
    },

    async pickFolder(name: string) {
      const field = page.getByRole('combobox', { name: say('findFolder') });
      await field.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
    },

    /** Opens the drawer that contains the folders on a phone. */
    async showFolders() {
      const opens = isPhone() && !(await sidebar.isVisible());
      // What is picked stands in the header's place.
      if (opens && !(await menuButton.isVisible()))
        await page.getByRole('button', { name: say('clearPicked') }).click();
      if (opens) await menuButton.click();
      await expect(sidebar).toBeVisible();
    },

    folder: (name: string): Locator =>
      sidebar.getByRole('link', { name: new RegExp(`^${escaped(name)}(,|$)`) }),

    async goTo(name: string) {
      await this.showFolders();
      await this.folder(name).click();
      if (isPhone()) await expect(sidebar).toBeHidden();
    },

    /** Text of the open thread's frames, read from the parent page because no script can run inside them. */
    bodies: (): Promise<string[]> =>
      thread
        .locator('iframe')
        .evaluateAll((frames) =>
          frames.map(
            (frame) => (frame as HTMLIFrameElement).contentDocument?.body?.textContent?.trim() ?? '',
          ),
        ),

    /** On a phone, a button reveals the search field. */
    async searchFor(text: string) {
      if (!(await this.search.isVisible())) await page.getByRole('button', { name: say('search') }).click();
      await this.search.fill(text);
      await this.search.press('Enter');
    },

    /** Keeps the notice open by hovering it; checks elsewhere may take longer than it would stay. */
    async holdNotice() {
      await notice.last().hover();
    },

    async undo() {
      await notice
        .getByRole('button', { name: say('undo') })
        .last()
        .click();
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
