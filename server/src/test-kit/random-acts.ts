import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { ErrorCode } from '@bocau/contract/errors.ts';
import { LABEL_COLORS, type Labelled } from '@bocau/contract/labels.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import type { Moved } from '@bocau/contract/threads.ts';
import type { Prng } from '../demo-world/prng.ts';
import { returnSnoozed } from '../features/later/return-snoozed.ts';
import { Failure } from '../platform/failure.ts';
import { deliveryKey, fileMails, type MailGiven } from './file-mail.ts';
import type { TestServer } from './start-server.ts';

/** A user acting at random on a mailbox that others may be changing too. */
export type Actor = {
  /** Performs one act and describes it. */
  act(): Promise<string>;
};

type ActorGiven = {
  server: TestServer;
  client: ApiClient;
  mailbox: number;
  random: Prng;
  name: string;
  /** Acts on single messages, as lists show them. */
  single?: boolean;
};
type Place = { message: string; thread: string; folder: string; role: string | null; draft: boolean };
type Act = (known: Known) => Promise<string>;
type Known = {
  place: Place;
  places: Place[];
  drafts: Place[];
  folders: { id: string; path: string; role: string | null }[];
  labels: { id: string; name: string }[];
};

/** Expected errors when the mailbox's state does not fit the act. */
const REFUSALS: (ErrorCode | 'no_answer')[] = [
  'already_exists',
  'folder_is_system',
  'folder_not_allowed',
  'folder_not_empty',
  'folder_not_found',
  'draft_conflict',
  'file_not_found',
  'label_exists',
  'label_not_found',
  'message_not_found',
  'not_a_draft',
  'thread_not_found',
];

const SUBJECTS = ['Báo giá', 'Báo giá', 'Báo giá', 'Hợp đồng', ''];
const MARKS = ['', '', 'Re: ', 'Fwd: ', 'Trả lời: ', '[kho] Re: '];
const NAMES = ['Khách', 'Kho', 'Dự án', 'Kế toán'];
const LATE_SECONDS = 100_000;

