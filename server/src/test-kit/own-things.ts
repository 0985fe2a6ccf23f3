import { calendarsOf } from '../calendar/calendars/calendars-of.ts';
import { changeCalendar } from '../calendar/change-calendar.ts';
import { calendarLinkOf } from '../calendar/links/link-secrets.ts';
import { insertLink as insertCalendarLink } from '../calendar/links/links.store.ts';
import { deriveObject } from '../calendar/objects/derive-object.ts';
import { readWholeObjects } from '../calendar/objects/objects.store.ts';
import { putObjects } from '../calendar/objects/put-objects.ts';
import { insertRoom } from '../calendar/rooms/kept-rooms.store.ts';
import { subscriptionOf } from '../calendar/subscriptions/subscription-secrets.ts';
import { insertSubscription, readSubscriptions } from '../calendar/subscriptions/subscriptions.store.ts';
import { readBooks } from '../contacts/books/books.store.ts';
import { changeContacts } from '../contacts/change-contacts.ts';
import { writePhoto } from '../contacts/photos/photos.store.ts';
import type { AppContext } from '../context.ts';
import { changeDrive, TOP } from '../drive/change-drive.ts';
import { createEntry } from '../drive/entries/create-entry.ts';
import { createShare } from '../drive/shares/create-share.ts';
import { createUpload } from '../drive/uploads/create-upload.ts';
import { startBulk } from '../features/bulk/start-bulk.ts';
import { createCalendar } from '../features/calendar/change-calendars.ts';
import { createEvent, trashEvents } from '../features/calendar/change-events.ts';
import { beginImport as beginCalendarImport } from '../features/calendar/imports/imports.store.ts';
import { createTask } from '../features/calendar/tasks/change-tasks.ts';
import { insertBulkJob } from '../features/contacts/bulk/bulk.store.ts';
import { createBook } from '../features/contacts/change-books.ts';
import { trashContacts } from '../features/contacts/change-cards.ts';
import { insertImport } from '../features/contacts/imports/imports.store.ts';
import { mergeCards } from '../features/contacts/merges/merge-cards.ts';
import { createContact } from '../features/contacts/write-card.ts';
import { createDraft } from '../features/drafts/create-draft.ts';
import { insertCopy } from '../features/drive/copy-job.store.ts';
import { writeInvoices } from '../features/invoices/invoices.store.ts';
import { createLabel } from '../features/labels/save-label.ts';
import { insertRows } from '../features/merges/merge-rows.store.ts';
import { insertMerge } from '../features/merges/merges.store.ts';
import { createRule } from '../features/rules/save-rule.ts';
import { insertAppPassword } from '../features/session/app-passwords/app-passwords.store.ts';
import { insertPasskey } from '../features/session/passkeys/passkeys.store.ts';
import { insertLink, readDomainId } from '../features/session/single-sign-on/links.store.ts';
import { hashToken, newToken } from '../features/session/tokens.ts';
import { createSignature } from '../features/settings/save-signature.ts';
import { domainImagesIn } from '../features/templates/domain-images.ts';
import { createDomainTemplate } from '../features/templates/save-domain-template.ts';
import { createTemplate } from '../features/templates/save-template.ts';
import { insertLooseFiles } from '../mail/attachments/loose-files.store.ts';
import { insertFolder } from '../mail/folders/folders.store.ts';
import { insertForward, insertForwardRule, readForwardOf } from '../mail/forwarding/forwarding.store.ts';
import { changeMailbox } from '../mail/mailbox/change-mailbox.ts';
import { removeMessages } from '../mail/messages/move-messages.ts';
import { insertRemoved } from '../mail/messages/removed-messages.store.ts';
import { addCounts } from '../mail/people/people.store.ts';
import { imageSource } from '../mail/settings/own-images.ts';
import { readSignatures } from '../mail/settings/signatures.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { newLinkToken } from '../platform/secrets/link-token.ts';
import { requireSecrets } from '../platform/secrets/secret-box.ts';
import { fileMail } from './file-mail.ts';
import { addGroupThings, type GroupThings } from './group-things.ts';

