import { getSchema } from '@tiptap/core';
import { type Node, DOMParser as SchemaParser } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { mailContent } from './editor-extensions.ts';
import { prepareHtml } from './prepare-html.ts';
import { writeMailHtml } from './write-mail-html.ts';

const schema = getSchema(mailContent);

function read(html: string): Node {
  const { body } = new DOMParser().parseFromString(prepareHtml(html), 'text/html');
  return SchemaParser.fromSchema(schema).parse(body);
}

const EVERYTHING = `<h2>Báo giá</h2><p style="text-align:center;margin-left:40px">Chào <b>chị</b> <i>Lan</i> <u>và</u> <s>anh</s>
<span style="font-size:18px"><span style="color:#d13b36"><span style="background-color:#fff3b0">màu</span></span></span><br>dòng</p><p><br></p>
<blockquote><p>lời cũ</p></blockquote><pre>a  b</pre><hr>
<ul><li>một<ol start="3"><li>ba</li></ol></li></ul>
<table border="1" cellpadding="4" width="100%"><thead><tr><th bgcolor="#eeeeee">Tên</th></tr></thead><tbody><tr><td style="width:50%;text-align:right">2</td></tr></tbody></table>
<p><a href="https://bocau.example">đây</a> <img src="/api/v2/files/f1/download?inline=1" width="120" height="80" alt="ảnh"></p>
<div data-signature=""><p>Lan Anh</p></div>`;

describe('a written message', () => {
  test('CW-10 shows its look where no style sheet of ours is', () => {
    const html = writeMailHtml(read(EVERYTHING));
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    expect(html).not.toMatch(/class=|<style|var\(|data-(?!signature)/);
    for (const line of body.querySelectorAll('p')) expect(line.style.marginTop).toBe('0px');
    for (const table of body.querySelectorAll('table')) expect(table.style.borderCollapse).toBe('collapse');
    expect((body.firstElementChild as HTMLElement).style.fontSize).toBe('15px');
    expect(body.querySelector('th')?.style.border).toContain('1px solid');
    expect(body.querySelector('th')?.style.backgroundColor).not.toBe('');
    expect(body.querySelector('td')?.style.textAlign).toBe('right');
    expect(body.querySelector('blockquote')?.style.borderLeft).toContain('2px solid');
    expect(body.querySelector('img')?.getAttribute('src')).toBe('/api/v2/files/f1/download?inline=1');
    expect(body.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(body.querySelector('[data-signature]')?.textContent).toBe('Lan Anh');
  });

  test('DR-8 is the same message when it is opened again', () => {
    const doc = read(EVERYTHING);
    const again = read(writeMailHtml(doc));
    expect(again.toJSON()).toEqual(doc.toJSON());
    expect(writeMailHtml(again)).toBe(writeMailHtml(doc));
  });

  test('DV-7 a link to a file of the drive is one piece, and the same again', () => {
    const card = { id: 'e1', name: 'Hợp <đồng>.pdf', href: 'https://mail.example/s/abc', about: '1,0 MB' };
    const doc = schema.node('doc', null, [
      schema.node('driveFile', card),
      schema.node('paragraph', null, schema.text('sau')),
    ]);
    const html = writeMailHtml(doc);
    expect(html).toContain('<p data-drive-file="e1" style="');
    expect(html).toContain('href="https://mail.example/s/abc"');
    expect(read(html).firstChild?.attrs).toEqual(card);
    // Without a link to a page it is a line like any other.
    const line = read('<p data-drive-file="e1"><a href="javascript:x">x</a></p>').firstChild;
    expect(line?.type.name).toBe('paragraph');
  });

  test.each(['<p>gốc&nbsp;</p>', '<p>một <b>hai&nbsp;</b></p>', '<h2>đề mục&nbsp;</h2>'])(
    'DR-8 keeps the space at the end of %s for who goes on writing',
    (html) => {
      const doc = read(html);
      const typed = doc.textContent.replaceAll('\u00a0', ' ');
      // Typed spaces are plain ones.
      const spaced = schema.nodeFromJSON(JSON.parse(JSON.stringify(doc.toJSON()).replaceAll('\u00a0', ' ')));
      expect(spaced.textContent).toBe(typed);
      const again = read(writeMailHtml(spaced)).textContent;
      expect(again.replaceAll('\u00a0', ' ')).toBe(typed);
    },
  );

  test('is empty when nothing is written', () => {
    expect(writeMailHtml(read(''))).toBe('');
    expect(writeMailHtml(read('<p><br></p>'))).toBe('');
    expect(writeMailHtml(read('<p></p><div data-signature="">Lan</div>'))).toContain('data-signature');
  });

  test('keeps empty lines, and spaces in a row', () => {
    expect(writeMailHtml(read('<p>a</p><p><br></p><p>b</p>'))).toContain('<p style="margin:0"><br></p>');
    expect(writeMailHtml(read('<p>a&nbsp; b</p>'))).toContain('a&nbsp; b');
  });

  test('has its normal size from the message, not from every word', () => {
    const html = writeMailHtml(
      read('<div style="font-size:18px">lớn <span style="font-size:15px">thường</span></div>'),
    );
    expect(html).toContain('<span style="font-size:18px">lớn </span>thường');
  });

  test('what was written in 13 px goes on in the size of today, beside words in a size that was chosen', () => {
    const former = 'font-family:Arial, Helvetica, sans-serif;font-size:13px;line-height:1.5';
    const html = writeMailHtml(
      read(`<div style="${former}"><p>thường <span style="font-size:13px">nhỏ</span></p></div>`),
    );
    expect(html).toContain(
      'font-size:15px;line-height:1.5"><p style="margin:0">thường <span style="font-size:13px">nhỏ',
    );
  });
});
