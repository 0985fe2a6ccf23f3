import { CALENDAR } from './calendar.ts';
import { CONTACTS } from './contacts.ts';
import { DRIVE } from './drive.ts';
import { IDENTITY } from './identity.ts';
import { INSTALLATION } from './installation.ts';
import type { BlobColumn, Journal, Kernel, MailboxRows } from './kernel.ts';
import { MAIL } from './mail.ts';

/** Later kernels may reference earlier ones: rows are removed from the last to the first. */
export const KERNELS: Kernel[] = [INSTALLATION, IDENTITY, MAIL, DRIVE, CONTACTS, CALENDAR];

export const mailboxRows = (): MailboxRows[] => KERNELS.flatMap((kernel) => kernel.mailboxRows);
export const blobColumns = (): BlobColumn[] => KERNELS.flatMap((kernel) => kernel.blobColumns);
export const journals = (): Journal[] => KERNELS.flatMap(({ journal }) => journal ?? []);
export const isLeftOutOfBackups = (table: string): boolean =>
  KERNELS.some(({ leftOut }) => Object.hasOwn(leftOut, table));
