import { describe, expect, test } from 'vitest';
import { createEditor } from './create-editor.ts';
import { dropTemplateImages, transferProps } from './pasted-files.ts';
import { writeMailHtml } from './write-mail-html.ts';

const CENTRED = `<p class=MsoNormal align=center style='text-align:center'>CỘNG HÒA</p>`;
const ORDINARY = `<p class=MsoNormal>Kính gửi</p>`;
const item = (mark: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp;</span></span>${text}</p>`;
const LIST = item('1.', 'Một') + item('2.', 'Hai');

/** The message after this was pasted at the end of its first line. */
function pastedInto(html: string, clipboard: string): string {
  const nothing = () => undefined;
  const transfer = transferProps({ images: nothing, others: nothing });
  const element = document.createElement('div');
  const editor = createEditor({ element, html, label: '', shortcuts: {}, extensions: [], transfer });
  editor.commands.setTextSelection(1 + (editor.state.doc.firstChild?.content.size ?? 0));
  const clipboardData = { files: [], getData: () => clipboard };
  editor.view.pasteHTML(clipboard, { clipboardData, preventDefault: nothing } as unknown as ClipboardEvent);
  const written = writeMailHtml(editor.state.doc);
  editor.destroy();
  return written
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replaceAll(/ style="(margin:0|margin:0;padding-left:28px)"/g, '');
}

describe('where something is pasted', () => {
  test('an empty line takes the layout of what comes', () => {
    const centred = '<p style="margin:0;text-align:center">CỘNG HÒA</p>';
    expect(pastedInto('<p></p>', CENTRED)).toBe(centred);
    expect(pastedInto('<p></p><p>sau</p>', CENTRED + ORDINARY)).toBe(`${centred}<p>Kính gửi</p><p>sau</p>`);
  });

  test('a line with words keeps its own', () => {
    expect(pastedInto('<p>Chào</p>', CENTRED)).toBe('<p>ChàoCỘNG HÒA</p>');
  });

  test('a list stands by itself, also after words', () => {
    const list = '<ol><li><p>Một</p></li><li><p>Hai</p></li></ol>';
    expect(pastedInto('<p></p>', LIST)).toBe(list);
    expect(pastedInto('<p>Chào</p>', LIST)).toBe(`<p>Chào</p>${list}`);
  });
});

test('TE-16 what is pasted out of a template of the company leaves its images there', () => {
  const image = '/api/v2/domain-templates/images/0192f0a0-0000-7000-8000-000000000001';
  const file = '/api/v2/files/f1/download?inline=1';
  const element = document.createElement('div');
  const html = `<p>Chào<img src="${image}"><img src="${file}"></p><p><img src="${image}">Lan</p>`;
  const transfer = transferProps({ images: () => undefined, others: () => undefined });
  const editor = createEditor({ element, html, label: '', shortcuts: {}, extensions: [], transfer });
  expect(writeMailHtml(editor.state.doc)).toContain(image);
  dropTemplateImages(editor);
  const written = writeMailHtml(editor.state.doc);
  editor.destroy();
  expect(written).not.toContain(image);
  expect(written).toContain(file);
  expect(written).toContain('Lan');
});