export function createActor({ server, client, mailbox, random, name, single = false }: ActorGiven): Actor {
  const { context } = server;
  const done: Moved['moved'][] = [];
  const labelled: { label_ids: string[]; changed: Labelled['changed'] }[] = [];
  let delivered = 0;

  function header(number: number): string {
    return `${name}-${number}@x.example`;
  }

  /** Some reference messages that have not arrived yet, some several unrelated ones. */
  function someMail(folders: Known['folders']): MailGiven {
    delivered += 1;
    const near = () => header(Math.max(1, delivered + random.int(-30, 30)));
    const references = random.chance(0.5) ? Array.from({ length: random.int(1, 3) }, near) : [];
    const inside = random.chance(0.6)
      ? 'INBOX'
      : random.pick(folders.filter((folder) => folder.role !== 'Starred')).id;
    return {
      subject: random.pick(MARKS) + random.pick(SUBJECTS),
      messageId: random.chance(0.05) ? near() : header(delivered),
      references,
      inReplyTo: references.at(-1) ?? null,
      deliveryKey: deliveryKey(`${name} ${random.chance(0.05) ? delivered - 1 : delivered}`),
      folder: inside,
      from: `${random.pick(['khach', 'kho', 'sep'])}@minhphat.example`,
      receivedAt:
        Math.floor(context.clock.now() / 1000) - (random.chance(0.3) ? random.int(0, LATE_SECONDS) : 0),
      size: random.int(1, 50_000),
      unread: random.chance(0.7),
      starred: random.chance(0.1),
      draft: random.chance(0.05),
      spoofed: random.chance(0.05),
      attachments: random.chance(0.2) ? [someFile()] : [],
    };
  }

  function someFile() {
    const blob = deliveryKey('file');
    const bytes = { size: 9, blob, held: null };
    return { name: 'a.pdf', contentType: 'application/pdf', contentId: null, inline: false, ...bytes };
  }

  async function deliver({ folders }: { folders: Known['folders'] }): Promise<string> {
    server.clock.set(server.clock.now() + random.int(1, 2_000));
    const mails = Array.from({ length: random.int(1, 4) }, () => someMail(folders));
    await fileMails(context, mailbox, mails);
    return `deliver ${mails.map((mail) => `${mail.messageId} (${mail.references})`).join(', ')}`;
  }

  function remember({ moved }: Moved): void {
    done.push(moved);
    if (done.length > 10) done.shift();
  }

  const rowOf = ({ message, thread }: Place) => (single ? singleId(message) : thread);
  const threadsOf = ({ place, places }: Known) =>
    random.chance(0.5) ? [rowOf(place)] : places.slice(0, random.int(1, 5)).map(rowOf);

  function someText() {
    return {
      subject: random.pick(MARKS) + random.pick(SUBJECTS),
      body: `<p>${random.pick(NAMES)} ${random.int(1, 3)}</p>`,
      to: random.chance(0.5) ? [{ email: `${random.pick(['khach', 'kho'])}@minhphat.example` }] : [],
    };
  }

  async function upload(): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(random.int(1, 500))]), 'a.pdf');
    return (await client.uploadFile({ form })).data[0]?.id as string;
  }

  async function createDraft({ place }: Known): Promise<string> {
    server.clock.set(server.clock.now() + 1);
    const action = random.pick(['reply', 'forward', 'new'] as const);
    const answers = action === 'new' ? undefined : place.message;
    const files = random.chance(0.3) ? [await upload()] : [];
    const body = { ...someText(), files, action, answers, client_key: `window-${random.int(1, 200)}` };
    const { data } = await client.createDraft({ body });
    return `create draft ${data.id} (${action} ${answers})`;
  }

  async function saveDraft({ place, drafts }: Known): Promise<string> {
    const { message: id } = drafts.length > 0 ? random.pick(drafts) : place;
    const { data } = await client.getMessage({ params: { id }, query: {} });
    const had = data.files.map((file) => file.id);
    const files = random.chance(0.3) ? undefined : random.pick([had, [], [...had, await upload()]]);
    const version = random.chance(0.8) ? data.draft?.version : random.int(0, 3);
    const quoted = random.chance(0.4) ? undefined : random.chance(0.5);
    const { subject, body } = someText();
    const saved = await client.saveDraft({ params: { id }, body: { subject, body, files, version, quoted } });
    return `save draft ${id}: version ${saved.data.draft?.version}`;
  }

  async function deleteDraft({ place, drafts }: Known): Promise<string> {
    const { message: id } = drafts.length > 0 && random.chance(0.9) ? random.pick(drafts) : place;
    await client.deleteDraft({ params: { id } });
    return `delete draft ${id}`;
  }

  async function createLabel(): Promise<string> {
    const given = `${random.pick(NAMES)} ${random.int(1, 4)}`;
    await client.createLabel({ body: { name: given, color: random.pick(LABEL_COLORS) } });
    return `create label ${given}`;
  }

  async function label(known: Known): Promise<string> {
    if (known.labels.length === 0) return createLabel();
    const some = () => known.labels.filter(() => random.chance(0.4)).map(({ id }) => id);
    const [add, remove] = [some(), random.chance(0.5) ? some() : []];
    const ids = threadsOf(known);
    const folder_id = random.chance(0.5) ? known.place.folder : undefined;
    const { data } = random.chance(0.6)
      ? await client.labelThreads({ body: { ids, folder_id, add, remove } })
      : await client.labelMessages({ body: { ids: [known.place.message], add, remove } });
    if (add.length + remove.length > 0)
      labelled.push({ label_ids: [...new Set([...add, ...remove])], changed: data.changed });
    return `label ${ids} in ${folder_id}: +${add} -${remove}`;
  }

  async function changeLabel({ labels }: Known): Promise<string> {
    if (labels.length === 0) return createLabel();
    const { id, name: before } = random.pick(labels);
    if (random.chance(0.3)) {
      await client.deleteLabel({ params: { id } });
      return `delete label ${before}`;
    }
    const given = `${random.pick(NAMES)} ${random.int(1, 4)}`;
    const position = random.chance(0.3) ? random.int(0, 3) : undefined;
    await client.changeLabel({ params: { id }, body: { name: given, position } });
    return `rename label ${before} to ${given}`;
  }

  async function restoreLabels(): Promise<string> {
    const last = labelled.pop();
    if (!last || last.changed.length === 0) return 'restore no labels';
    const messages = last.changed.map(({ message_id, label_ids_before }) => ({
      message_id,
      label_ids_before,
    }));
    await client.restoreLabels({ body: { label_ids: last.label_ids, messages } });
    return `restore labels of ${messages.length}`;
  }

  const seconds = () => Math.floor(context.clock.now() / 1000);

  async function snooze(known: Known): Promise<string> {
    const until = random.chance(0.8) ? seconds() + random.int(1, 5_000) : null;
    const ids = threadsOf(known);
    const body = { ids, folder_id: known.place.folder, until, on_reply: until === null };
    const { data } = await client.snoozeThreads({ body });
    remember(data);
    return `snooze ${ids} until ${until}: ${data.moved.length}`;
  }

  const acts: [number, Act][] = [
    [1, createLabel],
    [6, label],
    [1, changeLabel],
    [2, restoreLabels],
    [9, deliver],
    [3, createDraft],
    [3, saveDraft],
    [1, deleteDraft],
    [
      6,
      async (known) => {
        const to = random.pick(known.folders);
        const ids = threadsOf(known);
        const body = [{ thread_ids: ids, from_folder_id: known.place.folder, to_folder_id: to.id }];
        const { data } = await client.moveThreads({ body });
        remember(data);
        return `move ${ids} to ${to.path}: ${data.moved.length}`;
      },
    ],
    [
      3,
      async ({ place, folders }) => {
        const to = random.pick(folders);
        const body = { message_ids: [place.message], from_folder_id: place.folder, to_folder_id: to.id };
        await client.moveMessages({ body });
        return `move message ${place.message} to ${to.path}`;
      },
    ],
    [
      3,
      async ({ place }) => {
        const starred = random.chance(0.6);
        await client.starThread({ params: { id: rowOf(place) }, body: { starred } });
        return `star ${rowOf(place)}: ${starred}`;
      },
    ],
    [
      4,
      async (known) => {
        const unread = random.chance(0.5);
        const ids = threadsOf(known);
        const folder_id = random.chance(0.6) ? known.place.folder : undefined;
        await client.markThreads({ body: { ids, folder_id, unread } });
        return `mark ${ids} in ${folder_id}: ${unread}`;
      },
    ],
    [
      4,
      async (known) => {
        const ids = threadsOf(known);
        const folder_id = random.chance(0.7) ? known.place.folder : undefined;
        const { data } = await client.deleteThreads({ body: { ids, folder_id } });
        remember(data);
        return `delete ${ids} in ${folder_id}: ${data.moved.length}`;
      },
    ],
    [
      3,
      async (known) => {
        const { data } = await client.restoreThreads({ body: { ids: threadsOf(known) } });
        remember(data);
        return `restore: ${data.moved.length}`;
      },
    ],
    [3, snooze],
    [
      1,
      async (known) => {
        const { data } = await client.unsnoozeThreads({ body: { ids: threadsOf(known) } });
        remember(data);
        return `unsnooze: ${data.moved.length}`;
      },
    ],
    [
      2,
      async () => {
        await returnSnoozed(context, { mailboxId: mailbox, at: seconds() }, new AbortController().signal);
        return 'return what is due';
      },
    ],
    [
      1,
      async (known) => {
        const { data } = await client.unspamThreads({ body: { ids: threadsOf(known) } });
        remember(data);
        return `not spam: ${data.moved.length}`;
      },
    ],
    [
      1,
      async (known) => {
        const thread_ids = threadsOf(known);
        await client.deleteMessagesForGood({ body: { thread_ids, folder: 'Trash' } });
        return `delete for good ${thread_ids}`;
      },
    ],
    [
      2,
      async ({ place }) => {
        await client.getThread({ params: { id: rowOf(place) }, query: { in: place.role ?? undefined } });
        return `open ${rowOf(place)}`;
      },
    ],
    [
      3,
      async () => {
        const moved = done.pop() ?? [];
        await undoSend(client, moved);
        return `take back ${moved.length}`;
      },
    ],
    [
      2,
      async ({ folders }) => {
        const given = random.pick(NAMES);
        const own = folders.filter((folder) => folder.role === null);
        const above = own.length > 0 && random.chance(0.6) ? `${random.pick(own).path}/` : '';
        await client.createFolder({ body: { name: given, display_name: above + given } });
        return `create folder ${above}${given}`;
      },
    ],
    [
      1,
      async ({ folders }) => {
        const folder = random.pick(folders);
        const given = `${random.pick(NAMES)} ${random.int(1, 3)}`;
        const above = random.chance(0.5) ? `${random.pick(folders).path}/` : '';
        await client.updateFolder({
          params: { id: folder.id },
          body: { name: given, display_name: above + given },
        });
        return `rename ${folder.path} to ${above}${given}`;
      },
    ],
    [
      1,
      async ({ folders }) => {
        const folder = random.pick(folders);
        if (random.chance(0.3)) {
          await client.deleteFolder({ params: { id: folder.id } });
          return `delete folder ${folder.path}`;
        }
        const to = random.chance(0.7) ? random.pick(folders) : undefined;
        await client.forceDeleteFolder({ body: { folder_id: folder.id, to_folder_id: to?.id } });
        return `delete folder ${folder.path} and move to ${to?.path}`;
      },
    ],
  ];
  const weights = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  function readFolders(): Promise<Known['folders']> {
    return context.db
      .selectFrom('folders')
      .select(['id', 'path', 'role'])
      .where('mailbox_id', '=', mailbox)
      .orderBy('path')
      .execute();
  }

  async function look(): Promise<Known | null> {
    const folders = await readFolders();
    const labels = await context.db
      .selectFrom('labels')
      .select(['id', 'name'])
      .where('mailbox_id', '=', mailbox)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    const messages = await context.db
      .selectFrom('messages')
      .innerJoin('folders', (join) =>
        join.onRef('folders.mailbox_id', '=', 'messages.mailbox_id').onRef('folders.id', '=', 'folder_id'),
      )
      .select(['messages.id as message', 'thread_id as thread', 'folder_id as folder', 'role', 'draft'])
      .where('messages.mailbox_id', '=', mailbox)
      // Ordered by the seed's values, not by random ids.
      .orderBy('message_id_header')
      .orderBy('folders.path')
      .execute();
    if (messages.length === 0) return null;
    // Some act more often on Trash and Junk, so that these are not rare.
    const special = messages.filter(({ role }) => role === 'Trash' || role === 'Junk');
    const place = random.pick(special.length > 0 && random.chance(0.3) ? special : messages);
    const drafts = messages.filter(({ draft }) => draft);
    const places = Array.from({ length: 5 }, () => random.pick(messages));
    return { place, places, drafts, folders, labels };
  }

  return {
    async act() {
      const known = await look();
      if (!known) return deliver({ folders: await readFolders() });
      try {
        return await random.pick(weights)(known);
      } catch (error) {
        const refused = error instanceof ApiError || error instanceof Failure;
        if (refused && REFUSALS.includes(error.code)) return `refused: ${error.message}`;
        throw error;
      }
    },
  };
}

/** Undoes a move: every message goes back to its former folder. */
export async function undoSend(client: ApiClient, moved: Moved['moved']): Promise<void> {
  const groups = Map.groupBy(moved, (move) => `${move.to_folder_id} ${move.from_folder_id}`);
  for (const moves of groups.values()) {
    const { to_folder_id: from, from_folder_id: to } = moves[0] as Moved['moved'][number];
    // Permanent deletion cannot be undone.
    if (from === null) continue;
    const message_ids = moves.map((move) => move.message_id);
    await client.moveMessages({ body: { message_ids, from_folder_id: from, to_folder_id: to } });
  }
}
