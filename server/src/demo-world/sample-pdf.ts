import type { MailFile } from './mime.ts';

/** Helvetica's advance widths for the characters from space to tilde, in thousandths. */
const asciiWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

export type PdfPage = { title: string; lines: string[] };

/**
 * Text as a viewer can search and copy it. No font is embedded: messages outside ASCII get the codes from 128 on in the
 * order of their first use, named by their Unicode value, and the viewer's own Arial draws them.
 */
export function pdf(name: string, pages: PdfPage[]): MailFile {
  const codes = assignCodes(pages.flatMap((page) => [page.title, ...page.lines]).join(''));
  const objects: string[] = [];
  const pageNumber = (i: number) => 6 + i * 2;
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, i) => `${pageNumber(i)} 0 R`).join(' ');
  objects.push(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  objects.push(fontObject(codes));
  objects.push(
    '<< /Type /FontDescriptor /FontName /Arial /Flags 32 /FontBBox [-665 -325 2000 1040] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 716 /StemV 80 >>',
  );
  objects.push(stream(toUnicode(codes)));
  pages.forEach((page, i) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${pageNumber(i) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.push(stream(pageContent(page, `${i + 1} / ${pages.length}`, codes)));
  });
  return { name, type: 'application/pdf', content: assemble(objects) };
}

function assignCodes(text: string): Map<string, number> {
  const codes = new Map<string, number>();
  for (const message of text.normalize('NFC')) {
    if (message > '~' && !codes.has(message)) codes.set(message, 128 + codes.size);
  }
  if (codes.size > 128) throw new Error('A sample PDF has room for 128 messages outside ASCII');
  return codes;
}

function fontObject(codes: Map<string, number>): string {
  const names = [...codes.keys()].map((letter) => `/uni${hex4(letter)}`).join(' ');
  const widths = [...asciiWidths, 278, ...[...codes.keys()].map(widthOf)];
  return `<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 32 /LastChar ${127 + codes.size} /Widths [${widths.join(' ')}] /FontDescriptor 4 0 R /ToUnicode 5 0 R /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [128 ${names}] >> >>`;
}

function widthOf(message: string): number {
  const base = message === 'đ' ? 'd' : message === 'Đ' ? 'D' : message.normalize('NFD').charAt(0);
  return asciiWidths[base.charCodeAt(0) - 32] ?? 556;
}

function toUnicode(codes: Map<string, number>): string {
  const pairs = [...codes].map(([message, code]) => `<${code.toString(16)}> <${hex4(message)}>`);
  const blocks: string[] = [];
  for (let i = 0; i < pairs.length; i += 100) {
    const block = pairs.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /SaoMai def\n/CMapType 2 def\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n1 beginbfrange\n<20> <7e> <0020>\nendbfrange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}

function pageContent(page: PdfPage, footer: string, codes: Map<string, number>): string {
  const show = (text: string) => `<${encode(text, codes)}> Tj`;
  const body = page.lines.map((line) => `${show(line)} T*`).join('\n');
  return [
    `BT /F1 18 Tf 60 770 Td ${show(page.title)} ET`,
    '0.75 w 60 756 m 535 756 l S',
    `BT /F1 11 Tf 17 TL 60 730 Td\n${body}\nET`,
    `BT /F1 9 Tf 280 40 Td ${show(footer)} ET`,
  ].join('\n');
}

function encode(text: string, codes: Map<string, number>): string {
  let out = '';
  for (const message of text.normalize('NFC')) {
    out += (codes.get(message) ?? message.charCodeAt(0)).toString(16).padStart(2, '0');
  }
  return out;
}

function hex4(message: string): string {
  return message.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

function stream(content: string): string {
  return `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`;
}

function assemble(objects: string[]): Buffer {
  let out = '%PDF-1.5\n';
  const offsets: number[] = [];
  objects.forEach((object, i) => {
    offsets.push(out.length);
    out += `${i + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${out}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`,
  );
}
