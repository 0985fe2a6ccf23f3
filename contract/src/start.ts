import { z } from 'zod';
import { getUserInfo } from './account.ts';
import { getChanges } from './changes.ts';
import { endpoint } from './endpoint.ts';
import { listFolders } from './folders.ts';
import { listLabels } from './labels.ts';
import { getSettings } from './settings.ts';
import { listThreads } from './threads.ts';

/** The calls that it stands for, by the names that clients call them by. */
const answers = z.object({
  getUserInfo: z.object({ data: getUserInfo.data }),
  getChanges: z.object({ data: getChanges.data }),
  getSettings: z.object({ data: getSettings.data }),
  listLabels: z.object({ data: listLabels.data }),
  listFolders: z.object({ data: listFolders.data, meta: listFolders.meta }),
  /** Null where there is no such folder. */
  listThreads: z.object({ data: listThreads.data, meta: listThreads.meta }).nullable(),
});
export type StartAnswers = z.infer<typeof answers>;

export const getStart = endpoint({
  method: 'GET',
  path: '/api/v2/start',
  summary:
    'What a mailbox opens with, in one call: user, change number, settings, folders and a page of a list',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({
    in: z.string().min(1).max(1000),
    limit: listThreads.query.shape.limit,
    offset: listThreads.query.shape.offset,
  }),
  data: answers,
  errors: [],
});
