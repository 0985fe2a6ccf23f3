import { haPham } from '@bocau/server/demo-world/people.ts';
import type { ChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { Browser } from '@playwright/test';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { deliver } from '../program/deliver.ts';
import { shiftTime } from '../shift-time.ts';
import { NEWSLETTERS } from './newsletter-samples.ts';
import { expect } from './patient-expect.ts';

const SIZE = { width: 560, height: 260 };
const ACROSS = 3;

/** Draws one picture: each newsletter as the bare browser renders it, next to how the reading pane does. */
export async function drawNewsletters(chrome: Browser, server: ChildServer, file: string): Promise<void> {
  const context = await chrome.newContext({
    baseURL: server.baseUrl,
    colorScheme: 'light',
    viewport: { width: 1366, height: 900 },
    locale: 'vi-VN',
    reducedMotion: 'reduce',
  });
  await shiftTime(context);
  const page = await context.newPage();
  for (const { name, html } of NEWSLETTERS) await deliver(server, { subject: name, html, to: haPham.email });
  const mailbox = mailboxPage(page, 'vi');
  await mailbox.enter('/', haPham);
  const alone = await context.newPage();
  await alone.setViewportSize(SIZE);
  await alone.route('**/*', (route) => route.abort());
  const cells: string[] = [];
  for (const { name, html } of NEWSLETTERS) {
    await alone.setContent(html, { waitUntil: 'domcontentloaded' });
    const before = await alone.screenshot({ type: 'jpeg', quality: 80 });
    await mailbox.open(mailbox.row(name));
    const frame = mailbox.thread.locator('iframe[data-ready=true]');
    await expect(frame).toHaveCount(1);
    await frame.evaluate((each, { width, height }) => {
      Object.assign((each as HTMLElement).style, {
        width: `${width}px`,
        minHeight: `${height}px`,
        maxHeight: `${height}px`,
      });
    }, SIZE);
    const after = await frame.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' });
    cells.push(
      `<figure><figcaption>${name}</figcaption>${[before, after].map((image) => `<img src="data:image/jpeg;base64,${image.toString('base64')}">`).join('')}</figure>`,
    );
    await mailbox.backToList();
  }
  await alone.unroute('**/*');
  await alone.setViewportSize({ width: ACROSS * 460, height: 760 });
  await alone.setContent(
    `<style>body{margin:8px;font:12px system-ui;display:grid;grid-template-columns:repeat(${ACROSS},1fr);gap:10px;background:#dfe3e8}figure{margin:0}img{width:50%;box-sizing:border-box;border:2px solid #dfe3e8}</style>${cells.join('')}`,
  );
  await alone.screenshot({ path: file, type: 'png', fullPage: true });
  await context.close();
}
