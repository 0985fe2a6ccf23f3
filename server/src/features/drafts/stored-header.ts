import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { clip } from '../../platform/mime/clip-text.ts';

/** Controls, and whatever else might end a line somewhere. */
const NO_PART_OF_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function storedSubject(subject: string): string {
  return clip(inOneLine(subject), LIMITS.subjectLength);
}

export function storedPeople(people: MailAddress[]): MailAddress[] {
  return people.map(({ name, email }) => ({ name: inOneLine(name), email: inOneLine(email) }));
}

function inOneLine(text: string): string {
  return text.replace(NO_PART_OF_A_LINE, ' ');
}
