const UID = /^(?:[\w-]+\.)?UID(?:;[^:\r\n]*)?:.*(?:\r?\n[ \t].*)*/im;

/** The card under another uid; every other byte stays. A card without one stays as it is. */
export function replaceUid(source: Buffer, uid: string): Buffer {
  return Buffer.from(source.toString('latin1').replace(UID, `UID:${uid}`), 'latin1');
}
