import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { BookMember, ContactBook, ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { fold } from '@bocau/contract/fold.ts';

const AT = 1_795_140_000;

const EMPTY: ContactFields = {
  ...{ full_name: '', family_name: '', middle_name: '', given_name: '', name_prefix: '', name_suffix: '' },
  ...{ nickname: '', organisation: '', department: '', title: '' },
  ...{ emails: [], phones: [], addresses: [], urls: [], dates: [], relations: [] },
  ...{ birthday: null, lunar_birthday: false, lunar_leap: false, notes: '', lists: [] },
};

type Given = Partial<Omit<ContactCard, 'fields'>> & { fields?: Partial<ContactFields> };

/** A card as the server shows it; its name is the full name, listed under the last word. */
export function cardOf(id: string, name: string, given: Given = {}): ContactCard {
  const fields = { ...EMPTY, full_name: name, ...given.fields };
  return {
    ...{ id, book_id: 'own', favorite: false, permission: 'OWNER', revision: 1, photo: null },
    ...{ created_at: AT, changed_at: AT },
    ...given,
    ...derived(fields),
    fields,
  };
}

function derived(fields: ContactFields) {
  const { full_name, organisation, title, emails, phones } = fields;
  const [email, phone] = [emails[0]?.value ?? '', phones[0]?.value ?? ''];
  const name = full_name || organisation || email || phone;
  return {
    ...{ name, organisation, title, email, phone },
    letter: letterOf(keyOf(name)),
    numbers: phones.map(({ value }) => value.replace(/\s/g, '').replace(/^0/, '+84')),
  };
}

function letterOf(key: string): string {
  return /^[a-z]/.test(key) ? key.charAt(0).toUpperCase() : '#';
}

function keyOf(name: string): string {
  const words = fold(name).split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
}

export const OWN_BOOK: ContactBook = {
  ...{ id: 'own', name: 'Danh bạ', is_default: true, total: 0, permission: 'OWNER', owner: null },
};

/** In the journal: books were changed. */
const BOOKS = 'books';

/** A file in these tests is named after what is in it: jsdom reads no file within a call. */
function linesOf(form: FormData): string[][] {
  const { name } = form.get('file') as File;
  return name.split(';').map((line) => line.split(','));
}

type ListQuery = {
  [name in 'book_id' | 'list' | 'only' | 'order' | 'search' | 'from' | 'limit' | 'cursor']?: string;
};

/** Contacts with a journal, whose server can refuse a call or lose its answer. */
export function createFakeContacts(
  given: readonly ContactCard[],
  books: readonly ContactBook[] = [OWN_BOOK],
) {
  const cards = new Map(given.map((card) => [card.id, card]));
  const journal: string[] = [];
  const calls: string[] = [];
  const failures: ApiError[] = [];
  const refusals = new Map<string, ApiError>();
  const merges = new Map<string, string[]>();
  let shelf = books;
  let members: readonly BookMember[] = [];

  function put(card: ContactCard): ContactCard {
    const next = { ...card, ...derived(card.fields), revision: card.revision + 1 };
    cards.set(card.id, next);
    if (card.permission === 'OWNER') journal.push(card.id);
    return next;
  }

  /** Makes a change and returns its result; a failure of status 0 loses the answer after the change. */
  async function change<T>(name: string, run: () => T): Promise<{ data: T; meta: never }> {
    calls.push(name);
    const failure = refusals.get(name) ?? failures.shift();
    refusals.delete(name);
    if (failure && failure.status !== 0) throw failure;
    const data = run();
    if (failure) throw failure;
    return { data, meta: undefined as never };
  }

  function putBooks<T>(next: readonly ContactBook[], answer: T): T {
    shelf = next;
    journal.push(BOOKS);
    return answer;
  }

  /** `but`: except by cards of this import. */
  function isKnown(email = '', but = ' '): boolean {
    return [...cards.values()].some((card) => card.email === email && !card.id.startsWith(`${but} `));
  }

  const of = (id: string) => {
    const card = cards.get(id);
    if (!card) throw new ApiError(404, 'contact_not_found', 'Not found');
    return card;
  };
  const isKept = ({ trashed_at }: ContactCard) => trashed_at === undefined;

  function chosen({ book_id, list, only, search, order }: ListQuery): ContactCard[] {
    const words = fold(search ?? '').split(' ');
    const digits = (search ?? '').replace(/\D/g, '');
    const isFound = (card: ContactCard) =>
      search === undefined ||
      words.every((word) => fold(`${card.name} ${card.email} ${card.organisation}`).includes(word)) ||
      (digits.length > 3 &&
        card.fields.phones.some(({ value }) => value.replace(/\D/g, '').includes(digits)));
    const key = ({ name }: ContactCard) => (order === 'family' ? fold(name) : keyOf(name));
    return [...cards.values()]
      .filter((card) => isKept(card) === (only !== 'trash'))
      .filter((card) => (book_id === undefined ? card.permission === 'OWNER' : card.book_id === book_id))
      .filter((card) => only !== 'favorites' || card.favorite)
      .filter((card) => list === undefined || card.fields.lists.includes(list))
      .filter(isFound)
      .map((card) => ({
        ...card,
        letter: letterOf(key(card)),
      }))
      .sort((a, b) =>
        only === 'trash' ? (b.trashed_at ?? 0) - (a.trashed_at ?? 0) : key(a) < key(b) ? -1 : 1,
      );
  }

  const lettersOf = (some: readonly ContactCard[]) => [...new Set(some.map(({ letter }) => letter))];

  const api = {
    async getContactChanges({ query }: { query: { since?: string } }) {
      const since = query.since === undefined ? journal.length : Number(query.since);
      const changed = [...new Set(journal.slice(since))];
      return {
        data: {
          seq: journal.length,
          cards: changed.filter((id) => id !== BOOKS).map((id) => ({ id, card: cards.get(id) ?? null })),
          ...(changed.length > 0 && { lists: true }),
          ...(changed.includes(BOOKS) && { books: true }),
        },
      };
    },
    listContactBooks: async () => ({ data: shelf }),
    listContactLists: async () => {
      const own = [...cards.values()].filter((card) => isKept(card) && card.permission === 'OWNER');
      const names = [...new Set(own.flatMap(({ fields }) => fields.lists))].sort();
      return {
        data: names.map((name) => ({
          name,
          total: own.filter(({ fields }) => fields.lists.includes(name)).length,
        })),
      };
    },
    async listContacts({ query }: { query: ListQuery }) {
      calls.push('list');
      const failure = failures.shift();
      if (failure) throw failure;
      if (query.book_id !== undefined && !shelf.some(({ id }) => id === query.book_id)) of(query.book_id);
      const all = chosen(query);
      const begin = query.from === undefined ? 0 : all.findIndex(({ letter }) => letter === query.from);
      const from = Number(query.cursor ?? Math.max(0, begin));
      const to = from + Number(query.limit ?? 50);
      const next_cursor = to < all.length ? String(to) : null;
      return { data: all.slice(from, to), meta: { next_cursor, total: all.length } };
    },
    listContactLetters: async ({ query }: { query: ListQuery }) => ({ data: lettersOf(chosen(query)) }),
    async getContact({ params: { id } }: { params: { id: string } }) {
      calls.push('get');
      return { data: of(id) };
    },
    createContact: ({ body }: { body: { uid: string; book_id?: string; fields: Partial<ContactFields> } }) =>
      change('create', () => {
        const known = cards.get(body.uid);
        if (known) return known;
        const { full_name = '', organisation = '', emails = [], phones = [] } = body.fields;
        if (!full_name && !organisation && emails.length === 0 && phones.length === 0)
          throw new ApiError(400, 'contact_empty', 'Empty');
        const { book_id = 'own', fields } = body;
        return put(cardOf(body.uid, full_name, { book_id, fields }));
      }),
    changeContact: ({
      params,
      body,
    }: {
      params: { id: string };
      body: { revision?: number; fields: Partial<ContactFields> };
    }) =>
      change('change', () => {
        const card = of(params.id);
        if (body.revision !== undefined && body.revision !== card.revision)
          throw new ApiError(409, 'contact_changed', 'Changed');
        return put({ ...card, fields: { ...card.fields, ...body.fields } });
      }),
    markContacts: ({ body }: { body: { ids: string[]; favorite: boolean } }) =>
      change('favorite', () => {
        for (const id of body.ids) put({ ...of(id), favorite: body.favorite });
        return { ok: true };
      }),
    trashContacts: ({ body }: { body: { ids: string[] } }) =>
      change('trash', () => {
        for (const id of body.ids) put({ ...of(id), trashed_at: AT });
        return { ok: true };
      }),
    restoreContacts: ({ body }: { body: { ids: string[] } }) =>
      change('restore', () => {
        for (const id of body.ids) {
          const { trashed_at: _gone, ...card } = of(id);
          put(card);
        }
        return { ok: true };
      }),
    deleteContacts: ({ body }: { body: { ids?: string[] } }) =>
      change('delete', () => {
        const trashed = [...cards.values()].filter((card) => !isKept(card));
        for (const id of body.ids ?? trashed.map((card) => card.id)) {
          cards.delete(id);
          journal.push(id);
        }
        return { ok: true };
      }),
    moveContacts: ({ body }: { body: { ids: string[]; book_id: string } }) =>
      change('move', () => {
        for (const id of body.ids) put({ ...of(id), book_id: body.book_id });
        return { ok: true };
      }),
    changeContactList: ({ body }: { body: { name: string; add: string[]; remove: string[] } }) =>
      change('list', () => {
        for (const id of [...body.add, ...body.remove]) {
          const card = of(id);
          const others = card.fields.lists.filter((name) => name !== body.name);
          const lists = body.add.includes(id) ? [...others, body.name] : others;
          put({ ...card, fields: { ...card.fields, lists } });
        }
        return { ok: true };
      }),
    /** The file has a person a line: a name, and an address. */
    planContactImport: ({ form }: { form: FormData }) =>
      change('plan', () => {
        const lines = linesOf(form);
        const rows = lines.map(([name = '', email = '']) => ({ name, organisation: '', email, phone: '' }));
        const duplicates = rows.filter(({ email }) => isKnown(email));
        const columns = JSON.parse(String(form.get('columns') ?? '["full_name","email",null]'));
        const headings = ['Tên', 'Email', 'Mã'];
        return {
          ...{ kind: 'csv', total: rows.length, rows },
          columns: headings.map((heading, at) => ({ heading, column: columns[at] ?? null, sample: '' })),
          duplicates: { total: duplicates.length, rows: duplicates },
          faults: { total: 1, first: [{ line: 4, problem: 'empty' }] },
          unread: {
            total: 2,
            first: [{ line: 2, what: 'Ngày sinh', value: '31/02/1990', problem: 'not_a_day', kept: 'notes' }],
          },
        };
      }),
    importContacts: ({ form }: { form: FormData }) =>
      change('import', () => {
        const uid = String(form.get('uid'));
        const lines = linesOf(form);
        const wanted = lines.filter(([, email]) => form.get('duplicates') === 'add' || !isKnown(email, uid));
        for (const [name = '', email = ''] of wanted) {
          const lists = form.has('list') ? [String(form.get('list'))] : [];
          put(cardOf(`${uid} ${name}`, name, { fields: { emails: [{ label: '', value: email }], lists } }));
        }
        const skipped = lines.length - wanted.length;
        return { uid, created: wanted.length, skipped, faults: { total: 0, first: [] } };
      }),
    undoContactImport: ({ body: { uid } }: { body: { uid: string } }) =>
      change('undo-import', () => {
        for (const card of cards.values())
          if (card.id.startsWith(`${uid} `)) put({ ...card, trashed_at: AT });
        return { ok: true };
      }),
    listContactDuplicates: async () => {
      const kept = [...cards.values()].filter((card) => isKept(card) && card.permission === 'OWNER');
      const byName = Map.groupBy(kept, ({ name }) => name);
      const groups = [...byName].filter(([, same]) => same.length > 1);
      return { data: groups.map(([value, same]) => ({ by: 'name', value, cards: same })) };
    },
    mergeContacts: ({ body }: { body: { uid: string; keep_id: string; ids: string[] } }) =>
      change('merge', () => {
        merges.set(body.uid, body.ids);
        for (const id of body.ids) put({ ...of(id), trashed_at: AT });
        return of(body.keep_id);
      }),
    undoContactMerge: ({ body: { uid } }: { body: { uid: string } }) =>
      change('undo-merge', () => {
        for (const id of merges.get(uid) ?? []) {
          const { trashed_at: _gone, ...card } = of(id);
          put(card);
        }
        return { ok: true };
      }),
    createContactBook: ({ body: { name } }: { body: { name: string } }) =>
      change('create-book', () => {
        if (shelf.some((book) => book.name === name)) throw new ApiError(409, 'already_exists', 'Taken');
        const book = { ...OWN_BOOK, id: name, name, is_default: false };
        return putBooks([...shelf, book], book);
      }),
    renameContactBook: ({
      params: { id },
      body: { name },
    }: {
      params: { id: string };
      body: { name: string };
    }) =>
      change('rename-book', () => {
        const books = shelf.map((book) => (book.id === id ? { ...book, name } : book));
        return putBooks(
          books,
          books.find((book) => book.id === id),
        );
      }),
    deleteContactBook: ({ params: { id } }: { params: { id: string } }) =>
      change('delete-book', () =>
        putBooks(
          shelf.filter((book) => book.id !== id),
          { ok: true },
        ),
      ),
    leaveContactBook: ({ params: { id } }: { params: { id: string } }) =>
      change('leave-book', () =>
        putBooks(
          shelf.filter((book) => book.id !== id),
          { ok: true },
        ),
      ),
    listBookMembers: async () => ({ data: members }),
    setBookMembers: ({ body }: { body: { members: { address: string; permission: 'READ' | 'WRITE' }[] } }) =>
      change('share-book', () => {
        const outside = body.members.filter(({ address }) => !address.endsWith('@saomai.example'));
        if (outside.length > 0) {
          const emails = outside.map(({ address }) => address);
          throw new ApiError(400, 'invalid_recipients', 'Outside', { emails });
        }
        members = body.members.map(({ address, permission }) => ({ email: address, name: '', permission }));
        return members;
      }),
    suggestRecipients: async () => ({
      data: {
        suggest_emails: [{ email: 'khach@ngoai.example', name: 'Khách' }],
        same_domain_emails: [{ email: 'ha@saomai.example', name: 'Phạm Hà' }],
      },
    }),
    setContactPhoto: ({ params: { id } }: { params: { id: string } }) =>
      change('photo', () => put({ ...of(id), photo: `/photo/${id}` })),
    removeContactPhoto: ({ params: { id } }: { params: { id: string } }) =>
      change('no-photo', () => put({ ...of(id), photo: null })),
  };
  return {
    api: api as unknown as ApiClient,
    /** Its owner no longer shares a book. */
    unshare(id: string): void {
      putBooks(
        shelf.filter((book) => book.id !== id),
        null,
      );
      for (const card of [...cards.values()]) if (card.book_id === id) cards.delete(card.id);
    },
    calls,
    /** Failures of the next calls; with status 0 the change is made, and its answer lost. */
    failures,
    card: (id: string) => cards.get(id),
    /** The failure of the next call of a kind. */
    refusals,
    members: () => members,
    /** A change by another tab or another program. */
    put,
  };
}
