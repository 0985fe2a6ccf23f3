import { readFileSync } from 'node:fs';
import { PIXEL } from './phone-cards.ts';

const FILES = ['apple', 'google', 'office', 'phones', 'free', 'standard', 'odd'];

/** The cards of the files beside this one, by their headings; `@PIXEL@` stands for a picture of one pixel. */
export const storedCards: Record<string, string> = Object.fromEntries(
  FILES.flatMap((file) => {
    const text = readFileSync(new URL(`./cards/${file}.txt`, import.meta.url), 'utf8');
    const [, ...sections] = text.replaceAll('@PIXEL@', PIXEL).split(/^## /m);
    return sections.map((section): [string, string] => {
      const heading = section.indexOf('\n');
      return [section.slice(0, heading), section.slice(heading + 1)];
    });
  }),
);
