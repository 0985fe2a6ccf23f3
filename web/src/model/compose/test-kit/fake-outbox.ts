import { ApiError } from '@bocau/contract/client.ts';
import type { DraftAction, DraftInput } from '@bocau/contract/drafts.ts';
import type { File as MailFile, Message, Sending } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../../model-options.ts';

/** Far from the browser's clock: nothing may depend on that they agree. */
const SERVER_IS_AHEAD_MS = 600_000;

type Letter = {
  message: Message;
  sending: Sending | null;
  /** The body as it went out, once for each time. */
  gone: string[];
};

/** Drafts and the outbox of a server as the contract describes them. */
export function createFakeOutbox(clock: ModelClock) {
  const letters = new Map<string, Letter>();
  const files = new Map<string, MailFile>();
  const byKey = new Map<string, string>();
  let lastId = 0;
  const now = () => Math.floor((clock.now() + SERVER_IS_AHEAD_MS) / 1000);

  function refuse(status: number, code: ApiError['code'], details = {}): never {
    throw new ApiError(status, code, code, details);
  }

  function letterOf(id: string): Letter {
    const letter = letters.get(id) ?? refuse(404, 'message_not_found');
    start(letter);
    return letter;
  }

  /** What a job of the server does at its time. */
  function start(letter: Letter): void {
    if (letter.sending?.state !== 'held' || clock.now() + SERVER_IS_AHEAD_MS < letter.sending.due_at * 1000)
      return;
    letter.gone.push(letter.message.body ?? '');
    letter.sending = { ...letter.sending, state: 'sent' };
    letter.message = { ...letter.message, is_draft: false, draft: null };
  }

  const shown = ({ message, sending }: Letter): Message => ({ ...message, sending });

  function lay(letter: Letter, input: DraftInput): void {
    const named = (people: DraftInput['to']) => people?.map(({ name = '', email }) => ({ name, email }));
    const { message } = letter;
    for (const id of input.files ?? []) if (!files.has(id)) refuse(404, 'file_not_found');
    letter.message = {
      ...message,
      from: { name: '', email: input.from ?? message.from.email },
      to: named(input.to) ?? message.to,
      cc: named(input.cc) ?? message.cc,
      bcc: named(input.bcc) ?? message.bcc,
      subject: input.subject ?? message.subject,
      body: input.body ?? message.body,
      files: input.files?.map((id) => files.get(id) as MailFile) ?? message.files,
      draft: message.draft && {
        ...message.draft,
        version: message.draft.version + 1,
        quoted: input.quoted ?? message.draft.quoted,
        tracking: input.tracking ?? message.draft.tracking,
      },
    };
  }

  function draftOf(id: string, version: number | undefined): Letter {
    const letter = letterOf(id);
    if (letter.sending && letter.sending.state !== 'failed') refuse(400, 'not_a_draft');
    if (version !== undefined && version !== letter.message.draft?.version) {
      refuse(409, 'draft_conflict', { draft: shown(letter) });
    }
    return letter;
  }

  function hold(id: string, version: number | undefined, kind: Sending['kind'], due: number): Message {
    const underWay = letterOf(id);
    if (underWay.sending && underWay.sending.state !== 'failed') return shown(underWay);
    const letter = draftOf(id, version);
    letter.sending = { kind, state: 'held', due_at: due, undo_until: due - 2, recipients: [] };
    start(letter);
    return shown(letter);
  }

  function takeBack(id: string, code: ApiError['code']): Message {
    const letter = letterOf(id);
    if (letter.sending?.state !== 'held') refuse(409, code);
    letter.sending = null;
    return shown(letter);
  }

  const outbox = {
    letters,
    files,
    now,
    /** Drafts and letters that are not removed. */
    all: () => [...letters.values()],
    create(input: DraftInput & { client_key?: string; answers?: string; action?: DraftAction }): Message {
      const known = input.client_key === undefined ? undefined : byKey.get(input.client_key);
      if (known !== undefined && letters.has(known)) return shown(letterOf(known));
      const id = `draft${++lastId}`;
      const letter: Letter = { message: blankMessage(id, input), sending: null, gone: [] };
      lay(letter, input);
      letters.set(id, letter);
      if (input.client_key !== undefined) byKey.set(input.client_key, id);
      return shown(letter);
    },
    save(id: string, { version, ...input }: DraftInput & { version?: number }): Message {
      const letter = draftOf(id, version);
      lay(letter, input);
      return shown(letter);
    },
    remove(id: string): void {
      draftOf(id, undefined);
      letters.delete(id);
    },
    read: (id: string) => shown(letterOf(id)),
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
    draft: {
      version: 0,
      action: given.action ?? 'new',
      answers: given.answers ?? null,
      quoted: true,
      quote: given.answers === undefined ? null : '<p>Nguyên văn</p>',
      tracking: false,
      client_key: given.client_key ?? null,
    },
    ...{ spoofed: false, sender_checks: null, unsubscribe: null },
  };
}
