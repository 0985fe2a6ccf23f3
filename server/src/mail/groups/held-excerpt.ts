import { HELD_FILES, HELD_TEXT } from '@bocau/contract/held-messages.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { HeldExcerpt } from '../../tables.ts';
import type { NewMessage } from '../messages/new-message.ts';

/** Read for the excerpt, as much of it may be blank or hidden. */
const READ = 4 * HELD_TEXT;
const LONGEST_FILE_NAME = 120;
const LINE_BREAK = /\r\n|[\r\u2028\u2029]/g;
const CONTROL = /[^\P{Cc}\n]+/gu;
const BLANK_LINES = /\n[^\S\n]*(?:\n[^\S\n]*)+/g;

/** How a message begins, as plain text, and what is attached: keepers decide by it. */
export function heldExcerpt({
  body,
  bodyIsHtml,
  attachments,
}: Pick<NewMessage, 'body' | 'bodyIsHtml' | 'attachments'>): HeldExcerpt {
  const text = body === null ? '' : bodyIsHtml ? htmlToText(body, READ) : clip(body, READ);
  const files = attachments.filter(({ inline }) => !inline).slice(0, HELD_FILES);
  return {
    text: clip(tidy(text).replace(BLANK_LINES, '\n\n').trim(), HELD_TEXT),
    files: files.map(({ name }) => clip(tidy(name).replaceAll('\n', ' ').trim(), LONGEST_FILE_NAME)),
  };
}

/** Without what nobody sees, what turns the direction of writing, and what no JSON of the database takes. */
function tidy(text: string): string {
  const lines = text.toWellFormed().replace(LINE_BREAK, '\n').replace(CONTROL, ' ');
  return withoutHidden(lines).text;
}
