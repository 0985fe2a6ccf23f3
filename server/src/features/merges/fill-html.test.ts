import { expect, it } from 'vitest';
import { fillParts, fillText, partsOfHtml } from './fill-html.ts';

const VALUES: Record<string, string> = { Tên: '<b>"Bình" & Co</b>', 'Ghi chú': 'một\nhai', Rỗng: '' };
const wordOf = (field: string) => VALUES[field];

it.each([
  ['<p>Chào {Tên}</p>', '<p>Chào &lt;b&gt;&quot;Bình&quot; &amp; Co&lt;/b&gt;</p>'],
  ['<p title="{Tên} >">{Ghi chú}</p>', '<p title="{Tên} >">một<br>hai</p>'],
  ["<p title=it's>{Rỗng}|{Lạ}</p>", "<p title=it's>|{Lạ}</p>"],
  ['a < b {Rỗng} &lt;{Rỗng}&gt;', 'a &lt; b  &lt;&gt;'],
  ['<!-- {Tên} -->&#123;Rỗng&#125;', '<!-- {Tên} -->'],
  ['{{Tên}} <p', '{Tên} <p'],
])('MM-4 fills %s between its tags alone', (html, filled) => {
  expect(fillParts(partsOfHtml(html), wordOf, true)).toBe(filled);
});

it.each([
  [
    'https://x.example/{Tên}/a?n={Ghi chú}&k=1#{Tên}',
    'https://x.example/VALUE/a?n=m%E1%BB%99t%0Ahai&amp;k=1#{Tên}',
  ],
  [
    'https://x.example?n=%7BT%C3%AAn%7D&amp;m={Ghi%20ch%C3%BA}',
    'https://x.example?n=VALUE&amp;m=m%E1%BB%99t%0Ahai',
  ],
  ['https://{Tên}.example/{Rỗng}', 'https://{Tên}.example/'],
  ['https://x.example/{{Tên}}?{Lạ}=%ZZ', 'https://x.example/{{Tên}}?{Lạ}=%ZZ'],
  ['{Tên}//x.example/?n={Tên}', '{Tên}//x.example/?n={Tên}'],
  ['javascript:{Tên}', 'javascript:{Tên}'],
])('MM-29 fills the address %s of a link behind its host, encoded', (address, filled) => {
  const value = '%3Cb%3E%22B%C3%ACnh%22%20%26%20Co%3C%2Fb%3E';
  expect(fillParts(partsOfHtml(`<a class="x" href="${address}">{Rỗng}x</a>`), wordOf, true)).toBe(
    `<a class="x" href="${filled.replace('VALUE', value)}">x</a>`,
  );
});

it('MM-29 a field in the address alone is one of those that need a column', () => {
  const parts = partsOfHtml(
    '<p><a href=\'https://x.example/?n={A}\'>x</a><img src="https://x.example/{B}"></p>',
  );
  expect(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]))).toEqual(['A']);
  expect(fillParts(parts, () => "'>", true)).toContain("href='https://x.example/?n=%27%3E'>");
});

it('MM-4 fills no field of a value, and leaves plain text as it is', () => {
  expect(fillText('{Tên} {Lạ}', (field) => (field === 'Tên' ? '{Lạ} <b>' : undefined))).toBe('{Lạ} <b> {Lạ}');
  const parts = partsOfHtml('<p>{A}</p>&#123;B}<i title="{C}">');
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ field: 'A' }, { field: 'B' }]);
});