/** One of each kind of object that has an id, all of one mailbox. */
export type OwnThings = {
  trash: string;
  folder: string;
  label: string;
  thread: string;
  message: string;
  removed: string;
  draft: string;
  invoice: string;
  file: string;
  job: string;
  rule: string;
  signature: string;
  template: string;
  merge: string;
  domainTemplate: string;
  templateImage: string;
  session: string;
  appPassword: string;
  passkey: string;
  signOnLink: string;
  person: string;
  domain: string;
  driveFolder: string;
  driveFile: string;
  driveVersion: string;
  driveTrashed: string;
  share: string;
  driveUpload: string;
  driveCopy: string;
  contact: string;
  contactTrashed: string;
  contactBook: string;
  contactPhoto: string;
  contactMerge: string;
  contactImport: string;
  contactBulk: string;
  calendar: string;
  event: string;
  eventTrashed: string;
  task: string;
  calendarImport: string;
  calendarLink: string;
  calendarSubscription: string;
  /** The address of somebody whom they wrote to. */
  correspondent: string;
  /** The address of a room of their domain. */
  room: string;
} & GroupThings;
export type Kind = keyof OwnThings;

/** Of these a call has the address. */
const KINDS_BY_ADDRESS = ['correspondent', 'room', 'group', 'groupMember', 'groupRequest'] as const;
type KindByAddress = (typeof KINDS_BY_ADDRESS)[number];

const KINDS: readonly Exclude<Kind, KindByAddress>[] = [
  'trash',
  'folder',
  'label',
  'thread',
  'message',
  'removed',
  'draft',
  'invoice',
  'file',
  'job',
  'rule',
  'signature',
  'template',
  'merge',
  'domainTemplate',
  'templateImage',
  'session',
  'appPassword',
  'passkey',
  'signOnLink',
  'person',
  'domain',
  'driveFolder',
  'driveFile',
  'driveVersion',
  'driveTrashed',
  'share',
  'driveUpload',
  'driveCopy',
  'contact',
  'contactTrashed',
  'contactBook',
  'contactPhoto',
  'contactMerge',
  'contactImport',
  'contactBulk',
  'calendar',
  'event',
  'eventTrashed',
  'task',
  'calendarImport',
  'calendarLink',
  'calendarSubscription',
  'heldMessage',
  'heldLink',
];

/** Ids that are, or are not, of anything. */
export function sameIdForAll(id: string): OwnThings {
  const things = KINDS.map((kind) => [kind, id]);
  const byAddress = KINDS_BY_ADDRESS.map((kind) => [kind, `${id}@saomai.example`]);
  return Object.fromEntries([...things, ...byAddress]) as OwnThings;
}

/** The forwarding address of every such mailbox, once verified. */
export const FORWARDING_ADDRESS = 'khach@minhphat.example';

/** Gives a mailbox things of a room each; those of one room need none of another. */
export const THINGS_OF_ROOMS = {
  mail: addMail,
  account: addAccount,
  drive: addDriveThings,
  contacts: addContacts,
  calendar: addEvents,
  groups: addGroupThings,
} satisfies Record<string, (context: AppContext, mailboxId: number) => Promise<Partial<OwnThings>>>;

export async function makeOwnThings(context: AppContext, mailboxId: number): Promise<OwnThings> {
  return {
    ...(await addMail(context, mailboxId)),
    ...(await addAccount(context, mailboxId)),
    ...(await addDriveThings(context, mailboxId)),
    ...(await addContacts(context, mailboxId)),
    ...(await addEvents(context, mailboxId)),
    ...(await addGroupThings(context, mailboxId)),
  };
}

