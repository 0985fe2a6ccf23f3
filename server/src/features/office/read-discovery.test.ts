import { expect, test } from 'vitest';
import { editorAddress, readDiscovery } from './read-discovery.ts';

const XML = `<?xml version="1.0"?><wopi-discovery><net-zone name="external-http">
  <app name="writer">
    <action default="true" ext="docx" name="edit" urlsrc="http://inside:9980/browser/abc/cool.html?"/>
    <action ext="DOC" name="view" urlsrc="https://office/hosting/wopi/word/view?&lt;ui=UI_LLCC&amp;&gt;&lt;rs=DC_LLCC&amp;&gt;&lt;showpagestats=PERFSTATS&amp;&gt;"/>
    <action ext="docx" name="convert" urlsrc="https://office/convert"/>
  </app></net-zone></wopi-discovery>`;

test('the actions of a discovery are read, and the address of the editor is of the host that is configured', () => {
  const discovery = readDiscovery(XML);
  expect([...(discovery?.addresses.keys() ?? [])]).toEqual(['docx edit', 'doc view']);
  expect(discovery?.proofKeys).toBeNull();
  const given = { origin: 'https://office.example', fileAddress: 'https://thu/wopi/files/1', language: 'vi' };
  const address = (key: string) => editorAddress(discovery?.addresses.get(key) ?? '', given);
  expect(address('docx edit')).toBe(
    'https://office.example/browser/abc/cool.html?WOPISrc=https%3A%2F%2Fthu%2Fwopi%2Ffiles%2F1&lang=vi',
  );
  expect(address('doc view')).toBe(
    'https://office.example/hosting/wopi/word/view?ui=vi&rs=vi&WOPISrc=https%3A%2F%2Fthu%2Fwopi%2Ffiles%2F1&lang=vi',
  );
});

test.each(['', 'x', '<html><body>502</body></html>', '<'.repeat(10_000)])(
  'what is no discovery is none',
  (xml) => {
    expect(readDiscovery(xml)).toBeNull();
  },
);

test('an address that leads to another host keeps to ours', () => {
  const given = { origin: 'https://office.example', fileAddress: 'f', language: 'en' };
  expect(editorAddress('//evil.example/x?', given)).toMatch(/^https:\/\/office\.example\/x\?/);
  expect(editorAddress('javascript:alert(1)', given)).toBeNull();
});
