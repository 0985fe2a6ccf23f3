import { describe, expect, test } from 'vitest';
import { readXml, XmlEntityFault, XmlFault } from './read-xml.ts';

const LIMITS = { depth: 32, elements: 1_000 };
const read = (xml: string) => readXml(xml, LIMITS);

describe('what is read', () => {
  test('names are of their namespaces, whatever the prefixes', () => {
    const prefixed = read(
      '<?xml version="1.0"?><A:propfind xmlns:A="DAV:"><A:prop><A:href/></A:prop></A:propfind>',
    );
    expect(prefixed).toEqual(read('<propfind xmlns="DAV:"><prop><href></href></prop></propfind>'));
    expect(prefixed.name).toBe('{DAV:}propfind');
    expect(
      read('<a xmlns="x"><b xmlns=""/><c xmlns="y"><d/></c><e/></a>').children.map(({ name }) => name),
    ).toEqual(['{}b', '{y}c', '{x}e']);
  });

  test('text, references, sections and comments', () => {
    const { text } = read('\ufeff<a>Nguy&#x1ec5;n <!-- <b> --> &amp; <![CDATA[<Lan> & Anh]]> &#65;</a>');
    expect(text).toBe('Nguyễn  & <Lan> & Anh A');
  });

  test('attributes, in either quotes', () => {
    const { attributes } = read(
      `<a name='EM"AIL' negate-condition = "yes" xmlns:x="y" x:z="1" v="&lt;&quot;"/>`,
    );
    expect([...attributes]).toEqual([
      ['name', 'EM"AIL'],
      ['negate-condition', 'yes'],
      ['v', '<"'],
    ]);
  });
});

describe('what is refused', () => {
  test.each([
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1/"><a/>',
    '<a><!ELEMENT b ANY></a>',
    '<a>&b;</a>',
    '<a b="&lol9;"/>',
    '<a>&toString;</a>',
  ])('what declares or needs an entity: %s', (xml) => {
    expect(() => read(xml)).toThrow(XmlEntityFault);
  });

  test.each([
    ...[
      '',
      ' ',
      'text',
      '<a>',
      '<a></b>',
      '</a>',
      '<a/><b/>',
      '<a/>text',
      '<a',
      '<a b/>',
      '<a b=c/>',
      '<a b="c/>',
    ],
    ...[
      '<a b="1" b="2"/>',
      '<a b="<"/>',
      '<a b="1"c="2"/>',
      '<x:a/>',
      '<x:a xmlns:x=""/>',
      '<:a/>',
      '<a:/>',
      '< a/>',
      '<a>&;</a>',
      '<a>& b</a>',
    ],
    ...['<a>&#0;</a>', '<a>&#x1f;</a>', '<a>&#xd800;</a>', '<a>&#x110000;</a>', '<a>\0</a>', '<a>\ud800</a>'],
    ...['<a><!-- </a>', '<a><![CDATA[</a>', '<?xml version="1.0"', '<![CDATA[x]]><a/>'],
  ])('what is not well-formed: %j', (xml) => {
    expect(() => read(xml)).toThrow(XmlFault);
  });

  test('what is nested too deep, has too many elements or too many attributes', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(read(nested(32)).name).toBe('{}a');
    expect(() => read(nested(33))).toThrow(XmlFault);
    expect(() => read(nested(100_000))).toThrow(XmlFault);
    expect(() => read(`<a>${'<b/>'.repeat(1_000)}</a>`)).toThrow(XmlFault);
    expect(() => read(`<a ${Array.from({ length: 60 }, (_, at) => `b${at}=""`).join(' ')}/>`)).toThrow(
      XmlFault,
    );
  });
});
