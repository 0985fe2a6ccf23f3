import { haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import { findFirefox } from '@bocau/server/test-kit/firefox.ts';
import { ENTER, openFirefox, TAB } from '../../firefox/open-firefox.ts';
import { expect, test } from '../../fixtures.ts';
import { sayIn } from '../../pages/words.ts';
import { mailOf } from '../../program/mail-of.ts';

const executable = findFirefox();

test('AU-3 TL-11 SD-11 in Firefox one signs in, reads, writes and sends', async ({ language, program }) => {
  // biome-ignore lint/suspicious/noSkippedTests: without a Firefox on the machine there is nothing to drive
  test.skip(!executable, 'no Firefox on this machine: apt-get install firefox-esr');
  const say = sayIn(language);
  const mail = await mailOf(program);
  const theirs = await mailOf(program, haPham);
  await mail.delaySending(false);
  await mail.deliver('Thư đọc trong Firefox', '<p>Chữ của thư hiện bằng phông của trang.</p>');
  const firefox = await openFirefox(executable as string);
  const shown = () => firefox.ask(textOfPage);
  try {
    await firefox.goTo(`${program.baseUrl}/login`);
    await firefox.clickField('input[type="email"]');
    await firefox.type(lanAnh.email);
    await firefox.clickField('input[type="password"]');
    await firefox.type(`${lanAnh.password}${ENTER}`);
    await expect.poll(shown).toContain('Thư đọc trong Firefox');

    await firefox.follow('Thư đọc trong Firefox');
    await expect.poll(() => firefox.ask(bodies)).toEqual(['Chữ của thư hiện bằng phông của trang.']);
    // The fonts come from our own server, which the frame's CSP has to name explicitly for Firefox.
    await expect.poll(() => firefox.ask(statesOfFonts)).toEqual(['loaded']);

    await firefox.press(say('compose'));
    await expect.poll(() => firefox.ask(isInWindow)).toBe(true);
    await firefox.type(`${haPham.email},${TAB}Viết bằng Firefox`);
    await firefox.clickField('[data-compose] [contenteditable]');
    await firefox.type('Chào chị Hà, em viết ở Firefox.');
    await firefox.press(say('send'));
    await expect.poll(() => theirs.folderOf('Viết bằng Firefox')).toEqual(['INBOX']);
  } finally {
    await firefox.close();
    await mail.delaySending(true);
  }
});

/** During a navigation the document has no body. */
function textOfPage(): string {
  return document.body?.textContent ?? '';
}

function bodies(): string[] {
  const frames = [...document.querySelectorAll('article iframe')];
  return frames.map((frame) => (frame as HTMLIFrameElement).contentDocument?.body?.textContent?.trim() ?? '');
}

/** Load states of the fonts that the text of messages requested. */
function statesOfFonts(): string[] {
  const frames = [...document.querySelectorAll('article iframe')];
  const faces = frames.flatMap((frame) => [...((frame as HTMLIFrameElement).contentDocument?.fonts ?? [])]);
  return [...new Set(faces.map(({ status }) => status).filter((status) => status !== 'unloaded'))];
}

function isInWindow(): boolean {
  return document.activeElement?.closest('[role="dialog"][data-compose]') != null;
}