/** A folder with a mail that contains a mail, a draft, a waiting bulk job, and rules. */
async function addMail(context: AppContext, mailboxId: number) {
  const { db, blobs, clock } = context;
  const folder = newId(clock);
  const trash = await changeMailbox(context, mailboxId, async ({ tx, folders, now }) => {
    const row = {
      id: folder,
      parent_id: null,
      name: folder,
      path: folder,
      role: null,
    };
    await insertFolder(tx, mailboxId, row, now);
    return folders.Trash;
  });
  const { key, size } = await blobs.put(Buffer.from('Subject: trong\r\n\r\nXin chào\r\n'));
  const message = await fileMail(context, mailboxId, {
    folder,
    attachments: [
      {
        name: 'thư.eml',
        contentType: 'message/rfc822',
        contentId: null,
        inline: false,
        size,
        blob: key,
        held: null,
      },
    ],
  });
  const label = await createLabel(context, mailboxId, { name: folder, color: 'blue' });
  const removed = await fileMail(context, mailboxId, { folder, text: newId(clock) });
  await changeMailbox(context, mailboxId, async (change) => {
    await insertRemoved(change.tx, mailboxId, [removed], change.now);
    await removeMessages(change, [removed]);
  });
  const { id: draft } = await createDraft(context, mailboxId, { action: 'new', subject: 'Nháp' });
  const job = await startBulk(context, mailboxId, { where: { in: 'INBOX' }, action: 'read' });
  const rule = await createRule(context, mailboxId, {
    is_enable: true,
    sieve_json: JSON.stringify({
      match: 'all',
      conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }],
      actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
    }),
  });
  // Their number is limited.
  const [known] = await readSignatures(db, mailboxId);
  const signature =
    known ?? (await createSignature(context, mailboxId, { name: 'Phòng Kế toán', html: '<p>Lan</p>' }));
  await addForward(context, mailboxId);
  const row = await db
    .selectFrom('messages as m')
    .innerJoin('attachments as a', (join) =>
      join.onRef('a.mailbox_id', '=', 'm.mailbox_id').onRef('a.message_id', '=', 'm.id'),
    )
    .select(['m.thread_id', 'a.id as file'])
    .where('m.mailbox_id', '=', mailboxId)
    .where('m.id', '=', message)
    .executeTakeFirstOrThrow();
  return {
    ...{
      trash,
      folder,
      label: label.id,
      thread: row.thread_id,
      message,
      removed,
      draft,
      file: row.file,
      job,
    },
    invoice: await addInvoice(context, mailboxId, { message, file: row.file }),
    ...{
      rule: rule.id,
      signature: signature.id,
      ...(await addTemplates(context, mailboxId)),
      merge: await addMerge(context, mailboxId, draft),
      correspondent: await addCorrespondent(context, mailboxId),
    },
  };
}

