import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { makeSnippet, plainWords } from './plain-words.ts';

describe('HTML becomes readable text', () => {
  it.each<[string, string]>([
    ['<p>Xin <b>chào</b></p><p>Tạm biệt</p>', 'Xin chào\n\nTạm biệt'],
    ['<p style="margin:0">a</p><p style="margin:0"><br></p><p style="margin:0px;color:red">b</p>', 'a\n\nb'],
    ['<p style="margin:0 0 8pt">a</p><p>b</p>', 'a\n\nb'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>một<li>hai</ul>', '- một\n- hai'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<head><title>no</title><style>p{}</style></head><body>yes</body>', 'yes'],
    ['<head><title>no</title><body>yes', 'yes'],
    ['<script>if (a < b) {}</script>after', 'after'],
    ['<STYLE>x</STYLE>y', 'y'],
    ['a<!-- hidden -->b', 'ab'],
    ['a<!-- never closed', 'a never closed'],
    ['&lt;b&gt; &amp; &agrave;&#7841;&#x1EA1; &nope;', '<b> & àạạ &nope;'],
    ['<a title="a > b">x</a>', 'x'],
    ['2 < 3 and 4 > 1', '2 < 3 and 4 > 1'],
    ['<blockquote>quoted</blockquote>own', '> quoted\n\nown'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['a \n\t b', 'a b'],
    ['', ''],
  ])('%s', (html, expected) => {
    expect(htmlToText(html, 1_000)).toBe(expected);
  });

  it('stops at the given length without splitting a character', () => {
    expect(htmlToText('😀'.repeat(10), 5)).toBe('😀😀');
  });
});

describe('the snippet shows own words', () => {
  it.each<[string, string]>([
    ['Chào anh\n\nEm gửi file.', 'Chào anh Em gửi file.'],
    ['Đồng ý.\n\nOn Mon, 1 Jan 2026 at 10:00, An <a@b.vn> wrote:\n> cũ\n> cũ', 'Đồng ý.'],
    ['Đồng ý.\n\nVào Th 2, 1 thg 1, 2026 vào lúc 10:00 An\n<a@b.vn> đã viết:\n> cũ', 'Đồng ý.'],
    ['OK\n-- \nNguyễn An\nGiám đốc', 'OK'],
    ['OK\n-----Original Message-----\nFrom: x', 'OK'],
    ['> chỉ có trích dẫn', 'chỉ có trích dẫn'],
    ['======\n\nTin mới', 'Tin mới'],
    ['On the way home I stopped.', 'On the way home I stopped.'],
  ])('%j', (text, expected) => {
    expect(makeSnippet(text, 200)).toBe(expected);
  });

  it('leaves invisible padding out and keeps joined emoji', () => {
    expect(plainWords(`Khuyến mãi${'\u200c\u00a0'.repeat(100)} 👩‍💻 xong\u200b`, 200)).toBe(
      'Khuyến mãi 👩‍💻 xong',
    );
  });
});
