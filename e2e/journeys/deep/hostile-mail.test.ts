import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { hostileBodies } from '../../hostile/hostile-bodies.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { deliver } from '../../program/deliver.ts';

test.use({ world: 'hostile-mail', steady: false });

const IN_ONE_CONVERSATION = 40;
const ALL = hostileBodies();
const PAGES = Array.from({ length: Math.ceil(ALL.length / IN_ONE_CONVERSATION) }, (_, index) => ({
  subject: `Trang thư độc ${index + 1}`,
  bodies: ALL.slice(index * IN_ONE_CONVERSATION, (index + 1) * IN_ONE_CONVERSATION),
}));

test('there are at least 150 hostile bodies', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(150);
});

for (const { subject, bodies } of PAGES) {
  test(`TD-18 TD-19 hostile bodies that came by SMTP run nothing, load nothing and stay in their frames: ${subject}, ${bodies[0]?.name} to ${bodies.at(-1)?.name}`, async ({
    page,
    program,
    language,
    noise,
  }) => {
    // The browser reports these while the sanitiser parses a body in an inert document.
    noise.expect(/inline event handler|inline style|Content Security Policy|@import rules are not allowed/);
    const first = await deliver(program, { subject, html: bodies[0]?.html ?? '' });
    const rest = bodies
      .slice(1)
      .map(({ html }) => deliver(program, { subject: `Re: ${subject}`, html }, first));
    await Promise.all(rest);

    const mailbox = mailboxPage(page, language);
    await mailbox.enter();
    const asked = recordRequests(page);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const windows: string[] = [];
    page.on('popup', (popup) => void windows.push(popup.url()));

    await mailbox.open(mailbox.row(subject));
    const address = page.url();
    await mailbox.thread.getByRole('button', { name: mailbox.say('expandAll') }).click();
    await expect(mailbox.thread.locator('iframe[data-ready=true]')).toHaveCount(bodies.length);
    await bringEachFrameIntoSight(page);

    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(dialogs).toEqual([]);
    expect(windows).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await framesWithFaults(page)).toEqual([]);
    const { origin } = new URL(program.baseUrl);
    const foreign = asked().filter((url) => new URL(url).origin !== origin && !url.startsWith('data:'));
    expect(foreign, 'requests to anywhere else').toEqual([]);
    const ownPaths = asked().filter((url) => /^\/api\/.*(auth|image|remote)/.test(new URL(url).pathname));
    expect(ownPaths, 'requests that a mail made us send').toEqual([]);
  });
}

test('TD-18 no text becomes HTML or a script of the page', async ({ page, language, noise }) => {
  noise.expect(/TrustedHTML|TrustedScriptURL|Trusted Types|TrustedTypePolicy/);
  await mailboxPage(page, language).enter();
  const refused = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void };
    };
    const doors: [string, () => void][] = [
      ['innerHTML', () => void Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })],
      ['srcdoc', () => void Object.assign(document.createElement('iframe'), { srcdoc: '<b>x</b>' })],
      ['parser', () => void new DOMParser().parseFromString('<b>x</b>', 'text/html')],
      ['worker', () => void new Worker('/sw.js')],
      ['script', () => void Object.assign(document.createElement('script'), { src: '/sw.js' })],
      ['policy', () => trustedTypes.createPolicy('mine', {})],
      ['policy of ours', () => trustedTypes.createPolicy('bocau', {})],
    ];
    return doors
      .filter(([, open]) => {
        try {
          open();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      })
      .map(([name]) => name);
  });
  expect(refused).toEqual(['innerHTML', 'srcdoc', 'parser', 'worker', 'script', 'policy', 'policy of ours']);
});

test('TD-18 pasted HTML is sanitised before the editor reads it', async ({ page, language, noise }) => {
  // Chromium 156 and later report event handlers in inert documents too.
  noise.expect(/^console: Executing inline event handler violates/);
  await mailboxPage(page, language).enter();
  const message = await composePage(page, language).openNew();
  await message.body.click();
  await message.body.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<p>Chào <b>chị</b><img src=x onerror="window.ran=true"><script>ran=true</script></p>',
    );
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(message.body.locator('strong')).toHaveText('chị');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

function recordRequests(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('about:')) asked.push(request.url());
  });
  return () => asked;
}

/** Lazily loaded content loads once it scrolls into view. */
async function bringEachFrameIntoSight(page: Page): Promise<void> {
  await page.locator('article iframe').evaluateAll(async (frames) => {
    for (const frame of frames) {
      frame.scrollIntoView();
      await new Promise(requestAnimationFrame);
    }
  });
}

/** The faults of each frame, inspected from the parent page, which is same-origin. */
function framesWithFaults(page: Page): Promise<string[]> {
  return page.locator('article[data-message]').evaluateAll((articles) => {
    const ACTIVE =
      'script, svg, math, form, input, button, select, textarea, iframe, frame, object, embed, link, base, video, audio, source, track, portal, template';
    return articles.flatMap((article, index) => {
      const faults: string[] = [];
      const frame = article.querySelector('iframe');
      const inside = frame?.contentDocument;
      if (!frame || !inside) return [`message ${index + 1} has no frame`];
      const say = (fault: string) => faults.push(`${fault}: ${inside.body.innerHTML.slice(0, 300)}`);
      if (inside.URL !== 'about:srcdoc') say(`the frame shows ${inside.URL}`);
      if (frame.contentWindow && frame.contentWindow.length > 0) say('there is a frame in it');
      if (frame.sandbox.contains('allow-scripts')) say('scripts are allowed');
      // biome-ignore lint/performance/useDomNodeTextContent: text that is not rendered must count as missing
      if (!inside.body.innerText.includes('Lời chào')) say('its words are gone');
      for (const element of inside.body.querySelectorAll(ACTIVE)) say(`holds <${element.localName}>`);
      for (const element of inside.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (name.startsWith('on')) say(`holds ${name}`);
          if (/^\s*(java|vb)script:/i.test(value)) say(`${name} leads to a script`);
        }
      }
      const box = frame.getBoundingClientRect();
      const around = article.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) say('wider than its place');
      if (box.top < around.top - 1 || box.bottom > around.bottom + 1) say('higher than its place');
      if (box.height > 4000) say(`${box.height} px high`);
      return faults;
    });
  });
}
