import { parseArgs } from 'node:util';
import { TRACE_PER_PAGE, type Traced } from '@bocau/contract/admin-mail.ts';
import { readTracePage } from '../features/mail-trace/read-trace.ts';
import { unixSeconds } from '../platform/clock.ts';
import { oneLine } from '../platform/one-line.ts';
import { AdminError, type Command } from './command.ts';
import { isoTime, readAge, readCount } from './read-values.ts';
import { expandGroups, linesOf } from './trace-groups.ts';

const SHOWN = '200';
const LONGEST_LINE = 2_000;

export const trace: Command = {
  usage: 'trace [--message-id ID] [--from EMAIL] [--to EMAIL] [--within 2h] [--limit N] [--json]',
  summary:
    'What became of messages within thirty days: addresses, times and reasons; of those to a group, how far their copies have come',
  async run({ context, args, out }) {
    const { values } = parseArgs({
      args,
      options: {
        'message-id': { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        within: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const { 'message-id': messageId, from: sender, to: recipient, within } = values;
    if (messageId === undefined && sender === undefined && recipient === undefined && within === undefined)
      throw new AdminError('Name at least one: --message-id, --from, --to or --within');
    const limit = readCount('--limit', values.limit ?? SHOWN);
    const since = within === undefined ? undefined : unixSeconds(context.clock) - readAge(within);
    const events: (Traced & { ref: string | null })[] = [];
    let cursor: string | null | undefined;
    do {
      const most = Math.min(limit - events.length, TRACE_PER_PAGE);
      const asked = { message: messageId, sender, recipient, from: since, limit: most };
      const page = await readTracePage(context, { ...asked, cursor: cursor ?? undefined });
      events.push(...page.events);
      cursor = page.nextCursor;
    } while (cursor !== null && events.length < limit);
    const shown = events.toReversed();
    const ofGroups = await expandGroups(context, shown);
    if (values.json) {
      const rows = shown.map(({ ref: _, ...event }, place) => ({ ...event, ...ofGroups[place] }));
      out.write(`${JSON.stringify(rows)}\n`);
      return 0;
    }
    for (const [place, event] of shown.entries()) {
      out.write(lineOf(event));
      for (const line of linesOf(ofGroups[place] ?? {})) out.write(`${line}\n`);
    }
    return 0;
  },
};

/** In chronological order, like a log. Foreign text must not contain control characters for the terminal. */
function lineOf(event: Traced): string {
  const { at, message_id, sender, recipient, client, folder, rule, verdict, code, said } = event;
  const parts = [
    isoTime(at),
    event.event,
    `${sender === '' ? '<>' : (sender ?? '?')} → ${recipient ?? 'its recipients'}`,
    message_id === null ? '' : `<${message_id}>`,
    client && `from ${client}`,
    folder && `in ${folder}`,
    rule && `by rule ${rule}`,
    verdict,
    said?.startsWith(String(code)) ? null : code,
    said,
  ];
  const line = parts.filter((part) => part !== null && part !== '').join('  ');
  return `${oneLine(line, LONGEST_LINE)}\n`;
}
