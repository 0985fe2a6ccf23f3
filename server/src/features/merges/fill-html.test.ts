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

it('MM-4 fills no field of a value, and leaves plain text as it is', () => {
  expect(fillText('{Tên} {Lạ}', (field) => (field === 'Tên' ? '{Lạ} <b>' : undefined))).toBe('{Lạ} <b> {Lạ}');
  const parts = partsOfHtml('<p>{A}</p>&#123;B}<i title="{C}">');
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ field: 'A' }, { field: 'B' }]);
});
