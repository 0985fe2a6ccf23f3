import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { importPeople, planImport } from '../features/people/import-people.ts';
import { readListedPeople } from '../features/people/read-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { isGuessable } from '../features/session/protection/guessable-password.ts';
import { AdminError, type Command } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { createProgress } from './progress.ts';

export const importUsers: Command = {
  usage: 'user import --csv FILE|- [--check] [--links] [--update]',
  summary:
    'Adds the people of a list; whoever is there already stays as they are, so it can be given again. Its first line ' +
    'names the columns: email, name, quota_mb, role (owner or member), aliases (with spaces between), password or ' +
    'password_hash ({ARGON2ID} or {SHA512-CRYPT}), and for the directory title, department, phone, manager (an ' +
    'address) and hidden (1 or 0), which --update writes of those who are there too. With a fault in any line nothing is done. --check only says what ' +
    'would be; --links prints a link for each who has no password, to choose one by within a week: EMAIL,LINK',
  async run({ context, args, out, err, stdin = process.stdin }) {
    const { values } = parseArgs({
      args,
      options: {
        csv: { type: 'string' },
        check: { type: 'boolean', default: false },
        links: { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
      },
    });
    if (!values.csv) throw new AdminError('--csv is missing');
    const csv = values.csv === '-' ? await text(stdin) : await readFile(values.csv, 'utf8');
    const deps = { ...context, hashPassword, isGuessable };
    const { people, faults: unreadable } = readListedPeople(csv);
    const plan = await planImport(deps, people, commandLine());
    const faults = [...unreadable, ...plan.faults].sort((a, b) => a.line - b.line);
    for (const { line, field, problem } of faults) err.write(`line ${line}: ${field} ${problem}\n`);
    if (faults.length > 0) throw new AdminError(`Nothing was done: ${faults.length} faults`);
    if (values.check) {
      out.write(`${plan.people.length} are new, ${plan.there} are there already.\n`);
      if (values.update) out.write(`Of ${plan.changed} the directory would change.\n`);
      return 0;
    }
    const progress = createProgress(context.clock, err, plan.people.length, 'people');
    const { added, changed, links, stopped } = await importPeople(deps, plan.people, commandLine(), {
      links: values.links,
      known: values.update ? plan.known : [],
      added: (count) => progress.show(count),
    });
    progress.end();
    for (const { email, link } of links) out.write(`${email},${link}\n`);
    if (stopped !== null) {
      const done = `Added ${added} of ${plan.people.length} people, and stopped`;
      throw new AdminError(`${done}: ${stopped.message}. The list can be given again`, { cause: stopped });
    }
    if (values.update && !values.links) out.write(`Changed what the directory says of ${changed} people.\n`);
    if (!values.links) out.write(`Added ${added} people; ${plan.there} were there already.\n`);
    return 0;
  },
};
