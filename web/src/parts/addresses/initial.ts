import { fold } from '@bocau/contract/fold.ts';

/** The most common Vietnamese family names, without diacritics. */
const FAMILY_NAMES = new Set(
  (
    'nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh doan truong lam mai trinh dao ' +
    'cao luong luu to thai chau quach ton tang kieu nghiem mac la ta ha phung thach dam khuat nong ma'
  ).split(' '),
);

/** The initial for an avatar: for a Vietnamese name that of the given name, which comes last. */
export function initialOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const isVietnamese = words.length > 1 && FAMILY_NAMES.has(fold(words[0] as string));
  const word = (isVietnamese ? words.at(-1) : words[0]) ?? '?';
  return ([...word.normalize('NFC')][0] as string).toLocaleUpperCase('vi');
}
