import { fold } from '@bocau/contract/fold.ts';
import type { Language } from '../../i18n/i18n.ts';
import type { Say, WordKey } from '../../i18n/say.ts';
import { PAGE_IDS, type PageId } from './page-ids.ts';
import sizes from './pictures/sizes.json';

/** `word` refers to a label of the interface, so that help and screen use the same text. */
export type Run = { kind: 'text' | 'code'; text: string } | { kind: 'word'; key: WordKey };
export type Picture = { name: string; source: string; width: number; height: number; alt: Run[] };
export type Block =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'picture'; picture: Picture };
export type Page = { id: PageId; title: string; blocks: Block[] };

const RUN = /\[\[([\w.]+)\]\]|`([^`]+)`/g;
const PICTURE = /^!\[(.+)\]\(([\w-]+)\)$/;
const ITEM = /^(?:-|(\d+)\.) (.*)$/;

/** The pages of one language, in order. */
export async function readPages(language: Language): Promise<readonly Page[]> {
  const { pages, pictures } =
    language === 'en' ? await import('./pages/english.ts') : await import('./pages/vietnamese.ts');
  const known: Readonly<Record<string, number[]>> = sizes;
  function find(name: string) {
    const source = pictures[`../pictures/${language}/${name}.webp`];
    const [width = 0, height = 0] = known[`${language}/${name}`] ?? [];
    return source === undefined ? null : { source, width, height };
  }
  return PAGE_IDS.map((id) => readPage(id, pages[`./${language}/${id}.md`] ?? '', find));
}

type FindPicture = (name: string) => Pick<Picture, 'source' | 'width' | 'height'> | null;

/**
 * Parses a page: a heading, then one block per line: a picture, a list item if it begins with a dash or a
 * number, else a paragraph.
 */
export function readPage(id: PageId, source: string, find: FindPicture = () => null): Page {
  const [heading = '', ...lines] = source.trim().split('\n');
  const blocks: Block[] = [];
  for (const line of lines.filter((each) => each !== '')) {
    const [, alt, name] = PICTURE.exec(line) ?? [];
    if (alt !== undefined && name !== undefined) {
      const found = find(name);
      if (found) blocks.push({ kind: 'picture', picture: { name, ...found, alt: readRuns(alt) } });
      continue;
    }
    const [isItem, number, text = line] = ITEM.exec(line) ?? [];
    const last = blocks.at(-1);
    if (isItem === undefined) blocks.push({ kind: 'paragraph', runs: readRuns(line) });
    else if (last?.kind === 'list') last.items.push(readRuns(text));
    else blocks.push({ kind: 'list', ordered: number !== undefined, items: [readRuns(text)] });
  }
  return { id, title: heading.replace(/^# /, ''), blocks };
}

function readRuns(line: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const match of line.matchAll(RUN)) {
    if (match.index > at) runs.push({ kind: 'text', text: line.slice(at, match.index) });
    const [whole, key, code] = match;
    // Unknown to the compiler; a test checks every key of every page.
    if (key !== undefined) runs.push({ kind: 'word', key: key as WordKey });
    else runs.push({ kind: 'code', text: code ?? '' });
    at = match.index + whole.length;
  }
  if (at < line.length) runs.push({ kind: 'text', text: line.slice(at) });
  return runs;
}

/** All runs of a page, in order. */
export function runsOf({ blocks }: Page): Run[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'picture') return block.picture.alt;
    return block.kind === 'list' ? block.items.flat() : block.runs;
  });
}

/** Runs as plain text. */
export function textOf(runs: readonly Run[], t: Say): string {
  return runs.map((run) => (run.kind === 'word' ? t(run.key) : run.text)).join('');
}

/** The pages that contain every typed word, with or without accents; those with it in the title first. */
export function findPages(pages: readonly Page[], typed: string, t: Say): readonly Page[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages;
  const has = (text: string) => words.every((word) => fold(text).includes(word));
  const found = pages.filter((page) => has(`${page.title} ${textOf(runsOf(page), t)}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}
