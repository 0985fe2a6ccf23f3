/**
 * `npm run screens` redraws the screenshots in docs/screens and the help pictures from the demo world.
 * `npm run screens -- help` redraws only the help pictures, `-- docs` only the screenshots, or only those named after it.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haPham, minhTran, type Person } from '@bocau/server/demo-world/people.ts';
import { startChildServer } from '@bocau/server/test-kit/child-server.ts';
import { CHROMIUM_FLAGS, findChromium } from '@bocau/server/test-kit/chromium.ts';
import { shiftDatabase } from '@bocau/server/test-kit/shifted-time/shift-database.ts';
import { startTime } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { composePage } from '../pages/compose-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { type Language, sayIn } from '../pages/words.ts';
import { shiftTime } from '../shift-time.ts';
import { drawHelp } from './draw-help.ts';
import { drawNewsletters } from './draw-newsletters.ts';
import { drawWhatLeaves } from './draw-what-leaves.ts';
import { expect } from './patient-expect.ts';
import {
  showContacts,
  showDrive,
  showDriveTiles,
  showInvoices,
  showMonth,
  showPhoneMonth,
  showWeek,
} from './room-screens.ts';

type Screen = {
  name: string;
  language: Language;
  theme: 'light' | 'dark';
  phone?: boolean;
  /** By default Lan Anh. */
  person?: Person;
  /** Null for the page before sign-in. */
  show: ((page: Page, language: Language) => Promise<void>) | null;
};

/** Newsletters as the bare browser renders them, next to the reading pane. */
const NEWSLETTER_PICTURE = 'newsletters-side-by-side.png';
/** A reply as it is sent, next to those of other programs, and the page about them. */
const WHAT_LEAVES = { phone: 'what-leaves-390.png', laptop: 'what-leaves-1366.png', page: 'what-leaves.md' };
const folder = join(import.meta.dirname, '../../docs/screens');
const helpFolder = join(import.meta.dirname, '../../web/src/features/help/pictures');
const [part, ...names] = process.argv.slice(2);

const SCREENS: Screen[] = [
  { name: 'sign-in-vi-light', language: 'vi', theme: 'light', show: null },
  { name: 'inbox-vi-light', language: 'vi', theme: 'light', show: showPicked },
  { name: 'inbox-en-dark', language: 'en', theme: 'dark', show: showInbox },
  { name: 'conversation-vi-light', language: 'vi', theme: 'light', show: showConversation },
  { name: 'conversation-en-dark', language: 'en', theme: 'dark', show: showConversation },
  { name: 'search-vi-dark', language: 'vi', theme: 'dark', show: showSearch },
  { name: 'advanced-search-en-light', language: 'en', theme: 'light', show: showAdvancedSearch },
  { name: 'commands-vi-light', language: 'vi', theme: 'light', show: showPalette },
  { name: 'file-vi-light', language: 'vi', theme: 'light', show: showFile },
  { name: 'phone-inbox-vi-light', language: 'vi', theme: 'light', phone: true, show: showInbox },
  {
    name: 'phone-conversation-vi-light',
    language: 'vi',
    theme: 'light',
    phone: true,
    show: showConversation,
  },
  { name: 'compose-vi-light', language: 'vi', theme: 'light', show: showOutgoing },
  { name: 'answer-en-dark', language: 'en', theme: 'dark', show: showAnswer },
  { name: 'periodic-vi-light', language: 'vi', theme: 'light', show: showPeriodic },
  { name: 'schedule-en-light', language: 'en', theme: 'light', show: showSchedule },
  { name: 'phone-compose-vi-dark', language: 'vi', theme: 'dark', phone: true, show: showOutgoing },
  { name: 'drive-vi-light', language: 'vi', theme: 'light', show: showDrive },
  { name: 'drive-en-dark', language: 'en', theme: 'dark', show: showDriveTiles },
  { name: 'calendar-week-vi-light', language: 'vi', theme: 'light', show: showWeek },
  { name: 'calendar-month-en-dark', language: 'en', theme: 'dark', show: showMonth },
  { name: 'phone-calendar-vi-light', language: 'vi', theme: 'light', phone: true, show: showPhoneMonth },
  { name: 'contacts-vi-light', language: 'vi', theme: 'light', show: showContacts },
  { name: 'invoices-vi-light', language: 'vi', theme: 'light', person: minhTran, show: showInvoices },
  { name: 'phone-folders-en-dark', language: 'en', theme: 'dark', phone: true, show: showFolders },
  // Last of these, because the mailbox remembers this setting.
  { name: 'split-vi-light', language: 'vi', theme: 'light', show: showSplit },
];

