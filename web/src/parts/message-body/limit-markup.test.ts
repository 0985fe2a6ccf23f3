import { describe, expect, test } from 'vitest';
import { limitMarkup, MARKUP_LIMITS } from './limit-markup.ts';

const HOSTILE: [string, (times: number) => string][] = [
  ['elements in each other', (n) => '<div>'.repeat(n)],
  ['tables in each other', (n) => '<table><tr><td>'.repeat(n)],
  ['tables without ends', (n) => '<table>'.repeat(n)],
  ['formatting that every block opens again', (n) => `${'<b><i>'.repeat(n)}</div>${'<p>x'.repeat(n)}`],
  ['end tags of nothing', (n) => `${'<div>'.repeat(n)}${'</span>'.repeat(n)}`],
  ['misnested formatting', (n) => '<b><div>x</b>y'.repeat(n)],
  ['comments', (n) => '<!--'.repeat(n)],
  ['tags without an end', (n) => '<div a="'.repeat(n)],
  ['marks', (n) => '<'.repeat(n)],
  ['attributes', (n) => `<div ${'a b=c '.repeat(n)}>`],
  ['raw elements', (n) => '<style><title></style>'.repeat(n)],
  ['links in each other', (n) => '<a href=x><div>'.repeat(n)],
  ['lists', (n) => '<ul><li>'.repeat(n)],
  ['paragraphs', (n) => '<p>'.repeat(n)],
];

describe('markup within limits', () => {
  test.each(HOSTILE)('%s: twice as much takes twice the work, and the elements stay few', (_, markup) => {
    const [once, twice] = [limitMarkup(markup(20_000)), limitMarkup(markup(40_000))];
    expect(twice.steps).toBeLessThanOrEqual(once.steps * 2.1 + 1000);
    // One tag may reopen the formatting elements around it.
    const most = MARKUP_LIMITS.elements + MARKUP_LIMITS.formatting + MARKUP_LIMITS.sheets;
    expect(twice.elements).toBeLessThanOrEqual(most);
    expect((twice.html.match(/<[a-z]/g) ?? []).length).toBeLessThanOrEqual(most);
  });

  test('an honest message is left as it is, but for what no parser would keep', () => {
    const html =
      '<!DOCTYPE html><body bgcolor="#fff"><p class=\'a > b\'>Một<br/>hai<p>ba <b>bốn<i>năm</b></i><table><tr><td>sáu<td>bảy</table></body>';
    expect(limitMarkup(`<html><head><title>x</title></head><!-- y -->${html}<script>1</script>`)).toEqual({
      html: html.replace(/<!DOCTYPE html>|<\/?body[^>]*>/g, ''),
      body: '<body bgcolor="#fff">',
      sheets: [],
      cut: false,
      elements: expect.any(Number),
      steps: expect.any(Number),
    });
    expect(limitMarkup(html).html).toMatch(/^<!DOCTYPE html><p/);
    expect(limitMarkup('<p>a<style media=x>p > b{}</style>b').sheets).toEqual(['p > b{}']);
  });

  test('what is left out is said', () => {
    expect(limitMarkup('<p>x</p>'.repeat(MARKUP_LIMITS.elements + 1)).cut).toBe(true);
    expect(limitMarkup('<div>'.repeat(MARKUP_LIMITS.depth + 1)).cut).toBe(true);
    expect(limitMarkup('<p>x</p>'.repeat(MARKUP_LIMITS.elements)).cut).toBe(false);
  });

  test('words behind what is too deep are still there', () => {
    const deep = `${'<div>'.repeat(2000)}giữa${'</div>'.repeat(2000)}<p>cuối</p>`;
    expect(limitMarkup(deep).html.replaceAll(/<[^>]*>/g, ' ')).toMatch(/giữa\s+cuối/);
  });

  test.each([
    ['<frameset><frame src=x></frameset><p>Chào</p>', '<p>Chào</p>'],
    ['<svg><style></svg><div>x</div></style>', ''],
    ['<svg><circle/><p>Chào</p>', '<p>Chào</p>'],
    ['<<o:p>div>', '&lt;div>'],
    ['a<!-->b<!--->c<!-- d --!>e', 'abce'],
    ['<title><p>x</title>y', 'y'],
    ['<p>x<plaintext><p>y', '<p>x'],
  ])('%j is read as %j', (html, read) => {
    expect(limitMarkup(html).html).toBe(read);
  });
});