/** A template, and one of their domain, with a version that it had and an image. */
async function addTemplates(context: AppContext, mailboxId: number) {
  const template = await createTemplate(context, mailboxId, { name: 'Báo giá', html: '<p>Chào {tên}</p>' });
  const { email, domain_id: domain } = await context.db
    .selectFrom('mailboxes')
    .select(['email', 'domain_id'])
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  const owner = { person: mailboxId, email, domain, role: 'owner' } as const;
  const { key, size } = await context.blobs.put(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const file = newId(context.clock);
  await inTransaction(context.db, (tx) =>
    insertLooseFiles(
      tx,
      mailboxId,
      [
        {
          ...{ id: file, name: 'logo.png', content_type: 'image/png', size, blob: key, held: null },
          ...{ public: false, has_virus: false, scan_message: null },
        },
      ],
      unixSeconds(context.clock),
    ),
  );
  const html = `<p>Nghỉ lễ</p><img src="${imageSource(file)}" />`;
  const common = await createDomainTemplate(context, owner, { name: 'Nghỉ lễ', html });
  const [image = ''] = domainImagesIn(common.html);
  return { template: template.id, domainTemplate: common.id, templateImage: image };
}

/** A mail merge with one row, which has not begun. */
async function addMerge(context: AppContext, mailboxId: number, draft: string): Promise<string> {
  const { clock, db } = context;
  const id = newId(clock);
  await inTransaction(db, async (tx) => {
    const columns = [{ heading: 'Email', field: 'Email', sample: '' }];
    await insertMerge(
      tx,
      mailboxId,
      {
        ...{ id, title: 'Báo giá', draft_id: draft, source: 'csv', source_name: 'khach.csv', columns },
        ...{ address_column: 0, name_column: null, file_column: null, person_id: mailboxId },
        faults: { total: 0, first: [] },
      },
      unixSeconds(clock),
    );
    const lines = [{ line: 2, cells: ['khach@minhphat.example'] }];
    await insertRows(tx, { mailboxId, mergeId: id }, lines, 1);
  });
  return id;
}

async function addInvoice(
  context: AppContext,
  mailboxId: number,
  { message, file }: { message: string; file: string },
): Promise<string> {
  const id = newId(context.clock);
  await changeMailbox(context, mailboxId, ({ tx, now }) =>
    writeInvoices(tx, mailboxId, [
      {
        ...{ id, message_id: message, position: 0, attachment_id: file, version: 1, kind: 'invoice' },
        ...{ direction: 'bought', seller_name: 'Hoa Sen', seller_tax_code: '0910004006', buyer_name: '' },
        ...{ buyer_tax_code: '', form: '1', symbol: 'C26THS', number: '1', dated: null, received_at: now },
        ...{
          listed_on: '2026-11-05',
          before_tax: null,
          tax: null,
          total: null,
          currency: 'VND',
          rate: null,
        },
        ...{
          account: '',
          content_hash: id,
          proven: false,
          signer_key: '',
          original_kind: null,
          original_form: null,
        },
        ...{ original_symbol: null, original_number: null, own_checks: [], words: '' },
        content: { lines: [], rates: [], entry: null, original: null },
      },
    ]),
  );
  return id;
}

async function addAccount(context: AppContext, mailboxId: number) {
  const { db, clock } = context;
  const appPassword = newId(clock);
  await inTransaction(db, (tx) =>
    insertAppPassword(tx, mailboxId, {
      id: appPassword,
      token_hash: Buffer.from(appPassword),
      name: 'Thunderbird',
      scopes: ['smtp'],
      created_at: unixSeconds(clock),
    }),
  );
  const passkey = newId(clock);
  await inTransaction(db, (tx) =>
    insertPasskey(tx, mailboxId, {
      id: passkey,
      credential: Buffer.from(passkey),
      public_key: Buffer.from(passkey),
      counter: 0,
      transports: [],
      backed_up: false,
      name: 'Máy tính ở cơ quan',
      created_at: unixSeconds(clock),
    }),
  );
  const signOnLink = newId(clock);
  await inTransaction(db, async (tx) =>
    insertLink(tx, {
      mailbox_id: mailboxId,
      id: signOnLink,
      domain_id: await readDomainId(tx, mailboxId),
      issuer: 'https://sso.saomai.example',
      subject: signOnLink,
      email: '',
      created_at: unixSeconds(clock),
    }),
  );
  const session = await addSession(context, mailboxId);
  const domain = await domainOf(context, mailboxId);
  return { session, appPassword, passkey, signOnLink, person: String(mailboxId), domain };
}

export type ContactThings = Pick<
  OwnThings,
  | 'contact'
  | 'contactTrashed'
  | 'contactBook'
  | 'contactPhoto'
  | 'contactMerge'
  | 'contactImport'
  | 'contactBulk'
>;

/** A book with two cards, one of them in the trash, and what can be undone. */
export async function addContacts(context: AppContext, mailboxId: number): Promise<ContactThings> {
  // Their number is limited.
  const known = (await readBooks(context.db, mailboxId)).find(({ is_default }) => !is_default);
  const { id: contactBook } = known ?? (await createBook(context, mailboxId, newId(context.clock)));
  const card = { book_id: contactBook, fields: { full_name: 'Bình' } };
  const { id: contact } = await createContact(context, mailboxId, card);
  const { id: contactTrashed } = await createContact(context, mailboxId, card);
  await trashContacts(context, mailboxId, [contactTrashed]);
  const contactPhoto = newId(context.clock);
  await changeContacts(context, mailboxId, ({ tx }) =>
    writePhoto(tx, {
      ...{ mailbox_id: mailboxId, card_id: contact, photo_key: contactPhoto },
      ...{ small: Buffer.from('nhỏ'), large: Buffer.from('to') },
    }),
  );
  const contactMerge = newId(context.clock);
  await mergeCards(context, mailboxId, { uid: contactMerge, keep_id: contact, ids: [contact] });
  const contactImport = newId(context.clock);
  await changeContacts(context, mailboxId, ({ tx, now }) =>
    insertImport(tx, mailboxId, { id: contactImport, at: now, cards: 1 }),
  );
  const contactBulk = newId(context.clock);
  await changeContacts(context, mailboxId, ({ tx, now }) =>
    insertBulkJob(tx, mailboxId, {
      ...{ id: contactBulk, act: 'trash', orders: { where: {}, act: 'trash' }, state: 'done' },
      ...{ total: 0, done: 0, changed: 0, reached: null, created_at: now },
    }),
  );
  return { contact, contactTrashed, contactBook, contactPhoto, contactMerge, contactImport, contactBulk };
}

/** A series, of which this is the first occurrence. */
export const OWN_EVENT = {
  fields: {
    title: 'Họp tuần',
    start: { day: '2027-01-31', clock: '08:30', zone: 'Asia/Ho_Chi_Minh' },
    end: { day: '2027-01-31', clock: '09:30', zone: 'Asia/Ho_Chi_Minh' },
    rule: 'FREQ=WEEKLY;COUNT=10',
  },
  original: '20270131T013000Z',
};

/** A calendar with two events, one of them in the trash, a task, an import that can be undone, a secret link, and a room. */
export async function addEvents(
  context: AppContext,
  mailboxId: number,
): Promise<
  Pick<
    OwnThings,
    | 'calendar'
    | 'event'
    | 'eventTrashed'
    | 'task'
    | 'calendarImport'
    | 'calendarLink'
    | 'calendarSubscription'
    | 'room'
  >
> {
  // Their number is limited.
  const known = (await calendarsOf(context.db, mailboxId)).find(
    ({ is_default, subscription }) => !is_default && !subscription,
  );
  const name = newId(context.clock);
  const { id: calendar } = known ?? (await createCalendar(context, mailboxId, { name, color: '#0b8043' }));
  const add = () => createEvent(context, mailboxId, { calendar_id: calendar, fields: OWN_EVENT.fields });
  const [{ id: event }, { id: eventTrashed }] = [await add(), await add()];
  await encloseFiles(context, mailboxId, event);
  await trashEvents(context, mailboxId, [eventTrashed]);
  const { id: task } = await createTask(context, mailboxId, {
    ...{ calendar_id: calendar, fields: { title: 'Gửi báo giá' } },
  });
  const calendarImport = newId(context.clock);
  await changeCalendar(context, mailboxId, ({ tx, now }) =>
    beginCalendarImport(tx, {
      ...{ mailbox_id: mailboxId, id: calendarImport, calendar_id: calendar, is_new_calendar: false },
      ...{ at: now, total: 0, done: 0 },
    }),
  );
  const calendarLink = await addCalendarLink(context, mailboxId, calendar);
  const calendarSubscription = await addSubscription(context, mailboxId);
  const room = await addRoom(context, mailboxId);
  return { calendar, event, eventTrashed, task, calendarImport, calendarLink, calendarSubscription, room };
}

/** As programs do that have no place for the files of events. */
export async function encloseFiles(context: AppContext, mailboxId: number, id: string): Promise<void> {
  await changeCalendar(context, mailboxId, async (change) => {
    const [whole] = await readWholeObjects(change.tx, mailboxId, [id]);
    if (!whole) throw new Error('the event was made');
    const line = (name: string) => `ATTACH;VALUE=BINARY;ENCODING=BASE64;FILENAME=${name}:QQ==\r\n`;
    const text = whole.source.toString().replace('END:VEVENT', `${line('a.txt')}${line('b.txt')}END:VEVENT`);
    const source = Buffer.from(text);
    const derived = deriveObject(source, change.now);
    await putObjects(change, [{ id, calendarId: whole.calendar_id, source, derived }]);
  });
}

async function addCalendarLink(
  { clock, db, secrets }: AppContext,
  mailboxId: number,
  calendarId: string,
): Promise<string> {
  const { hash, sealed } = newLinkToken(requireSecrets(secrets), calendarLinkOf(mailboxId));
  const link = {
    ...{ mailbox_id: mailboxId, id: newId(clock), calendar_id: calendarId, permission: 'READ' as const },
    ...{ token_hash: hash, token_sealed: sealed, created_at: unixSeconds(clock), expires_at: null },
  };
  await inTransaction(db, (tx) => insertCalendarLink(tx, link));
  return link.id;
}

async function addSubscription(context: AppContext, mailboxId: number): Promise<string> {
  const { clock, db, secrets } = context;
  const [known] = await readSubscriptions(db, mailboxId);
  if (known) return known.calendar_id;
  const { id } = await createCalendar(context, mailboxId, { name: newId(clock), color: '#0b8043' });
  const now = unixSeconds(clock);
  const url = 'https://lich.example/a.ics';
  const url_sealed = requireSecrets(secrets).seal(Buffer.from(url), subscriptionOf(mailboxId));
  const row = { mailbox_id: mailboxId, calendar_id: id, url_sealed, host: 'lich.example' };
  await inTransaction(db, (tx) => insertSubscription(tx, { ...row, created_at: now, next_at: now }));
  return id;
}

/** One that everybody of the domain may book. */
async function addRoom({ db, clock }: AppContext, mailboxId: number): Promise<string> {
  const { id, name } = await db
    .selectFrom('mailboxes as m')
    .innerJoin('domains as d', 'd.id', 'm.domain_id')
    .select(['d.id', 'd.name'])
    .where('m.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  const address = `phong.${newId(clock)}@${name}`;
  const look = {
    name: 'Phòng',
    kind: 'room',
    place: '',
    seats: null,
    note: '',
    bookers: 'domain',
    ahead_days: null,
  } as const;
  const row = { ...look, domain_id: id, address, created_at: unixSeconds(clock) };
  await inTransaction(db, (tx) => insertRoom(tx, row));
  return address;
}

/** Whom nobody else knows. */
export async function addCorrespondent({ db, clock }: AppContext, mailboxId: number): Promise<string> {
  const email = `quen.${newId(clock)}@minhphat.example`;
  const counts = { name: 'Quen', folded: ' quen', sent: 1, received: 0, last_at: unixSeconds(clock) };
  await inTransaction(db, (tx) => addCounts(tx, mailboxId, [{ email, ...counts }]));
  return email;
}

type DriveThings = Pick<
  OwnThings,
  'driveFolder' | 'driveFile' | 'driveVersion' | 'driveTrashed' | 'driveUpload' | 'driveCopy' | 'share'
>;

async function addDriveThings(context: AppContext, mailboxId: number): Promise<DriveThings> {
  const [driveFolder, driveTrashed, driveFile, driveVersion] = Array.from({ length: 4 }, () =>
    newId(context.clock),
  ) as [string, string, string, string];
  await changeDrive(context, mailboxId, async (change) => {
    const { tx, now } = change;
    for (const id of [driveFolder, driveTrashed]) {
      await createEntry(change, { id, parentId: TOP, name: id, file: null, onConflict: 'fail' });
    }
    const file = { versionId: driveVersion, size: 0, contentType: 'text/plain' };
    await createEntry(change, {
      id: driveFile,
      parentId: driveFolder,
      name: driveFile,
      file,
      onConflict: 'fail',
    });
    await tx
      .insertInto('drive_versions')
      .values({
        mailbox_id: mailboxId,
        id: driveVersion,
        entry_id: driveFile,
        size: 0,
        content_type: 'text/plain',
        content_hash: Buffer.alloc(32),
        created_at: now,
        author_mailbox_id: mailboxId,
        author: 'Lan Anh',
        source: 'upload',
        office_session: null,
        scan_message: null,
      })
      .execute();
    await tx
      .updateTable('drive_entries')
      .set({ trashed_at: now })
      .where('mailbox_id', '=', mailboxId)
      .where('id', '=', driveTrashed)
      .execute();
  });
  const share = await createShare(context, mailboxId, {
    entryIds: [driveFile],
    addresses: [FORWARDING_ADDRESS],
    password: 'chim bồ câu bay',
    permission: 'READ',
    expiresAt: null,
    pending: false,
  });
  const driveUpload = await beginUpload(context, mailboxId, driveFolder);
  const driveCopy = await addCopy(context, mailboxId, driveFile);
  return { driveFolder, driveFile, driveVersion, driveTrashed, driveUpload, driveCopy, share };
}

/** A finished one. */
async function addCopy({ clock, db }: AppContext, mailboxId: number, root: string): Promise<string> {
  const id = newId(clock);
  await inTransaction(db, (tx) =>
    insertCopy(tx, {
      ...{ mailbox_id: mailboxId, id, by_mailbox_id: mailboxId, parent_id: TOP, name: root, roots: [root] },
      ...{
        state: 'done',
        error: null,
        total: 1,
        done: 1,
        reserved_bytes: 0,
        left_out: 0,
        left_out_first: [],
      },
      created_at: unixSeconds(clock),
    }),
  );
  return id;
}

/** Their number is limited. */
async function beginUpload(context: AppContext, mailboxId: number, folderId: string): Promise<string> {
  const known = await context.db
    .selectFrom('drive_uploads')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('entry_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.id;
  const place = { mailboxId, folderId, author: { mailboxId, name: 'Lan Anh' }, shareId: null };
  const wanted = { name: 'Đang tải.txt', contentType: 'text/plain', size: 5, onConflict: 'rename' } as const;
  return (await createUpload(context, place, wanted)).id;
}

async function addSession({ clock, db }: AppContext, mailboxId: number): Promise<string> {
  const now = unixSeconds(clock);
  const row = {
    token_hash: hashToken(newToken()),
    mailbox_id: mailboxId,
    created_at: now,
    expires_at: now + 3600,
    address: '192.0.2.1',
    user_agent: '',
  };
  return inTransaction(db, async (tx) => {
    const { id } = await tx.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  });
}

/** Before its code was confirmed. */
async function addForward(context: AppContext, mailboxId: number): Promise<void> {
  await changeMailbox(context, mailboxId, async ({ tx, now }) => {
    if (await readForwardOf(tx, mailboxId, FORWARDING_ADDRESS)) return;
    const ruleId = newId(context.clock);
    await insertForwardRule(tx, mailboxId, ruleId, FORWARDING_ADDRESS);
    const codeHash = Buffer.alloc(32);
    await insertForward(tx, mailboxId, { ruleId, address: FORWARDING_ADDRESS, codeHash, now });
  });
}

async function domainOf({ db }: AppContext, mailboxId: number): Promise<string> {
  const { name } = await db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select('domains.name')
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return name;
}
