import { describe, expect, test } from 'vitest';
import { cleanSignature } from './clean-mail-html.ts';

describe('ST-10 a signature', () => {
  test('keeps what an editor makes', () => {
    const html =
      '<p style="color:#0a7;font-size:13px">Trân trọng,<br /><b>Lan Anh</b> &amp; nhóm</p>' +
      '<a href="https://saomai.example/?a=1&amp;b=2">saomai.example</a>' +
      '<img src="/api/v2/files/0199aa00-0000-7000-8000-000000000000/download?inline=1" alt="logo" width="80" />';
    expect(cleanSignature(html)).toBe(html);
  });

  test.each([
    ['<script>alert(1)</script>Lan', 'Lan'],
    ['<p onclick="x()">Lan</p>', '<p>Lan</p>'],
    ['<a href="javascript:x()">Lan</a>', '<a>Lan</a>'],
    ['<a href="java\nscript:x()">Lan</a>', '<a>Lan</a>'],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">Lan', 'Lan'],
    ['<img src="https://x.example/logo.png">Lan', 'Lan'],
    ['<img src="data:image/png;base64,iVBORw0KGgo=">Lan', 'Lan'],
    ['<img src="/api/v2/session/../files/x">Lan', 'Lan'],
    ['<img src="javascript:x()" onerror="x()">Lan', 'Lan'],
    ['<svg><script>x()</script></svg>Lan', 'Lan'],
    ['<style>*{display:none}</style>Lan', 'Lan'],
    ['<iframe src="https://x.example"></iframe>Lan', 'Lan'],
    ['<form action="https://x.example"><input name="a">Lan</form>', 'Lan'],
    [
      '<p style="position:fixed;color:red;background:url(https://x.example)">Lan</p>',
      '<p style="color:red">Lan</p>',
    ],
    [
      '<math><mtext><table><mglyph><style><img src=x onerror=x()></style></mglyph></table></mtext></math>Lan',
      'Lan',
    ],
  ])('%j loses what could do harm', (html, clean) => {
    const cleaned = cleanSignature(html);
    expect(cleaned.replace(/<\/?table>/g, '')).toBe(clean);
  });
});
