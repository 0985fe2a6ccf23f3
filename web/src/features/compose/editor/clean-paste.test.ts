// @vitest-environment jsdom
import { getSchema } from '@tiptap/core';
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { cleanPastedHtml } from './clean-paste.ts';
import { mailContent } from './editor-extensions.ts';
import { writeMailHtml } from './write-mail-html.ts';

const schema = getSchema(mailContent);

/** What a message holds after the paste, without the styles that every message has. */
function pasted(html: string): string {
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
  return writeMailHtml(SchemaParser.fromSchema(schema).parse(body))
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replaceAll(/ style="(margin:0|margin:0;padding-left:28px|border-collapse:collapse)"/g, '');
}

const WORD = (lines: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style>p.MsoNormal{margin:0cm;font-size:11.0pt;font-family:"Calibri",sans-serif;}</style></head>
<body lang=VI style='tab-interval:36.0pt'><!--StartFragment-->${lines}<!--EndFragment--></body></html>`;

function wordItem(level: number, mark: string, text: string): string {
  return `<p class=MsoListParagraph style='margin-left:${36 * level}pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>
<![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span lang=VI>${text}<o:p></o:p></span></p>`;
}

describe('what is pasted from Word and Outlook', () => {
  test('keeps its words, its bold and its colours, not its page', () => {
    const html = pasted(
      WORD(
        `<p class=MsoNormal style='mso-margin-top-alt:auto;line-height:200%'><b><span style='font-size:11.0pt;font-family:"Times New Roman",serif;mso-fareast-language:VI;color:windowtext'>Kính gửi</span></b><span style='font-size:24.0pt;color:#C00000'> quý công ty</span><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
      ),
    );
    expect(html).toBe(
      '<p><strong>Kính gửi</strong><span style="font-size:32px"><span style="color:rgb(192, 0, 0)"> quý công ty</span></span></p><p>&nbsp;</p>',
    );
  });

  test('has lists where it drew lists, with those inside of them', () => {
    const html = pasted(
      WORD(
        wordItem(1, '·', 'Một') +
          wordItem(2, 'o', 'Một chút') +
          wordItem(1, '·', 'Hai') +
          '<p class=MsoNormal>Giữa</p>' +
          wordItem(1, '3.', 'Ba') +
          wordItem(1, '4.', 'Bốn'),
      ),
    );
    expect(html).toBe(
      '<ul><li><p>Một</p><ul><li><p>Một chút</p></li></ul></li><li><p>Hai</p></li></ul>' +
        '<p>Giữa</p><ol start="3"><li><p>Ba</p></li><li><p>Bốn</p></li></ol>',
    );
  });

  test('leaves no trace of its own notation', () => {
    const clean = cleanPastedHtml(
      WORD(
        wordItem(1, '·', 'Một') +
          '<v:shape id="x"><v:imagedata src="file:///C:/a.png"/></v:shape><img src="file:///C:/a.png">',
      ),
    );
    expect(clean).not.toMatch(/mso|class=|<!--|<xml|o:p|v:|file:|Calibri/i);
  });
});

describe('what is pasted from a sheet', () => {
  test('is a table with borders, and with the look of its cells', () => {
    const html = pasted(`<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<style><!-- .xl65 {font-weight:700; background:yellow; mso-pattern:black none; text-align:center;} --></style></head><body>
<table border=0 cellpadding=0 cellspacing=0 width=174><col width=87><tr height=19><td class=xl65 width=87>Tháng</td><td colspan=2 align=right>1.250.000</td></tr></table></body></html>`);
    expect(html).toContain('<strong>Tháng</strong>');
    expect(html).toMatch(/<td style="[^"]*background-color:yellow;text-align:center[^"]*">/);
    expect(html).toMatch(/<td colspan="2" style="[^"]*border:1px solid [^"]*">/);
    expect(html).not.toMatch(/xl65|mso/);
  });
});

describe('what is pasted from Google Docs', () => {
  test('is not all bold, and as large as what is written', () => {
    const html = pasted(
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;font-weight:700;white-space:pre-wrap;">Đậm</span><span style="font-size:11pt;color:#000000;font-weight:400;"> thường</span></p></b><br class="Apple-interchange-newline">',
    );
    expect(html).toMatch(/^<p><strong>Đậm<\/strong> thường<\/p>/);
  });
});

describe('what is pasted from a hostile page', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">đây</a>',
    '<a href="&#106;avascript:alert(1)">đây</a>',
    '<p style="background:url(https://tracker.example/a.png);position:fixed">x</p>',
    '<table data-kept-style="background:url(https://tracker.example/)"><tr><td data-kept-style="position:fixed">x</td></tr></table>',
    '<p data-pm-slice="0 0 []"><img src=x onerror=alert(1)><script>alert(1)</script>x</p>',
    '<div data-pm-slice="0 0 []"><table data-kept-style="position:fixed"><tr><td>x</td></tr></table></div>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<iframe src="https://a.example"></iframe><form action="https://a.example"><input name=x></form>',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<img src="/api/v2/settings">',
  ])('can do nothing: %s', (html) => {
    expect(pasted(html)).not.toMatch(
      /script|onerror|javascript|url\(|position|iframe|<form|<input|svg|api\/v2|tracker/i,
    );
  });

  test('brings no signature of its own', () => {
    expect(pasted('<div data-signature="">Giám đốc</div>')).toBe('<p>Giám đốc</p>');
  });
});
