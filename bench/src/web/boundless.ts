import { BOUNDLESS_BODIES, BOUNDLESS_TEXTS } from '@bocau/server/test-kit/hostile/boundless-bodies.ts';
import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { bringMail, NEWEST, SENDER } from './bring-mail.ts';
import { longTasksDuring } from './long-tasks.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

type Body = { subject: string; type: 'html' | 'plain'; body: string };

/** The budget for a single task. */
const FROZEN_MS = 200;

/**
 * Measures how long the page is unresponsive while a message crafted to be unbounded is opened, and then all
 * the rest of it.
 */
export async function measureBoundless(bench: WebBench, lmtpPort: number | null): Promise<Row[]> {
  if (lmtpPort === null) throw new Error('The program takes no mail');
  const { browser, baseURL, mailbox } = bench;
  const bodies: Body[] = [
    ...BOUNDLESS_BODIES.map(({ name, html }) => ({
      subject: `${name} ${process.pid}`,
      type: 'html' as const,
      body: html,
    })),
    ...BOUNDLESS_TEXTS.map(({ name, text }) => ({
      subject: `${name} ${process.pid}`,
      type: 'plain' as const,
      body: text,
    })),
  ];
  await bringMail(
    lmtpPort,
    mailbox.email,
    bodies.map((body, place) => rawMessage(mailbox.email, body, place)),
  );
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  const longest: number[] = [];
  for (const body of bodies) {
    await page.goto('/folder/INBOX');
    await timeToList(page);
    const tasks = await longTasksDuring(browser, page, () => openWhole(page, body));
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
      note: `"${bodies[longest.indexOf(worstMs)]?.subject}"; ${longest.filter((ms) => ms > FROZEN_MS).length} of ${longest.length} over ${FROZEN_MS} ms`,
    },
  ];
}

async function openWhole(page: Page, { subject, type }: Body): Promise<void> {
  await page.locator('[role="row"]', { hasText: subject }).getByRole('link').click();
  const message = page.locator('article[data-expanded="true"]');
  const rest = message.getByRole('button', { name: 'Hiện tiếp' });
  if (type === 'plain') return rest.click();
  const drawn = message.locator('iframe[data-ready="true"]');
  await drawn.waitFor();
  await rest.click();
  await rest.waitFor({ state: 'detached' });
  await drawn.waitFor();
}

/** Built by hand, so that nothing repairs the body on the way. */
function rawMessage(recipient: string, { subject, type, body }: Body, place: number): string {
  return [
    `Date: ${new Date(NEWEST * 1000).toUTCString().replace('GMT', '+0000')}`,
    `From: <${SENDER}>`,
    `To: <${recipient}>`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: <boundless.${process.pid}.${place}@partner.example>`,
    'MIME-Version: 1.0',
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n');
}
