import { BOUNDLESS_BODIES } from '@bocau/server/test-kit/hostile/boundless-bodies.ts';
import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { bringMail, NEWEST, SENDER } from './bring-mail.ts';
import { longTasksDuring } from './long-tasks.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

/** The most that is promised for one. */
const FROZEN_MS = 200;

/** How long the page answers nobody while a message is opened that was made to have no end, and then all the rest of it. */
export async function measureBoundless(bench: WebBench, lmtpPort: number | null): Promise<Row[]> {
  if (lmtpPort === null) throw new Error('The program takes no mail');
  const { browser, baseURL, mailbox } = bench;
  const bodies = BOUNDLESS_BODIES.map(({ name, html }) => ({ subject: `${name} ${process.pid}`, html }));
  await bringMail(
    lmtpPort,
    mailbox.email,
    bodies.map(({ subject, html }, place) => rawMessage(mailbox.email, subject, html, place)),
  );
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  const longest: number[] = [];
  for (const { subject } of bodies) {
    await page.goto('/folder/INBOX');
    await timeToList(page);
    const tasks = await longTasksDuring(browser, page, () => openWhole(page, subject));
    longest.push(Math.max(0, ...tasks));
  }
  await context.close();
  const worstMs = Math.max(...longest);
  return [
    {
      scenario: 'web-boundless',
      title: 'long tasks while opening messages without bounds, up to 2 MB',
      size: mailbox.size,
      samples: longest.length,
      worstMs,
      note: `"${BOUNDLESS_BODIES[longest.indexOf(worstMs)]?.name}"; ${longest.filter((ms) => ms > FROZEN_MS).length} of ${longest.length} over ${FROZEN_MS} ms`,
    },
  ];
}

async function openWhole(page: Page, subject: string): Promise<void> {
  await page.locator('[role="row"]', { hasText: subject }).getByRole('link').click();
  const message = page.locator('article[data-expanded="true"]');
  const drawn = message.locator('iframe[data-ready="true"]');
  await drawn.waitFor();
  const rest = message.getByRole('button', { name: 'Hiện tiếp' });
  await rest.click();
  await rest.waitFor({ state: 'detached' });
  await drawn.waitFor();
}

/** With its HTML as it is. */
function rawMessage(recipient: string, subject: string, html: string, place: number): string {
  return [
    `Date: ${new Date(NEWEST * 1000).toUTCString().replace('GMT', '+0000')}`,
    `From: <${SENDER}>`,
    `To: <${recipient}>`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: <boundless.${process.pid}.${place}@partner.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n');
}
