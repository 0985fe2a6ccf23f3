import { ApiError } from '@bocau/contract/client.ts';
import type { DraftAction, DraftInput } from '@bocau/contract/drafts.ts';
import type { File as MailFile, Message, RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../../engine/environment.ts';

/** Far from the browser's clock: nothing may depend on the two agreeing. */
const SERVER_IS_AHEAD_MS = 600_000;

type OutgoingMessage = {
  message: Message;
  sending: Sending | null;
  /** The body of each copy that was sent. */
  gone: string[];
};

/** Drafts and the outbox of a server, as the contract describes them. */
export function createFakeOutbox(clock: ModelClock) {
  const messages = new Map<string, OutgoingMessage>();
  const files = new Map<string, MailFile>();
  const byKey = new Map<string, string>();
  let lastId = 0;
  const now = () => Math.floor((clock.now() + SERVER_IS_AHEAD_MS) / 1000);

  function refuse(status: number, code: ApiError['code'], details = {}): never {
    throw new ApiError(status, code, code, details);
  }

  function outgoingOf(id: string): OutgoingMessage {
    const outgoing = messages.get(id) ?? refuse(404, 'message_not_found');
    start(outgoing);
    return outgoing;
  }

  /** What a server job does when it is due. */
  function start(outgoing: OutgoingMessage): void {
    if (
      outgoing.sending?.state !== 'held' ||
      clock.now() + SERVER_IS_AHEAD_MS < outgoing.sending.due_at * 1000
    )
      return;
    outgoing.gone.push(outgoing.message.body ?? '');
    outgoing.sending = { ...outgoing.sending, state: outbox.holdsOn ? 'sending' : 'sent' };
    outgoing.message = { ...outgoing.message, is_draft: false, draft: null };
  }

  const shown = ({ message, sending }: OutgoingMessage): Message => ({ ...message, sending });

  function apply(outgoing: OutgoingMessage, input: DraftInput): void {
    const named = (people: DraftInput['to']) => people?.map(({ name = '', email }) => ({ name, email }));
    const { message } = outgoing;
    for (const id of input.files ?? []) if (!files.has(id)) refuse(404, 'file_not_found');
    outgoing.message = {
      ...message,
      from: { name: '', email: input.from ?? message.from.email },
      to: named(input.to) ?? message.to,
      cc: named(input.cc) ?? message.cc,
      bcc: named(input.bcc) ?? message.bcc,
      subject: input.subject ?? message.subject,
      body: input.body ?? message.body,
      important: input.important ?? message.important,
      receipt: input.receipt === undefined ? message.receipt : input.receipt ? 'wanted' : null,
      files: input.files?.map((id) => files.get(id) as MailFile) ?? message.files,
      draft: message.draft && {
        ...message.draft,
        version: message.draft.version + 1,
        quoted: input.quoted ?? message.draft.quoted,
        tracking: input.tracking ?? message.draft.tracking,
      },
    };
  }

  function draftOf(id: string, version: number | undefined): OutgoingMessage {
    const outgoing = outgoingOf(id);
    if (outgoing.sending && outgoing.sending.state !== 'failed') refuse(400, 'not_a_draft');
    if (version !== undefined && version !== outgoing.message.draft?.version) {
      refuse(409, 'draft_conflict', { draft: shown(outgoing) });
    }
    return outgoing;
  }

  function hold(id: string, version: number | undefined, kind: Sending['kind'], due: number): Message {
    const queued = outgoingOf(id);
    const isThat = version === undefined || version === (queued.message.draft?.version ?? version);
    if (queued.sending && queued.sending.state !== 'failed' && isThat) return shown(queued);
    const outgoing = draftOf(id, version);
    outgoing.sending = { kind, state: 'held', due_at: due, undo_until: due - 2, recipients: [] };
    if (kind === 'schedule') outgoing.message = { ...outgoing.message, intended_time: due };
    start(outgoing);
    return shown(outgoing);
  }

  function takeBack(id: string, code: ApiError['code']): Message {
    const outgoing = outgoingOf(id);
    if (outgoing.sending?.state !== 'held') refuse(409, code);
    outgoing.sending = null;
    outgoing.message = { ...outgoing.message, intended_time: null };
    return shown(outgoing);
  }

  const outbox = {
    messages,
    files,
    now,
    /** Sent messages stay in transit until they are settled. */
    holdsOn: false,
    settle(
      id: string,
      end: { state: Sending['state']; error?: string; recipient?: Partial<RecipientDelivery> },
    ) {
      const outgoing = outgoingOf(id);
      if (!outgoing.sending) return;
      const [to] = outgoing.message.to;
      const recipient = {
        email: to?.email ?? '',
        name: '',
        state: 'delivered',
        held_by: null,
        reply: null,
        at: 1,
        next_at: null,
      };
      const recipients = [{ ...recipient, ...end.recipient } as RecipientDelivery];
      outgoing.sending = { ...outgoing.sending, state: end.state, recipients };
      outgoing.message = { ...outgoing.message, error_msg: end.error ?? null };
    },
    /** Drafts and sent messages that were not removed. */
    all: () => [...messages.values()],
    create(input: DraftInput & { client_key?: string; answers?: string; action?: DraftAction }): Message {
      const known = input.client_key === undefined ? undefined : byKey.get(input.client_key);
      if (known !== undefined && messages.has(known)) return shown(outgoingOf(known));
      const id = `draft${++lastId}`;
      const outgoing: OutgoingMessage = { message: blankMessage(id, input), sending: null, gone: [] };
      apply(outgoing, input);
      messages.set(id, outgoing);
      if (input.client_key !== undefined) byKey.set(input.client_key, id);
      return shown(outgoing);
    },
    save(id: string, { version, ...input }: DraftInput & { version?: number }): Message {
      const outgoing = draftOf(id, version);
      apply(outgoing, input);
      return shown(outgoing);
    },
    remove(id: string): void {
      draftOf(id, undefined);
      messages.delete(id);
    },
    read: (id: string) => shown(outgoingOf(id)),
    send: (id: string, version: number | undefined, delay: number) =>
      hold(id, version, 'send', now() + delay),
    schedule: (id: string, version: number | undefined, at: number) => hold(id, version, 'schedule', at),
    undo: (id: string) => takeBack(id, 'not_undoable'),
    cancel: (id: string) => takeBack(id, 'not_scheduled'),
    addFile(file: { name: string; size: number }, given: Partial<MailFile> = {}): MailFile {
      const id = `file${++lastId}`;
      const added: MailFile = {
        ...{ id, uuid: id, name: file.name, size: file.size, content_type: 'application/octet-stream' },
        ...{ content_id: null, inlineImage: false, is_office: false, has_virus: false },
        ...{ message: null, drive_file: null },
        ...given,
      };
      files.set(id, added);
      return added;
    },
  };
  return outbox;
}

export function blankMessage(
  id: string,
  given: { client_key?: string; answers?: string; action?: DraftAction } = {},
): Message {
  return {
    id,
    message_id_header: `<${id}@saomai.example>`,
    ...{
      thread_id: `thread-${given.answers ?? id}`,
      folder: 'Drafts',
      folder_id: 'drafts',
      old_folder: null,
    },
    ...{ is_draft: true, unread: false, starred: false, answered: false, references: [], in_reply_to: null },
    from: { name: '', email: 'lan.anh@saomai.example' },
    ...{ to: [], cc: [], bcc: [], reply_to: [], subject: '', snippet: '', body: '', body_type: 'html' },
    ...{ body_clipped: false, date: 0, received_at: 0, size: 0, files: [], status: '', state: '' },
    ...{ error_msg: null, recall: false, periodic: false, period: null, intended_time: null, sending: null },
    tracking: null,
    important: false,
    receipt: null,
    receipt_to: null,
    receipts: [],
    draft: {
      version: 0,
      action: given.action ?? 'new',
      answers: given.answers ?? null,
      quoted: true,
      quote: given.answers === undefined ? null : '<p>Nguyên văn</p>',
      tracking: false,
      client_key: given.client_key ?? null,
    },
    ...{ spoofed: false, sender_checks: null, spam: null, unsubscribe: null },
  };
}
