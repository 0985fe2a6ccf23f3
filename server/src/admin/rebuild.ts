import { parseArgs } from 'node:util';
import { rebuildCalendars } from '../calendar/objects/refresh-objects.ts';
import { rebuildContacts } from '../contacts/rebuild/rebuild-cards.ts';
import { DERIVED, type Derived } from '../mail/rebuild/derived-versions.ts';
import { countAllMessages } from '../mail/rebuild/rebuild.store.ts';
import { rebuildMailbox } from '../mail/rebuild/rebuild-mailbox.ts';
import { readMailboxes } from './accounts.store.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { createProgress } from './progress.ts';

export const rebuild: Command = {
  usage:
    'rebuild EMAIL|--all [--what cards,words,snippets,bodies,sources,attachments,structures,contacts,calendars]',
  summary:
    'Makes list rows, search words, snippets and bodies anew from the messages, and what is derived from contacts and events, while the mailbox is in use',
  async run({ context, args, out, err }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, what: { type: 'string' } },
    });
    const wanted = readWhat(values.what);
    if (values.all && positionals.length > 0) throw new AdminError('Either EMAIL or --all');
    const mailboxes = values.all
      ? await readMailboxes(context.db)
      : [await findMailbox(context.db, onlyArgument(positionals, 'EMAIL'))];
    for (const { id, email } of mailboxes) {
      const total =
        (await countAllMessages(context.db, id)) * wanted.filter((what) => !isElsewhere(what)).length;
      const progress = createProgress(context.clock, err, total, `steps of ${email}`);
      let done = 0;
      for (const what of wanted) {
        if (isElsewhere(what)) {
          await ELSEWHERE[what](context, id);
          continue;
        }
        await rebuildMailbox(context, id, what, {
          again: true,
          async afterStep(messages) {
            done += messages;
            progress.show(done);
          },
        });
      }
      progress.end();
    }
    const whose = values.all ? `${mailboxes.length} mailboxes` : mailboxes.map(({ email }) => email).join();
    out.write(`Rebuilt ${wanted.join(', ')} of ${whose}.\n`);
    return 0;
  },
};

/** What is not derived from messages. */
const ELSEWHERE = { contacts: rebuildContacts, calendars: rebuildCalendars };
const isElsewhere = (what: What): what is keyof typeof ELSEWHERE => Object.hasOwn(ELSEWHERE, what);

type What = Derived | keyof typeof ELSEWHERE;
const ALL: readonly What[] = [...DERIVED, 'contacts', 'calendars'];

function readWhat(text: string | undefined): What[] {
  if (text === undefined) return [...ALL];
  const names = text.split(',');
  const unknown = names.find((name) => !ALL.some((known) => known === name));
  if (unknown !== undefined)
    throw new AdminError(`'${unknown}' is nothing to rebuild; there are ${ALL.join(', ')}`);
  return ALL.filter((known) => names.includes(known));
}
