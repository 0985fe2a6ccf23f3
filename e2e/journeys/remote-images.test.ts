import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { deliver } from '../program/deliver.ts';

test.use({ world: 'remote-images' });

const PICTURE = 'http://anh.vpp-hanoi.example/banner.png?thu=42';
const BACKGROUND = 'https://anh.vpp-hanoi.example/nen.png';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('TD-19 images from elsewhere are asked for at our own address alone, and not before they are allowed', async ({
  page,
  program,
  language,
}) => {
  const subject = 'Thư có ảnh từ xa';
  const html = `<p>Ảnh ở dưới</p><img src="${PICTURE}" alt=""><div style="background-image:url(${BACKGROUND})">nền</div>`;
  await deliver(program, { subject, html });
  const mailbox = mailboxPage(page, language);
  const { say, thread } = mailbox;
  await mailbox.enter();
  const asked = recordRequests(page);
  // The images' server does not exist; this stands in for what our proxy would have fetched.
  await page.route('**/api/v2/images/**', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));

  await mailbox.open(mailbox.row(subject));
  await expect(thread.locator('iframe[data-ready=true]')).toBeVisible();
  await expect(thread.getByRole('button', { name: say('showImages'), exact: true })).toBeVisible();
  expect(asked.elsewhere(program.baseUrl)).toEqual([]);
  expect(asked.images(), 'before they are allowed').toEqual([]);

  await thread.getByRole('button', { name: say('showImages'), exact: true }).click();
  await expect
    .poll(() => asked.images().map((address) => address.searchParams.get('u')))
    .toEqual(expect.arrayContaining([PICTURE, BACKGROUND]));
  await expect
    .poll(() =>
      thread
        .locator('iframe')
        .evaluate(
          (frame) => (frame as HTMLIFrameElement).contentDocument?.querySelector('img')?.naturalWidth ?? 0,
        ),
    )
    .toBe(1);
  expect(asked.elsewhere(program.baseUrl)).toEqual([]);
  expect(new Set(asked.images().map(({ origin }) => origin))).toEqual(
    new Set([new URL(program.baseUrl).origin]),
  );

  // The signature in the proxy URL is valid for this image only.
  const [image] = asked.images();
  const other = new URL(image as URL);
  other.searchParams.set('u', 'http://anh.vpp-hanoi.example/other.png');
  expect((await fetch(other)).status).toBe(404);
});

test('TD-19 an image that leads into our own network is not fetched, allowed or not', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^404 .*\/api\/v2\/images\//);
  const visitors: string[] = [];
  const inside = createServer((request, answer) => {
    visitors.push(request.url ?? '');
    answer.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  const subject = 'Thư dò mạng trong';
  const addresses = ['127.0.0.1', 'localhost', '[::ffff:7f00:1]'].map(
    (host) => `http://${host}:${port}/a.png`,
  );
  try {
    const html = `<p>Chào</p>${addresses.map((src) => `<img src="${src}">`).join('')}`;
    await deliver(program, { subject, html });
    const mailbox = mailboxPage(page, language);
    await mailbox.enter();
    const asked = recordRequests(page);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/v2/images/') && response.status() === 404)
        refused.push(new URL(response.url()).searchParams.get('u') ?? '');
    });
    await mailbox.open(mailbox.row(subject));
    await mailbox.thread.getByRole('button', { name: mailbox.say('showImages'), exact: true }).click();
    await expect.poll(() => refused.toSorted()).toEqual(addresses.toSorted());
    expect(asked.elsewhere(program.baseUrl)).toEqual([]);
    expect(visitors).toEqual([]);
  } finally {
    inside.close();
  }
});

function recordRequests(page: Page) {
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(new URL(request.url()));
  });
  return {
    images: () => asked.filter(({ pathname }) => pathname.startsWith('/api/v2/images/')),
    elsewhere: (own: string) =>
      asked.filter(({ origin }) => origin !== new URL(own).origin).map(({ href }) => href),
  };
}
