import { getSchema } from '@tiptap/core';
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { cleanPastedHtml } from './clean-paste.ts';
import { mailContent } from './editor-extensions.ts';
import { writeMailHtml } from './write-mail-html.ts';

const schema = getSchema(mailContent);

/** The message after the paste, without the styles that every message has. */
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

function wordItem(level: number, mark: string, text: string, list = 'lfo1'): string {
  return `<p class=MsoListParagraph style='margin-left:${36 * level}pt;text-indent:-18.0pt;mso-list:l0 level${level} ${list}'>
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

  test('keeps what is centred, set right, and its sizes as those that are offered', () => {
    const html = pasted(
      WORD(
        `<p class=MsoNormal align=center style='text-align:center;line-height:150%'><b style='mso-bidi-font-weight:normal'><span lang=VI style='font-size:14.0pt;line-height:150%;font-family:"Times New Roman",serif;mso-ansi-language:VI'>CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM<o:p></o:p></span></b></p>
<p class=MsoNormal align=right style='text-align:right'><i><span style='font-size:20.0pt'>Hà Nội</span></i><o:p></o:p></p><p class=MsoNormal style='text-align:justify;text-indent:36.0pt'><span style='font-size:10.0pt'>Kính gửi</span></p>`,
      ),
    );
    expect(html).toBe(
      '<p style="margin:0;text-align:center"><strong><span style="font-size:18px">CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM</span></strong></p>' +
        '<p style="margin:0;text-align:right"><em><span style="font-size:32px">Hà Nội</span></em></p>' +
        '<p style="margin:0;text-align:justify">Kính gửi</p>',
    );
  });

  test('has its letters and Roman numbers, and the numbers of articles as they are', () => {
    const html = pasted(
      WORD(
        wordItem(1, 'I.', 'Điều khoản') +
          wordItem(2, 'a)', 'Giá') +
          wordItem(2, 'b)', 'Hạn') +
          wordItem(1, 'II.', 'Thanh toán') +
          wordItem(2, '2.1.', 'Đợt một') +
          wordItem(2, '2.2.', 'Đợt hai') +
          wordItem(1, 'Điều 3.', 'Khác'),
      ),
    );
    expect(html).toBe(
      '<ol type="I"><li><p>Điều khoản</p><ol type="a"><li><p>Giá</p></li><li><p>Hạn</p></li></ol></li>' +
        '<li><p>Thanh toán</p><p>2.1. Đợt một</p><p>2.2. Đợt hai</p></li></ol><p>Điều 3. Khác</p>',
    );
  });

  test('has two lists where one follows the other', () => {
    const html = pasted(
      WORD(wordItem(1, '1.', 'Một') + wordItem(1, '2.', 'Hai') + wordItem(1, '1.', 'Một nữa', 'lfo2')),
    );
    expect(html).toBe('<ol><li><p>Một</p></li><li><p>Hai</p></li></ol><ol><li><p>Một nữa</p></li></ol>');
  });

  test('has tables as wide as they are, without the row that only counts columns', () => {
    const html = pasted(
      WORD(
        `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 width=623 style='width:467.5pt;border-collapse:collapse;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt;background:#D9E2F3;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal align=center style='text-align:center'><b>Tên hàng<o:p></o:p></b></p></td><td width=415 colspan=2 style='width:311.7pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Giá<o:p></o:p></p></td></tr>
<![if !supportMisalignedColumns]><tr height=0><td width=208 style='border:none'></td><td width=208 style='border:none'></td><td width=207 style='border:none'></td></tr><![endif]></table>`,
      ),
    );
    expect(html.match(/<tr/g)).toHaveLength(1);
    expect(html).toMatch(/<table style="[^"]*width:467.5pt/);
    expect(html).toMatch(
      /<td style="width:155.8pt;background-color:rgb\(217, 226, 243\)[^"]*"><p style="[^"]*text-align:center"><strong>Tên hàng/,
    );
    expect(html).toMatch(/<td colspan="2" style="width:311.7pt/);
  });

  test('in its form for the web has one list of the lines that it writes as many', () => {
    const line = (level: number, place: number, text: string) =>
      `<div class="ListContainerWrapper SCXW1 BCX0"><ol class="NumberListStyle1 SCXW1" role="list" start="${place}"><li data-listid="4" data-aria-posinset="${place}" data-aria-level="${level}" role="listitem" style="margin-left:${24 * level}px"><p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP" data-ccp-props="{}">&nbsp;</span></p></li></ol></div>`;
    expect(pasted(line(1, 1, 'Một') + line(2, 1, 'Trong') + line(1, 2, 'Hai'))).toBe(
      '<ol><li><p>Một</p><ol><li><p>Trong</p></li></ol></li><li><p>Hai</p></li></ol>',
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

describe('what is pasted from sheets on the web', () => {
  test('keeps the widths of its columns, sizes and the colour of words', () => {
    const html =
      pasted(`<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>
<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none"><colgroup><col width="100"/><col width="180" span="2"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;font-weight:bold;text-align:center;background-color:#ffff00;">Tên</td><td style="overflow:hidden;font-size:14pt;text-align:right;color:#ff0000;" data-sheets-numberformat="{}">1.250.000</td><td>đ</td></tr></tbody></table>`);
    expect(html).toMatch(
      /<td style="width:100px;background-color:rgb\(255, 255, 0\);text-align:center[^"]*"><p><strong>Tên/,
    );
    expect(html).toMatch(
      /<td style="width:180px;[^"]*text-align:right[^"]*"><p><span style="font-size:18px"><span style="color:rgb\(255, 0, 0\)">1\.250/,
    );
    expect(html.match(/width:180px/g)).toHaveLength(2);
    expect(html).not.toMatch(/width:0px|data-sheets/);
  });
});

describe('what is pasted from Google Docs', () => {
  test('has its lists, with those inside and their letters, its centred lines and its empty ones', () => {
    const item = (level: number, kind: string, text: string) =>
      `<li dir="ltr" style="list-style-type:${kind};font-size:11pt;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;">${text}</span></p></li>`;
    const html = pasted(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;text-align: center;"><span style="font-size:26pt;">Đầu đề</span></p><br /><ol style="margin-top:0;padding-inline-start:48px;">${item(1, 'decimal', 'Một')}<ol style="margin-top:0;">${item(2, 'lower-alpha', 'Trong')}</ol>${item(1, 'decimal', 'Hai')}</ol></b><br class="Apple-interchange-newline">`,
    );
    expect(html).toBe(
      '<p style="margin:0;text-align:center"><span style="font-size:32px">Đầu đề</span></p><p><br></p>' +
        '<ol><li><p>Một</p><ol type="a"><li><p>Trong</p></li></ol></li><li><p>Hai</p></li></ol>',
    );
  });

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
