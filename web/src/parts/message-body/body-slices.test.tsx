import { MAIL_TAGS, SHOWN_ATTRIBUTES } from '@bocau/contract/mail-html.ts';
import createPurifier from 'dompurify';
import { describe, expect, test } from 'vitest';
import { inOneSlice, type Sliced } from '../../lib/in-slices.ts';
import { drawBody } from './body-document.ts';
import { MOST_ELEMENTS } from './limit-markup.ts';
import { readBody } from './sanitize-body.ts';

const LONG: [string, string][] = [
  ['paragraphs', '<p style="color:red">xin chào <b>chị</b></p>'.repeat(700)],
  ['one table', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(500)}</table>`],
  ['deep tables', '<table><tbody><tr><td>'.repeat(200)],
  ['attributes', `<p ${Array.from({ length: 60 }, (_, at) => `a${at}=b`).join(' ')}>x</p>`.repeat(150)],
  ['long styles', `<p style="${'padding:1px;'.repeat(300)}">x</p>`.repeat(300)],
  ['links', '<a href="https://a.example/">https://b.example/</a> '.repeat(700)],
  ['what is dropped', `<div>${'<button><u>x</u></button><object><p>y</p></object>'.repeat(500)}</div>`],
];

describe('TD-18 a long message', () => {
  test.each(LONG)('of %s is read and drawn in bounded slices, to what it is as a whole', (_name, html) => {
    const body = watch(readBody(html, MOST_ELEMENTS), (weights) => {
      expect(Math.max(...weights.slice(3))).toBeLessThanOrEqual(3_000);
    });
    const page = document.implementation.createHTMLDocument('');
    let before = 0;
    const drawing = drawBody(page, body, {
      sheet: 'page',
      dark: true,
      tokens: '',
      forwarded: false,
      words: { quote: '', leadsTo: (host) => host },
    });
    for (let step = drawing.next(); !step.done; step = drawing.next()) {
      const elements = page.body.querySelectorAll('*').length;
      expect(elements - before).toBeLessThanOrEqual(1_200);
      before = elements;
    }
    const elements = body.root.querySelectorAll('*').length;
    expect(page.body.querySelectorAll('*').length).toBeGreaterThanOrEqual(elements);
    const { root } = body;
    const whole = createPurifier(window).sanitize(root.innerHTML, {
      ALLOWED_TAGS: MAIL_TAGS,
      ALLOWED_ATTR: [...SHOWN_ATTRIBUTES, 'target', 'rel'],
      RETURN_DOM: true,
    }) as unknown as HTMLElement;
    expect(root.innerHTML).toBe(whole.innerHTML);
  });
});

test('TD-18 what a style sheet costs for each element is bounded, and said', () => {
  const sheet = (rule: string) => `<style>${rule.repeat(2_100)}</style><p>x</p>`;
  const { selectors, cut } = inOneSlice(readBody(sheet('.a .b > .c{color:red}')));
  expect(selectors).toBeLessThanOrEqual(6_000);
  expect(cut).toBe(true);
  const siblings = inOneSlice(readBody(sheet('p ~ p{color:red}')));
  expect(siblings.css.split('~').length).toBeLessThan(60);
  expect(inOneSlice(readBody('<style>p ~ p ~ p{color:red}</style><p>x</p>')).css).toBe('');
});

test('TD-18 cells span a bounded room together', () => {
  const { root } = inOneSlice(
    readBody(`<table>${'<tr><td rowspan=60000 colspan=900>x<td colspan=3>y'.repeat(90)}</table>`),
  );
  const spans = [...root.querySelectorAll<HTMLTableCellElement>('td')].map(
    ({ colSpan, rowSpan }) => colSpan + rowSpan - 2,
  );
  expect(spans.reduce((sum, span) => sum + span, 0)).toBeLessThanOrEqual(5_000);
  expect(root.querySelector('td[colspan="3"]')).not.toBeNull();
});

function watch<T>(work: Sliced<T>, check: (weights: number[]) => void): T {
  const weights: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) {
      check(weights);
      return step.value;
    }
    weights.push(step.value);
  }
}
