import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { diskUsed } from '@bocau/server/test-kit/disk-used.ts';
import { generateMailbox } from '../mailboxes/generate-mailbox.ts';
import { writeMaildir } from '../mailboxes/write-maildir.ts';
import { runAdmin } from '../program/run-admin.ts';
import type { Scenario } from './scenario.ts';

const MESSAGES = 10_000;
const QUICK_MESSAGES = 1_000;
/** Attachments as in office mail: 27 KB on average, which the budget assumes. */
const FILES = { part: 0.25, largest: 250_000 };

/** Disk space an import adds: blobs in blocks and the database with its indexes, after it has settled. */
export const disk: Scenario = {
  name: 'disk',
  async run({ world, quick }) {
    const { dataDir, databaseUrl, incoming } = world;
    const [email = ''] = incoming;
    const samples = quick ? QUICK_MESSAGES : MESSAGES;
    const maildir = join(dataDir, 'maildir-disk');
    const messages = generateMailbox(`disk ${process.pid}`, { name: email, email }, samples, FILES);
    const { bytes } = writeMaildir(maildir, messages);
    const before = await diskUsed(dataDir, databaseUrl);
    await runAdmin(dataDir, ['import', email, '--maildir', maildir]);
    const after = await diskUsed(dataDir, databaseUrl);
    rmSync(maildir, { recursive: true });
    const blobs = after.blobs - before.blobs;
    const database = after.database - before.database;
    const words = after.words - before.words;
    return [
      {
        scenario: 'disk',
        title: 'disk per byte of mail',
        size: null,
        samples,
        timesMail: (blobs + database) / bytes,
        note: `of ${Math.round(bytes / samples / 1e3)} KB each; blobs ${part(blobs, bytes)}, database ${part(database, bytes)}`,
      },
      {
        scenario: 'disk-words',
        title: 'index of words per byte of mail',
        size: null,
        samples,
        timesMail: words / bytes,
        megabytes: words / 1e6,
      },
    ];
  },
};

function part(bytes: number, of: number): string {
  return (bytes / of).toFixed(2);
}
