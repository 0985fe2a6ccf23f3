const UID = /^(?:[\w-]+\.)?UID(?:;[^:\r\n]*)?:.*(?:\r?\n[ \t].*)*/im;
const VERSION = /^VERSION:.*?(\r?\n|\r)/im;

/** The card under this uid, in the place of its own, or after VERSION; every other byte stays. */
export function setUid(source: Buffer, uid: string): Buffer {
  const text = source.toString('latin1');
  const line = `UID:${uid}`;
  const set = UID.test(text)
    ? text.replace(UID, () => line)
    : text.replace(VERSION, (version, lineBreak: string) => `${version}${line}${lineBreak}`);
  return Buffer.from(set, 'latin1');
}
