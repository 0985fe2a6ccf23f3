import { fold } from '@bocau/contract/fold.ts';
import type { TemplateEntry } from './use-templates.ts';

/**
 * Templates of which every typed word is in the name, the folder or the subject, without case and marks. Those whose
 * name begins with what is typed come first, then the most used.
 */
export function findTemplates<T extends Pick<TemplateEntry, 'name' | 'folder' | 'subject' | 'uses'>>(
  entries: readonly T[],
  typed: string,
): T[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const begins = ({ name }: T) => (fold(name).startsWith(words.join(' ')) ? 0 : 1);
  return entries
    .filter(({ name, folder, subject }) => {
      const text = fold(`${name} ${folder} ${subject}`);
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => begins(one) - begins(other) || other.uses - one.uses);
}
