import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const HELP = join(import.meta.dirname, '../web/src/features/help');
const PICTURE = /^!\[(.*)\]\((.+)\)$/gm;
const MOST_BYTES = 40_000;
const MOST_BYTES_OF_A_LANGUAGE = 600_000;

type Named = { name: string; alt: string };

async function namedIn(language: string): Promise<Named[]> {
  const folder = join(HELP, 'pages', language);
  const pages = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted();
  const texts = await Promise.all(pages.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(PICTURE), ([, alt = '', name = '']) => ({ name, alt })),
  );
}

async function sizesOf(language: string): Promise<Map<string, number[]>> {
  const all = JSON.parse(await readFile(join(HELP, 'pictures/sizes.json'), 'utf8')) as Record<
    string,
    number[]
  >;
  const own = Object.entries(all).filter(([name]) => name.startsWith(`${language}/`));
  return new Map(own.map(([name, size]) => [name.slice(language.length + 1), size]));
}

test('the pages of both languages name the same pictures', async () => {
  const [vi, en] = await Promise.all([namedIn('vi'), namedIn('en')]);
  expect(vi.map(({ name }) => name)).toEqual(en.map(({ name }) => name));
  expect(vi.length).toBeGreaterThanOrEqual(20);
});

describe.each(['vi', 'en'])('the pictures of the help in %s', (language) => {
  test('are those that its pages name, each with words in its place', async () => {
    const named = await namedIn(language);
    const files = (await readdir(join(HELP, 'pictures', language))).toSorted();
    expect(files).toEqual(named.map(({ name }) => `${name}.webp`).toSorted());
    expect([...(await sizesOf(language)).keys()].toSorted()).toEqual(
      named.map(({ name }) => name).toSorted(),
    );
    expect(named.filter(({ alt }) => alt.trim() === '')).toEqual([]);
  });

  test('are small, and of the shape that their place is kept in', async () => {
    let bytes = 0;
    for (const [name, [width = 0, height = 0]] of await sizesOf(language)) {
      const file = await readFile(join(HELP, 'pictures', language, `${name}.webp`));
      expect([name, file.length <= MOST_BYTES]).toEqual([name, true]);
      bytes += file.length;
      const drawn = sizeOfWebp(file);
      expect(Math.abs(drawn.height - (drawn.width * height) / width), name).toBeLessThanOrEqual(1);
    }
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES_OF_A_LANGUAGE);
  });
});

/**
 * Size in pixels of a WebP file written by a canvas: plain VP8, or the extended format with metadata (VP8X).
 */
function sizeOfWebp(file: Buffer): { width: number; height: number } {
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  expect(kind).toBe('VP8 ');
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}
