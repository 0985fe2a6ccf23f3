import { describe, expect, test } from 'vitest';
import { depthOf, isAllowed, preconditionsOf, prefersMinimal } from './dav-headers.ts';
import { hrefOf, pathOfHref, segmentsOf } from './hrefs.ts';
import { readXml } from './read-xml.ts';
import { bytesOf, element, rootElement, text, textOfBytes } from './write-xml.ts';
import { dav } from './xml-names.ts';

describe('hrefs', () => {
  test.each([
    ['lan.anh@saomai.example', '/dav/lan.anh@saomai.example'],
    ['Nguyễn & Sơn.vcf', '/dav/Nguy%E1%BB%85n%20%26%20S%C6%A1n.vcf'],
    ["a'b(c)!*%.vcf", '/dav/a%27b%28c%29%21%2A%25.vcf'],
  ])('%s is %s and back', (name, href) => {
    expect(hrefOf(['dav', name], { isCollection: false })).toBe(href);
    expect(segmentsOf(href)).toEqual(['dav', name]);
  });

  test.each(['/dav/%', '/dav/%ff', '/dav/..', '/dav/%2e%2e/x', '/dav/a%2Fb', '/dav/%00'])(
    '%s leads nowhere',
    (path) => {
      expect(segmentsOf(path)).toBeNull();
    },
  );

  test('a whole URL is of this site, or of none', () => {
    const hosts = ['mail.saomai.example'];
    expect(pathOfHref(' /dav/x ', hosts)).toBe('/dav/x');
    expect(pathOfHref('https://mail.saomai.example/dav/x', hosts)).toBe('/dav/x');
    for (const href of ['https://evil.example/dav/x', '//evil.example/dav', 'dav/x', 'javascript:1', ''])
      expect(pathOfHref(href, hosts)).toBeNull();
  });
});

test('what is written is what is read, whatever it holds', () => {
  const words = 'Lan & <Anh> "x" \'y\' ]]> \r\n\t\u0085 😀';
  const { begin, end } = rootElement(dav('multistatus'));
  const odd = element('{http://example.com/?a&b}note', text(words), { lang: '"vi"\n' });
  const { children } = readXml(bytesOf(`${begin}${odd}${end}`).toString(), { depth: 3, elements: 3 });
  expect(children).toMatchObject([{ name: '{http://example.com/?a&b}note', text: words }]);
  expect(text('a\0\ufffe\ud800b')).toBe('ab');
});

test.each([
  ['BEGIN:VCARD\r\nFN:Lan & <Anh>\r\n', 'BEGIN:VCARD&#13;\nFN:Lan &amp; &lt;Anh&gt;&#13;\n'],
  ['Nguyễn 😀 \uf8ff\ufffd', 'Nguyễn 😀 \uf8ff\ufffd'],
  ['a\0\x1fb\ufffe\uffffc', 'abc'],
  ['é'.repeat(40_000), 'é'.repeat(40_000)],
])('CL-250 a kept text is written like any other, %#', (given, written) => {
  expect(bytesOf(textOfBytes(Buffer.from(given))).toString()).toBe(written);
  expect(textOfBytes(Buffer.from(given))).toBe(text(given));
});

test('CL-250 what is broken in a kept text is written as what it is read as', () => {
  const broken = Buffer.concat([Buffer.from('FN:'), Buffer.from([0xe1, 0xbb]), Buffer.from('&\r\n')]);
  expect(bytesOf(textOfBytes(broken)).toString()).toBe('FN:\ufffd&amp;&#13;\n');
});

describe('headers', () => {
  test('Depth is infinity where there is none', () => {
    expect([depthOf({}), depthOf({ depth: '0' }), depthOf({ depth: '1' })]).toEqual(['infinity', 0, 1]);
    expect(() => depthOf({ depth: '2' })).toThrow();
  });

  test.each([
    [{}, true, true],
    [{ 'if-match': '"a"' }, true, false],
    [{ 'if-match': '"b"' }, false, false],
    [{ 'if-match': 'a' }, true, false],
    [{ 'if-match': 'W/"a"' }, false, false],
    [{ 'if-match': '"b", "a"' }, true, false],
    [{ 'if-match': '*' }, true, false],
    [{ 'if-none-match': '*' }, false, true],
    [{ 'if-none-match': '"a"' }, false, true],
    [{ 'if-none-match': '"b"' }, true, true],
  ])('%j over a resource with the tag "a", and over none', (headers, overOne, overNone) => {
    const preconditions = preconditionsOf(headers);
    expect([isAllowed(preconditions, '"a"'), isAllowed(preconditions, null)]).toEqual([overOne, overNone]);
  });

  test('Prefer, and the older Brief', () => {
    const all = [{ prefer: 'return=minimal' }, { prefer: 'wait=1, return=minimal' }, { brief: 't' }];
    expect(all.map(prefersMinimal)).toEqual([true, true, true]);
    expect([{}, { prefer: 'return=representation' }, { brief: 'f' }].map(prefersMinimal)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
