const BLOCKS = 'p, div, li, tr, h1, h2, h3, h4, blockquote, pre, hr';

/** The words of a letter, line by line, for where its look does not matter. */
export function textOfHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const line of page.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of page.querySelectorAll(BLOCKS)) block.append('\n');
  return (page.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
