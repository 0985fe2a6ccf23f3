import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFirefox } from '@bocau/server/test-kit/firefox.ts';
import { expect, type Page } from '@playwright/test';
import { openFirefox } from '../firefox/open-firefox.ts';

/** A piece of text and where a mail reader renders it, in pixels. */
type Piece = { text: string; left: number; top: number; right: number; size: number };

const WIDTH = 390;
/** Tolerances: readers round glyph and line sizes differently. */
const SAME_PLACE = 4;
const SAME_GAP = 8;

/** Checks that a message looks alike in Chromium, Firefox and w3m (as text), where installed. */
export async function compareReaders(
  page: Page,
  html: string,
  paragraphs: readonly string[],
): Promise<string[]> {
  const body = `<!doctype html><meta charset="utf-8"><body style="margin:0;width:${WIDTH}px">${html}</body>`;
  await page.setContent(body, { waitUntil: 'domcontentloaded' });
  const drawn = await page.evaluate(drawnPieces);
  expect(Math.max(...drawn.map(({ right }) => right)), 'nothing is wider than a phone').toBeLessThanOrEqual(
    WIDTH,
  );
  expectInOrder(drawn.map(({ text }) => text).join('\n'), paragraphs);
  const readers = ['Chromium'];

  const executable = findFirefox();
  if (executable) {
    expectAlike(await readInFirefox(executable, body), drawn);
    readers.push('Firefox');
  }
  const asText = spawnSync(
    'w3m',
    ['-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', '200'],
    {
      input: body,
      encoding: 'utf8',
    },
  );
  if (asText.status === 0) {
    expectInOrder(asText.stdout, paragraphs);
    expect(asText.stdout, 'a blank line after what was written').toMatch(
      new RegExp(`^ *${paragraphs.at(-1)} *\\n *\\n`, 'm'),
    );
    readers.push('w3m');
  }
  return readers;
}

async function readInFirefox(executable: string, body: string): Promise<Piece[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-reader-'));
  const file = join(folder, 'message.html');
  await writeFile(file, body);
  const firefox = await openFirefox(executable);
  try {
    await firefox.goTo(pathToFileURL(file).href);
    return await firefox.ask(drawnPieces);
  } finally {
    await firefox.close();
    await rm(folder, { recursive: true });
  }
}

/** Expects the same text in the same order, with the same font size, indentation and spacing above. */
function expectAlike(other: readonly Piece[], drawn: readonly Piece[]): void {
  expect(other.map(({ text }) => text)).toEqual(drawn.map(({ text }) => text));
  for (const [at, piece] of drawn.entries()) {
    const same = other[at] as Piece;
    const gap = (pieces: readonly Piece[]) => (pieces[at]?.top ?? 0) - (pieces[at - 1]?.top ?? 0);
    expect(same.size, piece.text).toBeCloseTo(piece.size, 0);
    expect(Math.abs(same.left - piece.left), `left of “${piece.text}”`).toBeLessThanOrEqual(SAME_PLACE);
    expect(Math.abs(gap(other) - gap(drawn)), `above “${piece.text}”`).toBeLessThanOrEqual(SAME_GAP);
  }
}

function expectInOrder(text: string, paragraphs: readonly string[]): void {
  const places = paragraphs.map((paragraph) => text.indexOf(paragraph));
  expect(places, text).not.toContain(-1);
  expect(places, text).toEqual(places.toSorted((a, b) => a - b));
}

/** Runs in the page. */
function drawnPieces(): Piece[] {
  const pieces: Piece[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim() ?? '';
    const element = texts.currentNode.parentElement;
    if (text === '' || !element) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, top, right } = range.getBoundingClientRect();
    pieces.push({ text, left, top, right, size: Number.parseFloat(getComputedStyle(element).fontSize) });
  }
  return pieces;
}
