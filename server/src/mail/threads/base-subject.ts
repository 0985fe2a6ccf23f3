const REPLY_MARK =
  /^(?:(?:re|fw|fwd|aw|wg|sv|vs|ref|tr|antw|tl|trả lời|tra loi|chuyển tiếp|chuyen tiep|ct)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*[:：]|\[(?:ext|external|spam)\]|\*\*spoof\*\*)\s*/iu;
const LIST_TAG = /^\[[^\][]{1,40}\]\s*/u;
const FORWARD_TAIL = /\s*\(fwd\)$/i;

/**
 * The base subject, without reply and forward prefixes and list tags: equal for all messages of a
 * conversation.
 */
export function baseSubject(subject: string): string {
  let rest = subject.normalize('NFC').slice(0, 1000).replace(/\s+/gu, ' ').trim();
  for (;;) {
    const stripped = rest.replace(REPLY_MARK, '').replace(FORWARD_TAIL, '').trim();
    const untagged = stripped.replace(LIST_TAG, '');
    // A subject that consists only of a tag keeps that tag.
    const next = untagged === '' ? stripped : untagged;
    if (next === rest) return rest.toLowerCase();
    rest = next;
  }
}