// The screenshots show the same morning whenever they are taken.
startTime();
const dataDir = await mkdtemp(join(tmpdir(), 'bocau-screens-'));
// A freshly seeded demo receives more mail after a while; a restarted one does not.
const seeded = await startChildServer({ dataDir, env: { SEED: 'demo' } });
await shiftDatabase(dataDir);
await seeded.stop();
const server = await startChildServer({ dataDir });
const executablePath = findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath ? { executablePath } : {}),
});
try {
  if (part !== 'docs') await drawHelp(browser, server, helpFolder, names);
  if (part !== 'help') await drawDocs(browser);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function drawDocs(chrome: Browser): Promise<void> {
  await mkdir(folder, { recursive: true });
  const known = new Set([
    ...SCREENS.map(({ name }) => `${name}.png`),
    NEWSLETTER_PICTURE,
    ...Object.values(WHAT_LEAVES),
  ]);
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(join(folder, file));
  const isWanted = (name: string) => names.length === 0 || names.includes(name);
  for (const screen of SCREENS.filter(({ name }) => isWanted(name))) await draw(chrome, screen);
  if (names.length > 0) return;
  await drawNewsletters(chrome, server, join(folder, NEWSLETTER_PICTURE));
  await drawWhatLeaves(chrome, server, {
    phone: join(folder, WHAT_LEAVES.phone),
    laptop: join(folder, WHAT_LEAVES.laptop),
  });
}

async function draw(chrome: Browser, { name, language, theme, phone, person, show }: Screen): Promise<void> {
  const context = await chrome.newContext({
    baseURL: server.baseUrl,
    colorScheme: theme,
    viewport: phone ? PHONE : LAPTOP,
    hasTouch: phone === true,
    locale: language === 'vi' ? 'vi-VN' : 'en-GB',
    timezoneId: 'Asia/Ho_Chi_Minh',
    reducedMotion: 'reduce',
  });
  await shiftTime(context);
  const page = await context.newPage();
  if (show) {
    await mailboxPage(page, language).enter('/', person);
    await show(page, language);
  } else {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: sayIn(language)('signIn'), exact: true })).toBeVisible();
  }
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await context.close();
  console.log(`docs/screens/${name}.png`);
}

async function showInbox(page: Page, language: Language): Promise<void> {
  await expect(mailboxPage(page, language).rows.nth(8)).toBeVisible();
}

async function showPicked(page: Page, language: Language): Promise<void> {
  const { rows, pick } = mailboxPage(page, language);
  await pick(rows.nth(1));
  await pick(rows.nth(3));
}

async function showConversation(page: Page, language: Language): Promise<void> {
  const mailbox = mailboxPage(page, language);
  await mailbox.open(mailbox.row(language === 'vi' ? 'Hóa đơn GTGT điện tử số' : 'New collection').first());
  await expect(mailbox.thread.locator('iframe[data-ready=true]').last()).toBeVisible();
}

async function showSplit(page: Page, language: Language): Promise<void> {
  const mailbox = mailboxPage(page, language);
  const say = sayIn(language);
  await page.getByRole('button', { name: say('splitMenu') }).click();
  await page.getByRole('menuitemradio', { name: say('splitRight') }).click();
  await mailbox.open(mailbox.rows.nth(4));
  await expect(mailbox.thread.locator('article').last()).toBeVisible();
}

async function showSearch(page: Page, language: Language): Promise<void> {
  const mailbox = mailboxPage(page, language);
  await page.goto('/advance-search?q=hop+dong');
  await expect(mailbox.rows.nth(3)).toBeVisible();
}

async function showAdvancedSearch(page: Page, language: Language): Promise<void> {
  const say = sayIn(language);
  await page.getByRole('button', { name: say('advanced') }).click();
  await page
    .getByRole('dialog', { name: say('advanced') })
    .getByLabel(say('subject'))
    .fill('invoice');
}

async function showPalette(page: Page, language: Language): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: sayIn(language)('palette') })).toBeFocused();
}

async function showFile(page: Page, language: Language): Promise<void> {
  const mailbox = mailboxPage(page, language);
  await mailbox.open(mailbox.row('Hóa đơn GTGT điện tử số').first());
  await mailbox.thread.getByRole('button', { name: /^Xem HD_.*pdf$/ }).click();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await page.waitForTimeout(500);
}

async function showOutgoing(page: Page, language: Language): Promise<void> {
  const compose = composePage(page, language);
  const message = await compose.openNew();
  await message.write({
    to: haPham.email,
    subject: 'Báo giá túi cói tháng 12',
    body: 'Chào chị Hà,\n\nEm gửi chị báo giá túi cói tháng 12. Chị xem giúp em phần số lượng nhé.\n\nEm Lan Anh',
    files: [{ name: 'Bao-gia-tui-coi-12-2026.txt', text: 'Túi cói 30 cm: 45.000 đ\n'.repeat(400) }],
  });
  await expect(message.saved).toBeVisible();
}

async function showAnswer(page: Page, language: Language): Promise<void> {
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  await mailbox.open(mailbox.row('New collection').first());
  await page.keyboard.press('r');
  const form = compose.message(page.getByRole('region', { name: compose.say('reply'), exact: true }));
  await expect(form.body).toBeFocused();
  await page.keyboard.type('Thank you, the loading date suits us well. The deposit leaves on Tuesday.');
  await expect(form.saved).toBeVisible();
  await form.send.scrollIntoViewIfNeeded();
}

async function showPeriodic(page: Page, language: Language): Promise<void> {
  const compose = composePage(page, language);
  const message = await compose.openNew();
  await message.write({
    to: haPham.email,
    subject: 'Nhắc nộp bảng chấm công',
    body: 'Chị gửi giúp em bảng chấm công tháng này nhé.',
  });
  await message.choose(compose.say('periodic'));
  const dialog = page.getByRole('dialog').filter({ hasText: compose.say('nextDates') });
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
}

async function showSchedule(page: Page, language: Language): Promise<void> {
  const compose = composePage(page, language);
  const message = await compose.openNew();
  await message.write({
    to: haPham.email,
    subject: 'Agenda for Monday',
    body: 'Please find the agenda below.',
  });
  await message.choose(compose.say('schedule'));
  await expect(page.getByRole('button', { name: compose.say('tomorrowMorning') })).toBeVisible();
}

async function showFolders(page: Page, language: Language): Promise<void> {
  await mailboxPage(page, language).showFolders();
}
