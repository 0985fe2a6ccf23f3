import { acts } from './en/acts.ts';
import { common } from './en/common.ts';
import { errors, faults } from './en/errors.ts';
import { folders } from './en/folders.ts';
import { messages } from './en/messages.ts';
import { notices } from './en/notices.ts';
import { pages } from './en/pages.ts';
import { search } from './en/search.ts';
import { senderMarks } from './en/sender-marks.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { threadList } from './en/thread-list.ts';
import type { vi } from './vi.ts';
import type { Words } from './words.ts';

export const en: Words<typeof vi> = {
  acts,
  common,
  errors,
  faults,
  folders,
  messages,
  notices,
  pages,
  search,
  shell,
  signIn,
  threadDetail: senderMarks,
  threadList,
};
