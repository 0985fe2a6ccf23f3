import { LIMITS } from '@bocau/contract/limits.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const CONTROL_IN_NOTES = /[^\P{Cc}\n\t]+/gu;
const LINE_BREAK = /\r\n|[\r\u2028\u2029]/g;

/** Text of one line, without characters that nobody sees or that turn its direction. */
export function tidyLine(text: string, longest: number = LIMITS.contactTextLength): string {
  const line = text.replace(CONTROL, ' ').trim();
  return withoutHidden(clip(line, longest)).text.trim();
}

export function tidyNotes(text: string): string {
  const lines = text.replace(LINE_BREAK, '\n').replace(CONTROL_IN_NOTES, ' ').trim();
  return withoutHidden(clip(lines, LIMITS.contactNotesLength)).text.trim();
}
