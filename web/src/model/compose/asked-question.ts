import { fold } from '@bocau/contract/fold.ts';
import { textOf, withoutSignature } from './own-words.ts';

/** Words that ask for an answer without a question mark, folded: diacritics and case do not count. */
const ASKS =
  /\b(?:nho (?:anh|chi|em|ban|quy|co|chu|bac|thay)|vui long (?:xac nhan|phan hoi|tra loi|cho)|mong (?:som )?nhan (?:duoc )?phan hoi|mong (?:anh|chi|em|ban|quy \S+) (?:som )?(?:phan hoi|tra loi|xac nhan|cho)|xin (?:cho biet|xac nhan|phan hoi|y kien)|cho (?:em|anh|chi|toi|minh|chung toi) (?:biet|xin)|(?:phan hoi|xac nhan|tra loi) (?:giup|som|lai)|please (?:confirm|reply|respond|advise|let)|(?:could|can|would) you|let (?:me|us) know|look(?:ing)? forward to (?:your|hearing))\b/;

const BLOCK_QUOTE = /<blockquote\b[\s\S]*?<\/blockquote>/gi;
const BLOCK_END = /<\/(?:p|div|li|h\d|td)>|<br\b[^>]*>/gi;
const LONGEST = 60;

/** FU-14: the first words of one's own, quotes excluded, that ask something; null where none do. */
export function askedQuestion(body: string): string | null {
  const own = withoutSignature(body).replace(BLOCK_QUOTE, ' ').replace(BLOCK_END, '$&\n');
  for (const line of own.split('\n')) {
    const sentences = textOf(line).split(/(?<=[.!?…])\s+/);
    const asking = sentences.find((words) => isQuestion(words) || ASKS.test(fold(words)));
    if (asking) return asking.length > LONGEST ? `${asking.slice(0, LONGEST - 1).trimEnd()}…` : asking;
  }
  return null;
}

/** Not the question mark of an address. */
function isQuestion(sentence: string): boolean {
  return /\p{L}.*\?["”’)]*$/u.test(sentence) && !/^\S+$/.test(sentence);
}
