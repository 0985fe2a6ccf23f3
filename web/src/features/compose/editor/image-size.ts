import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';

export type ImageSize = { width: number; height: number };

/** Still large enough for its handles. */
const LEAST = 24;
const MOST = 4000;

/** Widths that most messages need; `null` is the original size. */
const IMAGE_WIDTHS = { small: 200, medium: 400, large: 600, original: null } as const;
export type ImageWidth = keyof typeof IMAGE_WIDTHS;

/** The size for this width in the image's aspect ratio, in whole pixels. */
export function sizeOfWidth(wanted: number, proportions: ImageSize, most = MOST): ImageSize {
  const width = Math.round(Math.min(Math.max(wanted, LEAST), Math.max(most, LEAST), MOST));
  const height = Math.max(1, Math.round((width * proportions.height) / proportions.width));
  return { width, height };
}

/** The widths that shrink the image, and the original one. */
export function widthsFor(natural: ImageSize): ImageWidth[] {
  const all = Object.keys(IMAGE_WIDTHS) as ImageWidth[];
  return all.filter((each) => (IMAGE_WIDTHS[each] ?? 0) < natural.width);
}

export function sizeOf(width: ImageWidth, natural: ImageSize): ImageSize {
  return sizeOfWidth(IMAGE_WIDTHS[width] ?? natural.width, natural);
}

/** The aspect ratio of the original image or, until that is known, of the image as displayed. */
export function proportionsOf(image: HTMLImageElement): ImageSize | null {
  if (image.naturalWidth > 0) return { width: image.naturalWidth, height: image.naturalHeight };
  const { width, height } = image.getBoundingClientRect();
  return width > 0 && height > 0 ? { width, height } : null;
}

/** The selected image, if it is not a remote one. */
export function selectedImage(editor: Editor): { at: number; image: HTMLImageElement } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null;
  const dom = editor.view.nodeDOM(selection.from);
  const image = dom instanceof HTMLElement ? dom.querySelector('img') : null;
  return image && { at: selection.from, image };
}

/** A single undo step; the image stays selected. */
export function setImageSize(editor: Editor, at: number, { width, height }: ImageSize): void {
  const { tr } = editor.state;
  editor.view.dispatch(tr.setNodeAttribute(at, 'width', width).setNodeAttribute(at, 'height', height));
}
