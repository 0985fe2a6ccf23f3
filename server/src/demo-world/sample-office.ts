import type { MailFile } from './mime.ts';
import { storeZip } from './sample-archive.ts';

export type Cell = string | number;

const openXml = 'http://schemas.openxmlformats.org';
const relations = `${openXml}/officeDocument/2006/relationships`;
const mimePrefix = 'application/vnd.openxmlformats-officedocument';
const drawing = `${openXml}/drawingml/2006/main`;

export function docx(name: string, title: string, paragraphs: string[], table: Cell[][] = []): MailFile {
  const body = [
    `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="32"/></w:rPr>${run(title)}</w:r></w:p>`,
    ...paragraphs.map((line) => `<w:p><w:r>${run(line)}</w:r></w:p>`),
    table.length > 0 ? wordTable(table) : '',
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1701" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>',
  ].join('');
  const document = `<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return office(name, 'wordprocessingml.document', 'word/document.xml', [
    ['word/document.xml', 'wordprocessingml.document.main', document],
  ]);
}

export function xlsx(name: string, sheetName: string, rows: Cell[][]): MailFile {
  const lines = rows.map((cells, row) => {
    const inner = cells.map((cell, column) => {
      const at = `${columnName(column)}${row + 1}`;
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
      return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
    });
    return `<row r="${row + 1}">${inner.join('')}</row>`;
  });
  const main = `xmlns="${openXml}/spreadsheetml/2006/main"`;
  const sheet = `<worksheet ${main}><cols><col min="1" max="12" width="22" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
  const workbook = `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return office(name, 'spreadsheetml.sheet', 'xl/workbook.xml', [
    ['xl/workbook.xml', 'spreadsheetml.sheet.main', workbook],
    ['xl/_rels/workbook.xml.rels', null, relationList([['worksheet', 'worksheets/sheet1.xml']])],
    ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet', sheet],
  ]);
}

export function pptx(name: string, slides: { title: string; lines: string[] }[]): MailFile {
  const spaces = `xmlns:a="${drawing}" xmlns:r="${relations}" xmlns:p="${openXml}/presentationml/2006/main"`;
  const emptyTree =
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const tree = (shapes: string) => `<p:cSld><p:spTree>${emptyTree}${shapes}</p:spTree></p:cSld>`;
  const slideIds = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 2}"/>`).join('');
  const presentation = `<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slideIds}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`;
  const master = `<p:sldMaster ${spaces}>${tree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`;
  const layout = `<p:sldLayout ${spaces} type="blank">${tree('')}</p:sldLayout>`;
  const shape = (id: number, top: number, height: number, size: number, lines: string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="${top}"/><a:ext cx="7900000" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/>${lines
      .map((line) => `<a:p><a:r><a:rPr lang="vi-VN" sz="${size}"/><a:t>${escapeXml(line)}</a:t></a:r></a:p>`)
      .join('')}</p:txBody></p:sp>`;
  const slideParts = slides.flatMap(({ title, lines }, i): OfficePart[] => [
    [
      `ppt/slides/slide${i + 1}.xml`,
      'presentationml.slide',
      `<p:sld ${spaces}>${tree(shape(2, 400000, 900000, 3600, [title]) + shape(3, 1600000, 4200000, 2000, lines))}</p:sld>`,
    ],
    [
      `ppt/slides/_rels/slide${i + 1}.xml.rels`,
      null,
      relationList([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
    ],
  ]);
  return office(name, 'presentationml.presentation', 'ppt/presentation.xml', [
    ['ppt/presentation.xml', 'presentationml.presentation.main', presentation],
    [
      'ppt/_rels/presentation.xml.rels',
      null,
      relationList([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, i): [string, string] => ['slide', `slides/slide${i + 1}.xml`]),
      ]),
    ],
    ['ppt/slideMasters/slideMaster1.xml', 'presentationml.slideMaster', master],
    [
      'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      null,
      relationList([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ]),
    ],
    ['ppt/slideLayouts/slideLayout1.xml', 'presentationml.slideLayout', layout],
    [
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
      null,
      relationList([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    ],
    ['ppt/theme/theme1.xml', 'theme', theme()],
    ...slideParts,
  ]);
}

/** Path, the content type after the common prefix (null for relation lists), XML. */
type OfficePart = [path: string, type: string | null, xml: string];

function office(name: string, type: string, mainPath: string, parts: OfficePart[]): MailFile {
  const overrides = parts
    .filter(([, partType]) => partType !== null)
    .map(([path, partType]) => `<Override PartName="/${path}" ContentType="${mimePrefix}.${partType}+xml"/>`);
  const types = `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
  const files: OfficePart[] = [
    ['[Content_Types].xml', null, types],
    ['_rels/.rels', null, relationList([['officeDocument', mainPath]])],
    ...parts,
  ];
  const entries = files.map(([path, , xml]) => ({
    name: path,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  }));
  return { name, type: `${mimePrefix}.${type}`, content: storeZip(entries) };
}

function relationList(targets: [kind: string, target: string][]): string {
  const items = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${openXml}/package/2006/relationships">${items.join('')}</Relationships>`;
}

function wordTable(rows: Cell[][]): string {
  const side = (edge: string) => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`;
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(side).join('');
  const grid = (rows[0] ?? []).map(() => '<w:gridCol w:w="2200"/>').join('');
  const lines = rows.map((cells) => {
    const inner = cells.map(
      (cell) =>
        `<w:tc><w:tcPr><w:tcW w:w="2200" w:type="dxa"/></w:tcPr><w:p><w:r>${run(String(cell))}</w:r></w:p></w:tc>`,
    );
    return `<w:tr>${inner.join('')}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl><w:p/>`;
}

function run(text: string): string {
  return `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`;
}

function columnName(column: number): string {
  return String.fromCharCode(65 + column);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function theme(): string {
  const colours = [
    ['dk1', '1F2937'],
    ['lt1', 'FFFFFF'],
    ['dk2', '0F4C5C'],
    ['lt2', 'F3F4F6'],
    ['accent1', 'E36414'],
    ['accent2', '0F4C5C'],
    ['accent3', '9A031E'],
    ['accent4', 'FB8B24'],
    ['accent5', '5F0F40'],
    ['accent6', '2A9D8F'],
    ['hlink', '2563EB'],
    ['folHlink', '7C3AED'],
  ].map(([slot, value]) => `<a:${slot}><a:srgbClr val="${value}"/></a:${slot}>`);
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln>${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `<a:theme xmlns:a="${drawing}" name="Sao Mai"><a:themeElements><a:clrScheme name="Sao Mai">${colours.join('')}</a:clrScheme><a:fontScheme name="Sao Mai"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Sao Mai"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
