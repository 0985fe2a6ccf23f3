import { parseArgs } from 'node:util';
import { readDetails, readPeople, readPerson } from '../features/people/people.store.ts';
import { detailsView, personView } from '../features/people/people.view.ts';
import { foldedWords } from '../platform/folded-words.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { createRowPrinter, FORMAT_OPTIONS, formatOf, type Row } from './print-rows.ts';

const AT_ONCE = 500;

export const listUsers: Command = {
  usage: 'user list [--domain D] [--search WORDS] [--json|--csv]',
  summary:
    'The users by their addresses, a line each; WORDS are beginnings of words of name and address, or an alias',
  async run({ context: { db }, args, out }) {
    const { values } = parseArgs({
      args,
      options: { domain: { type: 'string' }, search: { type: 'string', default: '' }, ...FORMAT_OPTIONS },
    });
    const domain = values.domain === undefined ? null : await findDomain(db, values.domain.toLowerCase());
    if (domain === undefined) throw new AdminError(`There is no domain ${values.domain}`);
    const words = [...new Set(foldedWords(values.search))];
    const print = createRowPrinter(out, formatOf(values));
    for (let after: string | null = null; ; ) {
      const page = {
        order: 'email',
        words,
        alias: values.search.trim().toLowerCase(),
        after,
        limit: AT_ONCE,
      } as const;
      const found = await readPeople(db, domain?.id ?? null, page);
      for (const person of found) print(rowOf(personView(person)));
      after = found.at(-1)?.email ?? null;
      if (found.length < AT_ONCE) return 0;
    }
  },
};

export const showUser: Command = {
  usage: 'user show EMAIL [--json|--csv]',
  summary:
    'One user: quota and use of mail and files, last sign-in, aliases, whether suspended (their domain too) or held',
  async run({ context: { db }, args, out }) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: FORMAT_OPTIONS });
    const { id } = await findMailbox(db, onlyArgument(positionals, 'EMAIL'));
    const person = await readPerson(db, null, id);
    if (!person) throw new AdminError(`There is no user ${positionals[0]}`);
    const row = { ...rowOf(personView(person)), ...detailsView(await readDetails(db, id)) };
    const format = formatOf(values);
    if (format !== 'text') createRowPrinter(out, format)(row);
    else for (const [key, value] of Object.entries(row)) out.write(`${key}=${value ?? ''}\n`);
    return 0;
  },
};

/** Times in a readable format instead of seconds. */
function rowOf(person: ReturnType<typeof personView>): Row {
  const { id: _id, email, fullname, type, aliases, last_sign_in_at, created_at, ...rest } = person;
  return {
    email,
    fullname,
    type,
    aliases,
    ...rest,
    last_sign_in: last_sign_in_at === null ? null : timeOf(last_sign_in_at),
    created: timeOf(created_at),
  };
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();
