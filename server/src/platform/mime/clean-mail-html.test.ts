import { describe, expect, test } from 'vitest';
import { cleanMailHtml } from './clean-mail-html.ts';

describe('other people’s HTML in a message of ours', () => {
  test.each([
    [
      'tables and their looks',
      '<table width=600 cellpadding=0><tr><td valign=top style="width:100%;border:1px solid rgb(1, 2, 3)">a<td>b</table>',
      '<table width="600" cellpadding="0"><tr><td valign="top" style="width:100%;border:1px solid rgb(1, 2, 3)">a</td><td>b</td></tr></table>',
    ],
    [
      'fonts',
      '<p style="font-family:&quot;Times New Roman&quot;,serif;font:12px/1.5 Arial">x</p>',
      '<p style="font-family:&quot;Times New Roman&quot;,serif;font:12px/1.5 Arial">x</p>',
    ],
    ['the body as a block', '<html><body bgcolor="red">a</body></html>', '<div bgcolor="red">a</div>'],
    [
      'images that came along, that lie elsewhere, and of dots',
      '<img src="cid:a@b"><img src="https://x.example/a.png"><img src="data:image/png;base64,AA==">',
      '<img src="cid:a@b" /><img src="https://x.example/a.png" /><img src="data:image/png;base64,AA==" />',
    ],
    [
      'links that lead to the web or to people',
      '<a href="https://x.example">a</a><a href="mailto:a@x.example">b</a>',
      '<a href="https://x.example">a</a><a href="mailto:a@x.example">b</a>',
    ],
  ])('keeps %s', (_what, html, kept) => {
    expect(cleanMailHtml(html)).toBe(kept);
  });

  test.each([
    ['scripts', 'a<script>alert(1)</script>', 'a'],
    ['handlers', '<p onclick="x()" onload=y>a</p>', '<p>a</p>'],
    ['elements named like a property of all objects', '<constructor>a</constructor>', 'a'],
    ['forms', '<form action=x><input value=1><button>Gửi</button></form>', 'Gửi'],
    ['frames and objects', '<iframe src=x>b</iframe><object data=y>c</object><embed src=z>a', 'a'],
    ['sheets and titles', '<head><title>T</title><style>p{}</style></head>a', 'a'],
    ['links that run', '<a href="java\nscript:x">a</a><a href="data:text/html,x">b</a>', '<a>a</a><a>b</a>'],
    ['addresses without a scheme of their own', '<a href="//evil.example">a</a>', '<a>a</a>'],
    ['pictures that are documents', '<img src="data:image/svg+xml;base64,AA==">', ''],
    ['what would lie over the page', '<p style="position:fixed;top:0;z-index:9">a</p>', '<p>a</p>'],
    ['what pulls itself over other words', '<p style="margin:-50px 0;margin-top:-1em">a</p>', '<p>a</p>'],
    [
      'what styles would load',
      '<p style="background:url(http://x);background-image:u\\72l(//x)">a</p>',
      '<p>a</p>',
    ],
    ['what styles would run', '<p style="width:expression(alert(1));behavior:none">a</p>', '<p>a</p>'],
    ['classes and ids', '<p class="app" id="root">a</p>', '<p>a</p>'],
    [
      'what a parser may read otherwise',
      '<math><mi><noscript><p title="</noscript><img src=x onerror=y>">',
      '',
    ],
    ['the way out of the quote', '</blockquote></div><p>a', '<p>a</p>'],
    [
      'styles in pieces',
      `<p style="font-family:'a;color:red;b';color:blue">a</p>`,
      '<p style="color:red;color:blue">a</p>',
    ],
    [
      'styles with comments and escapes',
      '<p style="color:/*;*/red;c\\6flor:red;;:x;color">a</p>',
      '<p>a</p>',
    ],
    ['comments', '<!--[if mso]><b>b</b><![endif]-->a', 'a'],
  ])('leaves out %s', (_what, html, kept) => {
    expect(cleanMailHtml(html)).toBe(kept);
  });

  test.each(['<b>', '<x>', '<svg><p>', '<table><tr><td>', '<p><q>'])(
    'is its text alone where %s is nested without end',
    (tag) => {
      const html = `trước ${tag.repeat(Math.floor(900_000 / tag.length))}`;
      expect(cleanMailHtml(html)).toBe('<div style="white-space:pre-wrap">trước</div>');
    },
  );

  test.each([
    ['elements that end without an end of their own', '<table><tr><td>a<td>b</table><p>c'],
    ['pairs', '<div><b>a</b></div>'],
  ])('keeps its look however many %s there are', (_what, piece) => {
    expect(cleanMailHtml(piece.repeat(3_000))).toMatch(/^<(table|div)>/);
  });

  test.each(['<svg></p>', '<b></i>'])('is its text alone where %s never ends', (piece) => {
    expect(cleanMailHtml(`trước ${piece.repeat(100_000)}`)).toBe(
      '<div style="white-space:pre-wrap">trước</div>',
    );
  });

  test('has as many attributes and styles as it likes', () => {
    const attributes = Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ');
    const styles = '<p style="{{{/*">x</p>'.repeat(40_000);
    expect(cleanMailHtml(`<p ${attributes}>a</p>${styles}`)).toBe(`<p>a</p>${'<p>x</p>'.repeat(40_000)}`);
  });
});
