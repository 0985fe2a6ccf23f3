import { scanXml } from './scan-xml.ts';

/** The strings of a workbook, which cells reference by index. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let inText = false;
  let inPhonetic = false;
  let text = '';
  scanXml(xml, {
    text(run) {
      if (inText && !inPhonetic) text += run;
    },
    tag({ name, isEnd, isEmpty }) {
      if (name === 't') inText = !isEnd && !isEmpty;
      else if (name === 'rPh') inPhonetic = !isEnd && !isEmpty;
      else if (name === 'si' && (isEnd || isEmpty)) {
        strings.push(text);
        text = '';
      }
    },
  });
  return strings;
}
