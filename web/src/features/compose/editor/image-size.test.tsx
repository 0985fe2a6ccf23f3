import type { Editor } from '@tiptap/core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createEditor } from './create-editor.ts';
import { selectedImage, setImageSize, sizeOf, widthsFor } from './image-size.ts';
import { writeMailHtml } from './write-mail-html.ts';

const SRC = '/api/v2/files/f1/download?inline=1';

// jsdom has no layout: text has no position, and images have the size that a test gives them.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

let editor: Editor;
let image: HTMLImageElement;

beforeEach(() => {
  const element = document.createElement('div');
  document.body.append(element);
  const html = `<p>Xem <b><img src="${SRC}" alt="ảnh"></b> nhé</p>`;
  editor = createEditor({ element, html, label: '', shortcuts: {}, extensions: [], transfer: {} });
  image = editor.view.dom.querySelector('img') as HTMLImageElement;
  Object.defineProperty(image, 'naturalWidth', { value: 800 });
  Object.defineProperty(image, 'naturalHeight', { value: 600 });
  image.getBoundingClientRect = () => new DOMRect(0, 0, 400, 300);
  Object.defineProperty(image.closest('p'), 'clientWidth', { value: 560 });
  editor.commands.setNodeSelection(5);
});

const handle = (corner: string) =>
  editor.view.dom.querySelector<HTMLElement>(`[data-corner="${corner}"]`) as HTMLElement;

function pointer(target: EventTarget, kind: string, clientX: number): void {
  const event = new PointerEvent(kind, { clientX, pointerId: 1, button: 0, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
}

function written(): HTMLImageElement | null {
  return new DOMParser().parseFromString(writeMailHtml(editor.state.doc), 'text/html').querySelector('img');
}

const sizeWritten = () => [written()?.getAttribute('width'), written()?.getAttribute('height')];

test('CW-10 an image dragged by a handle keeps its proportions, and leaves with both of its sides', () => {
  pointer(handle('se'), 'pointerdown', 400);
  pointer(window, 'pointermove', 300);
  expect([image.width, image.height]).toEqual([300, 225]);
  expect(sizeWritten()).toEqual([null, null]);
  pointer(window, 'pointerup', 300);
  expect(sizeWritten()).toEqual(['300', '225']);
  expect(written()?.style.height).toBe('auto');
  expect(selectedImage(editor)?.image).toBe(image);
  editor.commands.undo();
  expect(sizeWritten()).toEqual([null, null]);
  expect(image.hasAttribute('width')).toBe(false);
});

test.each([
  ['nw', 500, 300],
  ['se', 2000, 560],
  ['ne', -2000, 24],
])('the handle %s at %i makes it %i wide, never wider than the text', (corner, x, width) => {
  pointer(handle(corner), 'pointerdown', 400);
  pointer(window, 'pointermove', x);
  pointer(window, 'pointerup', x);
  expect(sizeWritten()[0]).toBe(String(width));
});

test('Escape takes the dragging back, and reaches nothing else', () => {
  let heard = 0;
  const hear = () => {
    heard += 1;
  };
  document.addEventListener('keydown', hear);
  pointer(handle('se'), 'pointerdown', 400);
  pointer(window, 'pointermove', 300);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  pointer(window, 'pointerup', 300);
  document.removeEventListener('keydown', hear);
  expect([heard, image.hasAttribute('width')]).toEqual([0, false]);
  expect(sizeWritten()).toEqual([null, null]);
});

test('only what is selected has handles', () => {
  expect(editor.view.dom.querySelectorAll('[data-corner]')).toHaveLength(4);
  editor.commands.setTextSelection(1);
  expect(editor.view.dom.querySelectorAll('[data-corner]')).toHaveLength(0);
  expect(selectedImage(editor)).toBeNull();
});

test('the sizes of the menu are those that make it smaller, and how it came', () => {
  const natural = { width: 500, height: 250 };
  expect(widthsFor(natural)).toEqual(['small', 'medium', 'original']);
  expect(widthsFor(natural).map((width) => sizeOf(width, natural).height)).toEqual([100, 200, 250]);
  expect(widthsFor({ width: 90, height: 90 })).toEqual(['original']);
  const selected = selectedImage(editor);
  setImageSize(editor, selected?.at ?? 0, sizeOf('small', { width: 800, height: 600 }));
  expect(sizeWritten()).toEqual(['200', '150']);
});
