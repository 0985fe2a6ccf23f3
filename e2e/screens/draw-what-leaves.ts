import { haPham, minhTran } from '@bocau/server/demo-world/people.ts';
import type { ChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { Browser, Page } from '@playwright/test';
import { composePage } from '../pages/compose-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { mailOf } from '../program/mail-of.ts';
import { shiftTime } from '../shift-time.ts';
import { compareReaders } from './compare-readers.ts';
import { type Answer, asGmailWrites, asOutlookWrites } from './known-markup.ts';
import { expect } from './patient-expect.ts';

const SUBJECT = 'Báo giá túi cói 30 cm';
const ANSWER: Answer = {
  paragraphs: [
    'Chào anh Minh,',
    'Em gửi anh giá túi cói 30 cm: 45.000 đ một chiếc, giao tại kho Hải Phòng ngày 08/12.',
    haPham.name,
  ],
  quoted: ['Chào em,', 'Cho anh xin giá 500 túi cói 30 cm, giao trước ngày 10/12 nhé.', minhTran.name],
  from: minhTran,
  to: haPham,
};

/**
 * Draws two pictures: a reply as Bồ Câu sends it, next to the same words as two other programs write them.
 */
export async function drawWhatLeaves(
  chrome: Browser,
  server: ChildServer,
  files: { phone: string; laptop: string },
): Promise<void> {
  const context = await chrome.newContext({
    baseURL: server.baseUrl,
    viewport: LAPTOP,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    reducedMotion: 'reduce',
  });
  await shiftTime(context);
  const answers = [
    { program: 'Bồ Câu', html: await answerOfOurs(await context.newPage(), server) },
    { program: 'Gmail', html: asGmailWrites(ANSWER) },
    { program: 'Outlook', html: asOutlookWrites(ANSWER) },
  ];
  const bare = await context.newPage();
  await bare.route('**/*', (route) => route.abort());
  await drawBeside(bare, answers, { width: PHONE.width, across: 3, file: files.phone });
  await drawBeside(bare, answers, { width: LAPTOP.width, across: 1, file: files.laptop });
  const readers = await compareReaders(bare, answers[0]?.html ?? '', ANSWER.paragraphs);
  console.log(`What leaves is alike in ${readers.join(', ')}`);
  await context.close();
}

/** Writes and sends the reply through the interface, and takes its HTML from the recipient's mailbox. */
async function answerOfOurs(page: Page, server: ChildServer): Promise<string> {
  const quoted = ANSWER.quoted.map((text) => `<div>${text}</div>`).join('<div><br></div>');
  const { api } = await mailOf(server, minhTran);
  const { data: question } = await api.createDraft({
    body: { to: [{ email: haPham.email }], subject: SUBJECT, body: quoted },
  });
  await api.sendMail({ body: { msg_id: question.id } });
  const mailbox = mailboxPage(page, 'vi');
  const compose = composePage(page, 'vi');
  await mailbox.enter('/', haPham);
  await mailbox.open(mailbox.row(SUBJECT));
  await page.keyboard.press('r');
  const form = compose.message(page.getByRole('region', { name: compose.say('reply'), exact: true }));
  await expect(form.body).toBeFocused();
  for (const [at, text] of ANSWER.paragraphs.entries()) {
    if (at > 0) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await page.keyboard.insertText(text);
  }
  await form.send.click();
  let html = '';
  await expect
    .poll(async () => {
      const { data: threads } = await api.listThreads({ query: { in: 'INBOX', limit: '20' } });
      const thread = threads.find(({ subject }) => subject.endsWith(SUBJECT));
      if (!thread) return '';
      const { data } = await api.getThread({ params: { id: thread.id }, query: {} });
      html = data.messages.at(-1)?.body ?? '';
      return html;
    })
    .toContain(ANSWER.paragraphs[0]);
  return html;
}

type Written = { program: string; html: string };

async function drawBeside(
  page: Page,
  answers: readonly Written[],
  { width, across, file }: { width: number; across: number; file: string },
): Promise<void> {
  const figures: string[] = [];
  for (const { program, html } of answers) {
    await page.setViewportSize({ width, height: 200 });
    await page.setContent(html, { waitUntil: 'domcontentloaded' });
    const image = await page.screenshot({ fullPage: true });
    figures.push(
      `<figure><figcaption>${program}</figcaption><img src="data:image/png;base64,${image.toString('base64')}"></figure>`,
    );
  }
  await page.setViewportSize({ width: across * (width + 12) + 12, height: 200 });
  await page.setContent(
    `<style>body{margin:12px;font:14px system-ui;display:grid;grid-template-columns:repeat(${across},${width}px);gap:12px;align-items:start;background:#dfe3e8}figure{margin:0}figcaption{font-weight:600;margin-bottom:4px}img{display:block}</style>${figures.join('')}`,
  );
  await page.screenshot({ path: file, fullPage: true });
}
