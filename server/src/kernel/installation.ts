import type { Kernel } from './kernel.ts';

/** Data about the program itself, and about its blobs. */
export const INSTALLATION = {
  name: 'installation',
  journal: null,
  mailboxRows: [],
  mailboxNames: {},
  blobColumns: [],
  otherBytes: {
    'orphaned_blobs.blob': 'what may be thrown away',
    'damaged_blobs.blob': 'what was found damaged or missing',
    'signing_keys.key': 'a secret',
    'push_keys.private_key': 'an encrypted secret',
  },
  leftOut: {
    processes: 'what ran at the time',
    blob_scrub: 'how far the reading of all blobs has come',
    last_backup: 'what is restored has no backup of its own yet',
    damaged_blobs: 'the copies of the blobs are read anew',
    silent_hosts: 'what other servers were like',
  },
} satisfies Kernel;
