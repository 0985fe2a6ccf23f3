import { acts } from './vi/acts.ts';
import { common } from './vi/common.ts';
import { errors, faults } from './vi/errors.ts';
import { folders } from './vi/folders.ts';
import { messages } from './vi/messages.ts';
import { notices } from './vi/notices.ts';
import { pages } from './vi/pages.ts';
import { search } from './vi/search.ts';
import { senderMarks } from './vi/sender-marks.ts';
import { shell } from './vi/shell.ts';
import { signIn } from './vi/sign-in.ts';
import { threadList } from './vi/thread-list.ts';

export const vi = {
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
} as const;
