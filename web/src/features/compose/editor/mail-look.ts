import { WRITTEN_FONT, WRITTEN_SIZE, WRITTEN_STYLE } from '@bocau/contract/mail-html.ts';

/**
 * How our messages look to the recipient. Literal values, because the recipient's program knows neither our
 * tokens nor any style sheet: everything is written as inline styles.
 */
export const BASE_SIZE = WRITTEN_SIZE;
export const FONT_SIZES = [12, BASE_SIZE, 18, 32] as const;
export const BASE_FONT = WRITTEN_FONT;
export const BODY_STYLE = WRITTEN_STYLE;
/** The size in which messages and signatures were written in earlier releases. */
export const FORMER_BASE_SIZE = 13;

/** Available on nearly every device; the first is the default of a message. */
export const FONT_FAMILIES = [
  { name: 'Arial', value: null },
  { name: 'Times New Roman', value: 'Times New Roman, Times, serif' },
  { name: 'Georgia', value: 'Georgia, serif' },
  { name: 'Tahoma', value: 'Tahoma, Geneva, sans-serif' },
  { name: 'Verdana', value: 'Verdana, Geneva, sans-serif' },
  { name: 'Courier New', value: 'Courier New, Courier, monospace' },
] as const;

export const INDENT_STEP = 40;
export const MOST_INDENT = 10;

const LINE = '#c9d0d8';
export const CELL_BORDER = `1px solid ${LINE}`;

/** By element; an element's own styles come after these. */
export const ELEMENT_STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0',
  h1: 'margin:0;font-size:32px;line-height:1.4',
  h2: 'margin:0;font-size:20px;line-height:1.4',
  h3: 'margin:0;font-size:17px;line-height:1.4',
  h4: 'margin:0;font-size:15px;line-height:1.5',
  ul: 'margin:0;padding-left:28px',
  ol: 'margin:0;padding-left:28px',
  blockquote: `margin:0 0 0 8px;padding-left:12px;border-left:2px solid ${LINE}`,
  pre: 'margin:0;font-family:monospace;white-space:pre-wrap',
  hr: `border:0;border-top:1px solid ${LINE};margin:8px 0`,
  table: 'border-collapse:collapse',
  img: 'max-width:100%',
};

/** Readable on white and on dark backgrounds. The words are keys of `compose.editor.colours`. */
export const TEXT_COLOURS = [
  { words: 'grey', value: '#6b7683' },
  { words: 'red', value: '#d13b36' },
  { words: 'orange', value: '#b85c00' },
  { words: 'green', value: '#0f8a63' },
  { words: 'teal', value: '#0e8296' },
  { words: 'blue', value: '#2f6fe4' },
  { words: 'purple', value: '#8a4fd0' },
  { words: 'pink', value: '#c23b83' },
] as const;

export const BACKGROUNDS = [
  { words: 'yellow', value: '#fff3b0' },
  { words: 'orange', value: '#ffe0c2' },
  { words: 'red', value: '#ffd6d4' },
  { words: 'green', value: '#d3f2e4' },
  { words: 'teal', value: '#cdeef4' },
  { words: 'blue', value: '#d8e6ff' },
  { words: 'purple', value: '#eadcfb' },
  { words: 'grey', value: '#e6eaee' },
] as const;
