import { append } from './append-message.ts';
import { create, remove, rename, subscribe, unsubscribe } from './change-folders.ts';
import { copy, move, uidCopy, uidMove } from './copy-messages.ts';
import { expunge, uidExpunge } from './expunge-messages.ts';
import { fetch, uidFetch } from './fetch-messages.ts';
import { capability, check, compress, enable, id, logout, noop, starttls } from './general-commands.ts';
import { idle } from './idle.ts';
import { list, lsub, namespace, xlist } from './list-folders.ts';
import { getQuota, getQuotaRoot } from './quota.ts';
import { search, uidSearch } from './search-messages.ts';
import { close, examine, select, unselect } from './select-folder.ts';
import type { Command } from './session.ts';
import { authenticate, login } from './sign-in-commands.ts';
import { sort, uidSort } from './sort-messages.ts';
import { status } from './status.ts';
import { store, uidStore } from './store-flags.ts';
import { thread, uidThread } from './thread-messages.ts';

/** Every command that is served, by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['APPEND', append],
  ['AUTHENTICATE', authenticate],
  ['CAPABILITY', capability],
  ['CHECK', check],
  ['CLOSE', close],
  ['COMPRESS', compress],
  ['COPY', copy],
  ['CREATE', create],
  ['DELETE', remove],
  ['ENABLE', enable],
  ['EXAMINE', examine],
  ['EXPUNGE', expunge],
  ['FETCH', fetch],
  ['GETQUOTA', getQuota],
  ['GETQUOTAROOT', getQuotaRoot],
  ['ID', id],
  ['IDLE', idle],
  ['LIST', list],
  ['LOGIN', login],
  ['LOGOUT', logout],
  ['LSUB', lsub],
  ['MOVE', move],
  ['NAMESPACE', namespace],
  ['NOOP', noop],
  ['RENAME', rename],
  ['SEARCH', search],
  ['SELECT', select],
  ['SORT', sort],
  ['STARTTLS', starttls],
  ['STATUS', status],
  ['STORE', store],
  ['SUBSCRIBE', subscribe],
  ['THREAD', thread],
  ['UNSELECT', unselect],
  ['UNSUBSCRIBE', unsubscribe],
  ['XLIST', xlist],
]);

/** Those that stand behind UID. */
export const UID_COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['COPY', uidCopy],
  ['EXPUNGE', uidExpunge],
  ['FETCH', uidFetch],
  ['MOVE', uidMove],
  ['SEARCH', uidSearch],
  ['SORT', uidSort],
  ['STORE', uidStore],
  ['THREAD', uidThread],
]);
