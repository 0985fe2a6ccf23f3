import { parseHtml } from '../../lib/trusted-html.ts';
import { limitMarkup, MOST_ELEMENTS } from './limit-markup.ts';

const BLOCKS = 'p, div, li, tr, h1, h2, h3, h4, blockquote, pre, hr';

/** The text of a message, line by line, for where formatting does not matter or cannot be drawn. */
export function textOfHtml(html: string): string {
  const page = parseHtml(limitMarkup(html, MOST_ELEMENTS).html);
  for (const line of page.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of page.querySelectorAll(BLOCKS)) block.append('\n');
  return (page.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
