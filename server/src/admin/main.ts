import { constants } from 'node:os';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { refuseWithoutInstallation } from '../config/expected-installation.ts';
import { type AppContext, createContext } from '../context.ts';
import type { Logger } from '../platform/logger.ts';
import { addDomain } from './add-domain.ts';
import { addUser } from './add-user.ts';
import { addAlias, listAliases, removeAlias } from './alias.ts';
import { backup } from './backup.ts';
import { brakeList, brakeSet, brakeShow } from './brake.ts';
import { AdminError, type Command, type ConfigCommand } from './command.ts';
import { deleteDomain } from './delete-domain.ts';
import { deleteUser, undeleteUser } from './delete-user.ts';
import { doctor } from './doctor.ts';
import { addKey, listKeys, removeKey, useKey } from './domain-key.ts';
import { drainCommand } from './drain.ts';
import { explainError } from './explain-error.ts';
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
import { watchOutput } from './watch-output.ts';

const commands: Record<string, Command | ConfigCommand> = {
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

const { stdout: out, stderr: err } = process;
const LEAVE_WITHIN_MS = 8_000;
let leaving = false;
/** The command was interrupted. */
let cutOff = false;
let outputFault: number | null = null;
let openContext: AppContext | null = null;

/** Prints only the requested output; from the log only what an administrator must know. */
const log: Logger = {
  debug() {},
  info() {},
  warn: tell,
  error: tell,
};

function tell(fields: object, message: string): void {
  // Connections that end together with the embedded database are not worth a warning.
  if (leaving) return;
  err.write(`${message} ${JSON.stringify(fields)}\n`);
}

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] as string)) {
    out.write(usage());
    return words.length === 0 ? 2 : 0;
  }
  const name = [words.slice(0, 2).join(' '), words[0] as string].find((known) =>
    Object.hasOwn(commands, known),
  );
  if (name === undefined) {
    err.write(`There is no command '${words.slice(0, 2).join(' ')}'.\n\n${usage()}`);
    return 2;
  }
  const command = commands[name] as Command | ConfigCommand;
  const args = words.slice(name.split(' ').length);
  if (args.includes('--help')) {
    out.write(`npm run admin -- ${command.usage}\n\n${command.summary}.\n`);
    return 0;
  }
  const config = { ...readConfig(readEnv()), roles: new Set<never>() };
  if ('runWithout' in command) {
    return command.runWithout(config, out, { args, err }).catch((error: unknown) => {
      throw asUsageError(error, command);
    });
  }
  refuseWithoutInstallation(config);
  const context = await createContext(config, { log, existing: true });
  openContext = context;
  leaveOnSignal(context);
  try {
    return await command.run({ context, args, out, err });
  } catch (error) {
    throw asUsageError(error, command);
  } finally {
    leaving = true;
    await context.close();
  }
}

/** The embedded database must not be left running. Completed work is kept; an import resumes later. */
function leave(context: AppContext, code: number): void {
  if (leaving) return;
  leaving = true;
  cutOff = true;
  const exit = () => process.exit(code);
  context.clock.after(LEAVE_WITHIN_MS, exit);
  context.close().then(exit, exit);
}

function leaveOnSignal(context: AppContext): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => leave(context, 128 + constants.signals[signal]));
}

/** A command without a context runs to its end: only it can stop the database that it may have started. */
function leaveWithoutOutput(code: number): void {
  outputFault = code;
  process.exitCode = code;
  if (openContext) leave(openContext, code);
}

function asUsageError(error: unknown, { usage: line }: Pick<Command, 'usage'>): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) return error;
  return new AdminError(`${message.split('. ')[0]}. It goes: ${line}`, { cause: error });
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}\n      ${command.summary}\n`);
  return `npm run admin -- COMMAND\n\n${lines.join('')}`;
}

watchOutput({ out, err }, leaveWithoutOutput);
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = outputFault ?? code;
  },
  (error: Error) => {
    // After an interruption, further failures are only consequences.
    if (cutOff) return;
    err.write(`${explainError(error)}\n`);
    process.exitCode = outputFault ?? 1;
  },
);
