import { addDomain } from './add-domain.ts';
import { addUser } from './add-user.ts';
import { addAlias, listAliases, removeAlias } from './alias.ts';
import { backup } from './backup.ts';
import { brakeList, brakeSet, brakeShow } from './brake.ts';
import type { Command, ConfigCommand } from './command.ts';
import { deleteDomain } from './delete-domain.ts';
import { deleteUser, undeleteUser } from './delete-user.ts';
import { doctor } from './doctor.ts';
import { addKey, listKeys, removeKey, useKey } from './domain-key.ts';
import { drainCommand } from './drain.ts';
import { exportCommand } from './export.ts';
import { listGroups, showGroup } from './groups.ts';
import { importCommand } from './import.ts';
import { importUsers } from './import-users.ts';
import { checkDomain, listDomains } from './list-domains.ts';
import { listUsers, showUser } from './list-users.ts';
import { migrateCommand } from './migrate.ts';
import { migrateMailbox } from './migrate-mailbox.ts';
import { audit, endSession, listSessions, listSignIns } from './oversight.ts';
import {
  queueHold,
  queueList,
  queueRelease,
  queueRemove,
  queueRetry,
  queueSenders,
  queueShow,
  queueTotals,
} from './queue.ts';
import { rebuild } from './rebuild.ts';
import { recountCommand } from './recount.ts';
import { refile } from './refile.ts';
import { renameUser } from './rename-user.ts';
import { resetLink } from './reset-link.ts';
import { restore } from './restore.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { scrub, scrubStatus } from './scrub.ts';
import { setDomain } from './set-domain.ts';
import { setUser } from './set-user.ts';
import { showDomain } from './show-domain.ts';
import { statusCommand } from './status.ts';
import { addToken, listTokens, revokeToken } from './token.ts';
import { trace } from './trace.ts';
import { verify } from './verify.ts';

/** By the words with which they are called. */
export const commands: Record<string, Command | ConfigCommand> = {
  'domain add': addDomain,
  'domain list': listDomains,
  'domain check': checkDomain,
  'domain set': setDomain,
  'domain show': showDomain,
  'domain delete': deleteDomain,
  'domain keys': listKeys,
  'domain key-add': addKey,
  'domain key-use': useKey,
  'domain key-remove': removeKey,
  'user add': addUser,
  'user import': importUsers,
  'user list': listUsers,
  'user show': showUser,
  'user set': setUser,
  'user rename': renameUser,
  'user delete': deleteUser,
  'user undelete': undeleteUser,
  'user reset-link': resetLink,
  'alias add': addAlias,
  'alias remove': removeAlias,
  'alias list': listAliases,
  'group list': listGroups,
  'group show': showGroup,
  'token add': addToken,
  'token list': listTokens,
  'token revoke': revokeToken,
  import: importCommand,
  'migrate-mailbox': migrateMailbox,
  export: exportCommand,
  rebuild,
  recount: recountCommand,
  refile,
  migrate: migrateCommand,
  'queue list': queueList,
  'queue totals': queueTotals,
  'queue senders': queueSenders,
  'queue show': queueShow,
  'queue retry': queueRetry,
  'queue hold': queueHold,
  'queue release': queueRelease,
  'queue remove': queueRemove,
  'session list': listSessions,
  'session end': endSession,
  'session history': listSignIns,
  audit,
  'brake list': brakeList,
  'brake show': brakeShow,
  'brake set': brakeSet,
  status: statusCommand,
  drain: drainCommand,
  trace,
  'secrets rotate': rotateSecrets,
  'scrub status': scrubStatus,
  scrub,
  backup,
  verify,
  restore,
  doctor,
};
