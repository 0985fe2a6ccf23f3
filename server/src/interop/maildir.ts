import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A message of a Maildir; flags are its letters, in their order. */
export type MaildirMessage = { path: string; id: string; flags: string };

const MESSAGE_ID = /^Message-ID: *(?:\r?\n +)?<([^>]+)>/im;

export async function readMaildir(folder: string): Promise<MaildirMessage[]> {
  const messages: MaildirMessage[] = [];
  for (const sub of ['cur', 'new']) {
    for (const name of await readdir(join(folder, sub)).catch(() => [])) {
      const path = join(folder, sub, name);
      const [, id = ''] = MESSAGE_ID.exec((await readFile(path)).toString('latin1')) ?? [];
      messages.push({ path, id, flags: name.split(':2,')[1] ?? '' });
    }
  }
  return messages;
}

export async function writeToMaildir(folder: string, name: string, raw: string): Promise<void> {
  for (const sub of ['cur', 'new', 'tmp']) await mkdir(join(folder, sub), { recursive: true });
  await writeFile(join(folder, 'new', name), raw.replaceAll('\r\n', '\n'));
}

/** Gives a message other flags, as a program that reads the Maildir does. */
export async function flagInMaildir({ path }: MaildirMessage, flags: string): Promise<void> {
  const [stem = ''] = path.replace(/\/new\//, '/cur/').split(':2,');
  await rename(path, `${stem}:2,${[...new Set(flags)].sort().join('')}`);
}

export async function removeFromMaildir({ path }: MaildirMessage): Promise<void> {
  await rm(path);
}
