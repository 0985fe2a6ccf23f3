import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lanAnh } from '@bocau/server/demo-world/people.ts';
import type { ChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import { beginSession } from '../pages/begin-session.ts';
import { LANGUAGES, type Language } from '../pages/words.ts';
import { shiftTime } from '../shift-time.ts';
import type { HelpPicture } from './help-picture.ts';
import { HELP_PICTURES } from './help-pictures.ts';
import { helpRoom } from './help-room.ts';

/** Just large enough for the sidebar, the list and a window, because the picture is shown small. */
const WINDOW = { width: 1040, height: 700 };
const PADDING = 10;
/** Twice the maximum width of the text. */
const MOST_PIXELS = 1120;
/** The highest quality that stays below the size limit is used. */
const QUALITIES = [0.75, 0.6, 0.45, 0.3];
const MOST_BYTES = 38_000;

type Box = { x: number; y: number; width: number; height: number };

/** Draws the help pictures in each language and records their sizes; with `only`, just those named. */
export async function drawHelp(
  chrome: Browser,
  server: ChildServer,
  folder: string,
  only: readonly string[] = [],
): Promise<void> {
  const sizesFile = join(folder, 'sizes.json');
  const sizes = new Map<string, [number, number]>(
    Object.entries(JSON.parse(await readFile(sizesFile, 'utf8'))),
  );
  for (const language of LANGUAGES) await mkdir(join(folder, language), { recursive: true });
  const wanted = HELP_PICTURES.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const picture of wanted) {
    for (const language of LANGUAGES) {
      const { image, width, height } = await draw(chrome, server, picture, language);
      await writeFile(join(folder, language, `${picture.name}.webp`), image);
      sizes.set(`${language}/${picture.name}`, [width, height]);
      console.log(`help: ${language}/${picture.name}.webp`);
    }
  }
  const known = new Set(HELP_PICTURES.map(({ name }) => `${name}.webp`));
  for (const language of LANGUAGES)
    for (const file of await readdir(join(folder, language)))
      if (!known.has(file)) await rm(join(folder, language, file));
  const lines = HELP_PICTURES.flatMap(({ name }) =>
    LANGUAGES.map((language) => `  "${language}/${name}": [${sizes.get(`${language}/${name}`)?.join(', ')}]`),
  );
  await writeFile(sizesFile, `{\n${lines.join(',\n')}\n}\n`);
}

async function draw(
  chrome: Browser,
  server: ChildServer,
  { viewport = WINDOW, at = '/', person = lanAnh, show }: HelpPicture,
  language: Language,
): Promise<{ image: Buffer; width: number; height: number }> {
  const context = await chrome.newContext({
    baseURL: server.baseUrl,
    colorScheme: 'light',
    viewport,
    deviceScaleFactor: 2,
    locale: language === 'vi' ? 'vi-VN' : 'en-GB',
    timezoneId: 'Asia/Ho_Chi_Minh',
    reducedMotion: 'reduce',
  });
  await shiftTime(context);
  const page = await context.newPage();
  if (person) await beginSession(page, language, person);
  else {
    await page.addInitScript((chosen) => {
      localStorage['bocau.language'] = chosen;
    }, language);
  }
  await page.goto(at);
  const { clip, framed } = await show(helpRoom(page, language, server));
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(roundMinutes);
  const around = await unionOf(clip, viewport);
  await frame(page, await Promise.all(framed.map(boxOf)));
  const screenshot = await page.screenshot({ clip: around, animations: 'disabled', caret: 'hide' });
  const image = await encode(page, screenshot);
  await context.close();
  return { image, width: Math.round(around.width), height: Math.round(around.height) };
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${locator}`);
  return box;
}

/** The bounding box of all parts plus a margin, clipped to the screen. */
async function unionOf(
  parts: readonly (Locator | Box)[],
  screen: { width: number; height: number },
): Promise<Box> {
  const boxes = await Promise.all(parts.map((part) => ('x' in part ? part : boxOf(part))));
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x)) - PADDING));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.y)) - PADDING));
  const right = Math.min(
    screen.width,
    Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + PADDING),
  );
  const bottom = Math.min(
    screen.height,
    Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + PADDING),
  );
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Rounds the shown times of this morning to the hour, so that pictures do not depend on how long the start
 * took. Runs in the page.
 */
function roundMinutes(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const text = currentNode.nodeValue ?? '';
    const rounded = text.replace(/\b(0[89]):\d\d\b/g, '$1:00');
    if (rounded !== text) currentNode.nodeValue = rounded;
  }
}

/** Draws rings around the elements that the help page names, above everything else. */
function frame(page: Page, boxes: Box[]): Promise<void> {
  return page.evaluate((all) => {
    for (const { x, y, width, height } of all) {
      const ring = document.createElement('div');
      ring.popover = 'manual';
      Object.assign(ring.style, {
        position: 'fixed',
        inset: 'auto',
        left: `${x - 4}px`,
        top: `${y - 4}px`,
        width: `${width + 8}px`,
        height: `${height + 8}px`,
        boxSizing: 'border-box',
        margin: '0',
        padding: '0',
        border: '3px solid #e8590c',
        borderRadius: '10px',
        background: 'transparent',
        pointerEvents: 'none',
      });
      document.body.append(ring);
      ring.showPopover();
    }
  }, boxes);
}

/** Encodes the picture in the browser, which can write WebP. */
async function encode(page: Page, png: Buffer): Promise<Buffer> {
  const bare = await page.context().newPage();
  const data = await bare.evaluate(
    async ({ source, most, qualities, bytes }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const scale = Math.min(1, most / image.naturalWidth);
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.naturalWidth * scale);
      canvas.height = Math.round(image.naturalHeight * scale);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('There is no canvas');
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
      const tries = qualities.map((quality) => canvas.toDataURL('image/webp', quality));
      return tries.find((made) => made.length * 0.75 <= bytes) ?? '';
    },
    { source: png.toString('base64'), most: MOST_PIXELS, qualities: QUALITIES, bytes: MOST_BYTES },
  );
  await bare.close();
  const [, content] = data.split('data:image/webp;base64,');
  if (content === undefined) throw new Error('The picture is too large, or this browser writes no WebP');
  return Buffer.from(content, 'base64');
}
