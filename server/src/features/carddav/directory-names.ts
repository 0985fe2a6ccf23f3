import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { OwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

/** Names of people in the directory, for addresses and UIDs of cards. */
export type DirectoryNames = {
  nameOf(mailboxId: number): string;
  /** Null for what is no name of this directory. */
  mailboxOf(name: string): number | null;
};

const KEY_BYTES = 32;
/** Where the mailbox stands in the block, behind the domain. */
const MAILBOX_AT = 8;
const CIPHER = 'aes-256-ecb';
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * A name is the numbers of domain and mailbox, encrypted as one block: it says nothing of how many mailboxes there
 * are, stays when the person gets another address, and needs no index to be found by.
 */
export async function directoryNames(
  db: ReadDb,
  { domain_id }: Pick<OwnDirectory, 'domain_id'>,
): Promise<DirectoryNames> {
  const key = Buffer.from(
    hkdfSync('sha256', await readForwardingKey(db), '', 'bocau directory card', KEY_BYTES),
  );
  return {
    nameOf(mailboxId) {
      const block = Buffer.alloc(2 * MAILBOX_AT);
      block.writeBigUInt64BE(BigInt(domain_id));
      block.writeBigUInt64BE(BigInt(mailboxId), MAILBOX_AT);
      const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
      return cipher.update(block).toString('hex').replace(GROUPS, '$1-$2-$3-$4-$5');
    },
    mailboxOf(name) {
      if (!isId(name)) return null;
      const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
      const block = decipher.update(Buffer.from(name.replaceAll('-', ''), 'hex'));
      if (block.readBigUInt64BE() !== BigInt(domain_id)) return null;
      const mailboxId = Number(block.readBigUInt64BE(MAILBOX_AT));
      return Number.isSafeInteger(mailboxId) ? mailboxId : null;
    },
  };
}
