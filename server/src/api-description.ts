import { quota, user } from '@bocau/contract/account.ts';
import { API } from '@bocau/contract/api.ts';
import { bulkJob } from '@bocau/contract/bulk.ts';
import { changeSet } from '@bocau/contract/changes.ts';
import { folder } from '@bocau/contract/folders.ts';
import { attachedMessage, file, message, senderChecks } from '@bocau/contract/messages.ts';
import { suggestion } from '@bocau/contract/search.ts';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { thread, threadWithMessages } from '@bocau/contract/threads.ts';
import type { ApiDescription } from './platform/http/open-api.ts';

/** What the documentation of the API is printed from. */
export const apiDescription: ApiDescription = {
  title: 'Bồ Câu API',
  endpoints: API,
  entities: {
    User: user,
    Quota: quota,
    Folder: folder,
    Thread: thread,
    ThreadWithMessages: threadWithMessages,
    Message: message,
    AttachedMessage: attachedMessage,
    SenderChecks: senderChecks,
    File: file,
    BulkJob: bulkJob,
    ChangeSet: changeSet,
    Suggestion: suggestion,
  },
  sessionHeader: SESSION_HEADER,
  sessionCookie: SESSION_COOKIE,
};
