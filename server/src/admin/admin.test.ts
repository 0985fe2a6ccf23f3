import { mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DERIVED_VERSION } from '../calendar/objects/derive-object.ts';
import { MAILBOX_EVENTS } from '../mail/mailbox/publish-event.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { silentLogger } from '../platform/logger.ts';
import { fileMail } from '../test-kit/file-mail.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { endOf, startAdmin } from '../test-kit/start-admin.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { addDomain } from './add-domain.ts';
import { addUser } from './add-user.ts';
import { explainError } from './explain-error.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { rebuild } from './rebuild.ts';
import { runCommand } from './run-command.ts';
import { setDomain } from './set-domain.ts';
import { setUser } from './set-user.ts';

const EMAIL = 'minh.tran@saomai.example';

let server: TestServer;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-admin-'));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

/** As a process of its own, for what only a process shows. */
async function adminProcess(args: string[], input = '') {
  const child = startAdmin(server, args);
  child.stdin?.end(input);
  return endOf(child);
}

/** The same command within this process, which starts in a tenth of the time. */
async function admin(args: string[], env: Record<string, string> = {}) {
  const { pgConfig, config } = server.context;
  const said = { out: '', err: '' };
  const to = (stream: keyof typeof said) => ({ write: (text: string) => (said[stream] += text) });
  const tell = (_fields: object, message: string) => void to('err').write(message);
  const run = {
    env: { DATABASE_URL: databaseUrl(pgConfig), DATA_DIR: config.dataDir, DATABASE_POOL: '4', ...env },
    ...{ out: to('out'), err: to('err'), log: { ...silentLogger, warn: tell, error: tell } },
    ...{ onOpened() {}, onEnded() {} },
  };
  const code = await runCommand(args, run).catch((error: Error) => {
    said.err += `${explainError(error)}\n`;
    return 1;
  });
  return { code, ...said };
}

describe('the command line', () => {
  test('makes nothing in a DATA_DIR where no installation is', async () => {
    expect(await admin(['user', 'list'], { DATABASE_URL: '', DATA_DIR: join(dir, 'nowhere') })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^DATA_DIR="\S+": there is no installation there\. Correct DATA_DIR; the first start of the program makes one\.\n$/,
      ),
    });
    expect(await readdir(dir)).not.toContain('nowhere');
  });

  test('leaves quietly, as by SIGPIPE, when the reader of its output has gone', async () => {
    const child = startAdmin(server, ['domain', 'list', '--csv']);
    child.stdout?.destroy();
    expect(await endOf(child)).toEqual({ code: 128 + constants.signals.SIGPIPE, out: '', err: '' });
    const help = startAdmin(server, ['help']);
    help.stdout?.destroy();
    expect(await endOf(help)).toMatchObject({ code: 128 + constants.signals.SIGPIPE, err: '' });
  });

  test('says in one line that its output can not be written, and fails', async () => {
    const full = await open('/dev/full', 'w');
    const child = startAdmin(server, ['domain', 'list'], {}, full.fd);
    await full.close();
    expect(await endOf(child)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The output can not be written: ENOSPC.*\n$/),
    });
  });

  test('makes no backup within the data that it is a backup of', async () => {
    const { dataDir } = server.context.config;
    const link = join(dir, 'link');
    await symlink(dataDir, link);
    for (const out of [dataDir, join(dataDir, 'blobs/backups'), join(link, 'backups')]) {
      expect(await admin(['backup', '--out', out])).toEqual({
        code: 1,
        out: '',
        err: `--out ${out} is in DATA_DIR ${dataDir}: a backup there is lost together with the data\n`,
      });
    }
    const store = join(dir, 'store');
    const env = { BLOB_STORE: `file:${join(store, 'blobs')}` };
    expect(await admin(['backup', '--out', store], env)).toMatchObject({
      code: 1,
      err: `--out ${store} would mix its blobs with those of BLOB_STORE ${env.BLOB_STORE}\n`,
    });
    expect(await readdir(dataDir)).not.toContain('backups');
  });

  test('rebuilds what is derived from the mail of one mailbox, or of all', async () => {
    const mailbox = await server.mailboxId(EMAIL);
    await fileMail(server.context, mailbox, { subject: 'Đường', text: 'Con đường' });
    expect(await admin(['rebuild', EMAIL, '--what', 'cards,words'])).toMatchObject({
      code: 0,
      out: `Rebuilt words, cards of ${EMAIL}.\n`,
      err: expect.stringContaining(`2 steps of ${EMAIL} in `),
    });
    const all = await admin(['rebuild', '--all']);
    expect(all).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Rebuilt sources, attachments, structures, bodies, snippets, words, cards, states, invoices, newsletters, files, contacts, calendars of \d+ mailboxes/,
      ),
    });
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });

  test('CL-341 rebuilds what is derived from events, those in the trash too', async () => {
    const an = await newPerson(server);
    const times = { start: { day: '2026-11-24', clock: '09:00', zone: 'Asia/Ho_Chi_Minh' } };
    const end = { ...times.start, clock: '10:00' };
    const make = (title: string) => an.client.createEvent({ body: { fields: { title, ...times, end } } });
    await make('Họp tuần');
    const { id } = (await make('Họp quý')).data;
    await an.client.trashEvents({ body: { ids: [id] } });
    const { db } = server.context;
    await db.deleteFrom('calendar_occurrences').where('mailbox_id', '=', an.mailbox).execute();
    await db
      .updateTable('calendar_objects')
      .set({ derived_version: 0 })
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    expect(await admin(['rebuild', an.email, '--what', 'calendars'])).toMatchObject({
      code: 0,
      out: `Rebuilt calendars of ${an.email}.\n`,
    });
    const week = { from: '2026-11-23', to: '2026-11-29', zone: 'Asia/Ho_Chi_Minh' };
    expect((await an.client.listEvents({ query: week })).data).toMatchObject([{ title: 'Họp tuần' }]);
    const rows = await db
      .selectFrom('calendar_objects')
      .select('derived_version')
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    expect(rows.map((row) => row.derived_version)).toEqual([DERIVED_VERSION, DERIVED_VERSION]);
  });

  test('adds a domain and its owner, whose password is read, and who can sign in at once at the running server', async () => {
    expect(await admin(['domain', 'add', 'Moi.Example', '--unverified'])).toMatchObject({
      code: 0,
      out: 'Added the domain moi.example, not verified.\n',
    });
    const user = [
      'user',
      'add',
      'an@moi.example',
      '--password',
      '-',
      '--owner',
      '--alias',
      'cskh@moi.example',
    ];
    expect(await adminProcess([...user, '--name', 'Vũ An'], 'Mat-khau-1\n')).toEqual({
      code: 0,
      out: 'Added the owner an@moi.example.\n',
      err: '',
    });
    const answer = await fetch(`${server.baseUrl}/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'an@moi.example', password: 'Mat-khau-1' }),
    });
    expect(answer.status).toBe(200);
  });

  test('RE-5 sets how long the people of a domain may recall, and who may at all', async () => {
    const rows = () =>
      server.context.db
        .selectFrom('mailboxes as m')
        .innerJoin('domains as d', 'd.id', 'm.domain_id')
        .select(['d.recall_seconds', 'd.recall_read', 'm.enable_recall'])
        .where('m.email', '=', EMAIL)
        .executeTakeFirst();
    expect(await rows()).toEqual({ recall_seconds: null, recall_read: true, enable_recall: true });
    expect(await admin(['domain', 'set', 'SaoMai.example', 'recall_seconds=1800', 'recall_read=0'])).toEqual({
      code: 0,
      out: 'Changed recall_seconds, recall_read of saomai.example.\n',
      err: '',
    });
    const log = await server.context.db
      .selectFrom('audit_log')
      .select(['person', 'before', 'after'])
      .where('act', '=', 'domain_changed')
      .where('after', '=', 'recall_seconds=1800')
      .execute();
    expect(log).toEqual([
      { person: 'saomai.example', before: 'recall_seconds=null', after: 'recall_seconds=1800' },
    ]);
    expect(await admin(['user', 'set', EMAIL, 'enable_recall=off'])).toMatchObject({ code: 0 });
    expect(await rows()).toEqual({ recall_seconds: 1800, recall_read: false, enable_recall: false });
    const help = await admin(['domain', 'set', '--help']);
    expect(help.out).toContain('npm run admin -- domain set NAME KEY=VALUE…');
    expect(help.out).toContain('1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800, 2592000');
  });

  test('CT-22 writes what the directory says of somebody, and what a domain shows of it', async () => {
    const entry = ['title=Kế toán', 'department=Tài chính', 'phone=0912 345 678', 'hidden=1'];
    expect(await admin(['user', 'set', EMAIL, ...entry, 'manager=lan.anh@saomai.example'])).toMatchObject({
      code: 0,
    });
    expect(await admin(['domain', 'set', 'saomai.example', 'directory=names'])).toMatchObject({ code: 0 });
    const { out } = await admin(['user', 'show', EMAIL]);
    for (const line of [...entry.slice(0, 3), 'hidden=true', 'manager=lan.anh@saomai.example'])
      expect(out.split('\n')).toContain(line);
    const back = ['title=', 'department=', 'phone=', 'hidden=0', 'manager='];
    expect(await admin(['user', 'set', EMAIL, ...back])).toMatchObject({ code: 0 });
    expect(await admin(['domain', 'set', 'saomai.example', 'directory=all'])).toMatchObject({ code: 0 });
    expect((await admin(['user', 'show', EMAIL])).out).toContain('hidden=false');
  });

  test('IV-6 sets the tax code of a company, and takes it away', async () => {
    const taxCode = async () => {
      const domains = server.context.db.selectFrom('domains').select('tax_code');
      return (await domains.where('name', '=', 'saomai.example').executeTakeFirstOrThrow()).tax_code;
    };
    expect(await admin(['domain', 'set', 'saomai.example', 'tax_code=0910004101'])).toMatchObject({
      code: 0,
    });
    expect(await taxCode()).toBe('0910004101');
    expect(await admin(['domain', 'set', 'saomai.example', 'tax_code=none'])).toMatchObject({ code: 0 });
    expect(await taxCode()).toBeNull();
  });

  test.each([
    ['user', 'set', EMAIL, 'password=ngan'],
    ['user', 'add', 'yeu@saomai.example', '--password', 'ngan'],
  ])('PW-1 %s %s refuses a weak password, and says what it lacks', async (...command) => {
    const { code, err } = await admin(command);
    expect(code).toBe(1);
    expect(err).toContain(
      'The password is too weak: it lacks 8 characters, an uppercase letter, a digit, a special character',
    );
  });

  test('PW-2 sets no password that others would guess, who know whose it is', async () => {
    const silent = { write: () => true, isTTY: false } as never;
    const run = (command: typeof addUser, ...args: string[]) =>
      command.run({ context: server.context, args, out: silent, err: silent });
    const guessable = 'The password is easy to guess: it is made of names, addresses or common words';
    const phuong = ['phuong.le@saomai.example', '--name', 'Lê Phương', '--password'];
    await expect(run(addUser, ...phuong, 'LePhuong1!')).rejects.toThrow(guessable);
    await expect(run(addUser, ...phuong, 'P@ssw0rd1')).rejects.toThrow(guessable);
    await expect(run(setUser, EMAIL, 'password=Minh.tran1')).rejects.toThrow(guessable);
  });

  test.each([
    ['domain add', ['saomai.example'], 'The domain saomai.example is there already', addDomain],
    ['domain add', ['not a domain'], "'not a domain' is no domain name", addDomain],
    [
      'user add',
      ['a@nowhere.example', '--password', 'x'],
      "The domain nowhere.example is not known; 'domain add nowhere.example' adds it",
      addUser,
    ],
    [
      'user add',
      ['sales@saomai.example', '--password', 'x'],
      'The address sales@saomai.example is taken',
      addUser,
    ],
    ['user add', ['new@saomai.example'], '--password is missing', addUser],
    [
      'user add',
      ['a..b@saomai.example', '--password', 'x'],
      "'a..b@saomai.example' is no mail address",
      addUser,
    ],
    ['user set', ['nobody@saomai.example', 'active=1'], 'There is no user nobody@saomai.example', setUser],
    ['user set', [EMAIL, 'enable_smtp=maybe'], "enable_smtp is 1 or 0, not 'maybe'", setUser],
    [
      'user set',
      [EMAIL, `title=${'x'.repeat(121)}`],
      'title is too long, or has control characters',
      setUser,
    ],
    [
      'domain set',
      ['saomai.example', 'directory=some'],
      'directory is one of nothing, names, all',
      setDomain,
    ],
    [
      'domain set',
      ['saomai.example', 'tax_code=123'],
      'tax_code is 10 or 12 digits, 10 and a branch as 0910004006-001, or none',
      setDomain,
    ],
    ['user set', [EMAIL, 'admin=1'], expect.stringContaining("'admin=1' is no KEY=VALUE"), setUser],
    ['domain set', ['nowhere.example', 'recall_read=1'], 'There is no domain nowhere.example', setDomain],
    ['domain set', ['saomai.example'], expect.stringContaining('KEY=VALUE is missing'), setDomain],
    [
      'domain set',
      ['saomai.example', 'recall_seconds=5'],
      expect.stringMatching(/^recall_seconds is one of 1800, .*, not '5'$/),
      setDomain,
    ],
    ['domain set', ['saomai.example', 'recall_read=2'], "recall_read is 1 or 0, not '2'", setDomain],
    ['import', [EMAIL], 'Either --maildir DIR or --mbox FILE is needed', importCommand],
    ['export', [EMAIL], '--out DIR is missing', exportCommand],
    [
      'rebuild',
      [EMAIL, '--what', 'words,colours'],
      "'colours' is nothing to rebuild; there are sources, attachments, structures, bodies, snippets, words, cards, states, invoices, newsletters, files, contacts, calendars",
      rebuild,
    ],
    ['rebuild', [EMAIL, '--all'], 'Either EMAIL or --all', rebuild],
  ])('%s %j is refused', async (_name, args, message, { run }) => {
    const silent = { write: () => undefined };
    const refused = expect(run({ context: server.context, args, out: silent, err: silent })).rejects;
    await refused.toMatchObject({ message });
  });

  test('says what is wrong in one line, without a stack', async () => {
    const missing = { code: 1, out: '', err: '--out DIR is missing\n' };
    expect(await adminProcess(['export', EMAIL])).toEqual(missing);
    expect(await admin(['export', EMAIL])).toEqual(missing);
    expect(await admin(['export', EMAIL, '--to', 'x'])).toEqual({
      code: 1,
      out: '',
      err: "Unknown option '--to'. It goes: export EMAIL --out DIR\n",
    });
  });

  test('lists its commands, and names an unknown one', async () => {
    expect(await adminProcess([])).toMatchObject({ code: 2, out: expect.stringContaining('import EMAIL') });
    expect(await admin(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('doctor') });
    expect(await admin(['user', 'shave'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no command 'user shave'."),
    });
    expect(await admin(['doctor'], { PORT: 'x' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Configuration: PORT="x": expected .*\n$/),
    });
  });
});

describe('a changed user', () => {
  test('who is switched off is out at once, and learns at once that sending was switched off', async () => {
    const ha = await server.signIn('ha.pham@saomai.example');
    expect((await ha.getUserInfo({})).data.enable_smtp).toBe(1);
    const heard = Promise.withResolvers<string>();
    await server.context.listener.listen(MAILBOX_EVENTS, heard.resolve);
    const changed = await admin([
      'user',
      'set',
      'ha.pham@saomai.example',
      'enable_smtp=0',
      'name=Thu Hà',
      'quota_mb=77',
    ]);
    expect(changed.out).toBe('Changed enable_smtp, name, quota_mb of ha.pham@saomai.example.\n');
    expect(JSON.parse(await heard.promise)).toEqual({
      mailbox: await server.mailboxId('ha.pham@saomai.example'),
      frame: { event: 'enable_smtp', data: { enable_smtp: 0 } },
    });
    const { data } = await ha.getUserInfo({});
    expect(data).toMatchObject({ fullname: 'Thu Hà' });
    expect(data.enable_smtp).toBe(0);

    await admin(['user', 'set', 'ha.pham@saomai.example', 'active=0']);
    await expect(ha.getUserInfo({})).rejects.toMatchObject({ status: 401 });
  });
});

describe('an import', () => {
  test('beyond the quota is warned of, and done', async () => {
    await admin(['user', 'set', 'lan.anh@saomai.example', 'quota_mb=1']);
    const file = join(dir, 'big.mbox');
    const message = `From a@x.example Thu Nov 20 01:00:00 2025\nSubject: Lớn\n\n${`${'x'.repeat(70)}\n`.repeat(20_000)}\n`;
    await writeFile(file, message);
    const { code, out, err } = await admin([
      'import',
      'lan.anh@saomai.example',
      '--mbox',
      file,
      '--folder',
      'Cũ/Lớn',
    ]);
    expect(err).toMatch(/^Warning: this may fill the mailbox with 2 MB, beyond its quota of 1 MB\.\n/);
    expect(out).toBe('Imported 1 messages into lan.anh@saomai.example.\n');
    expect(code).toBe(0);
  });

  test('tells at the end what could not be read, and by its exit code', async () => {
    const root = join(dir, 'torn');
    await mkdir(join(root, 'cur'), { recursive: true });
    await writeFile(join(root, 'cur', '1.host:2,S'), 'Subject: Còn\r\n\r\n');
    await symlink(join(dir, 'nowhere'), join(root, 'cur', '2.host:2,S'));
    let [told, warned] = ['', ''];
    const code = await importCommand.run({
      context: server.context,
      args: [EMAIL, '--maildir', root],
      out: { write: (text) => (told += text) },
      err: { write: (text) => (warned += text) },
    });
    expect(code).toBe(1);
    expect(told).toBe(`Imported 1 messages into ${EMAIL}.\n`);
    expect(warned).toContain(`1 could not be imported:\n  ${join(root, 'cur', '2.host:2,S')}: ENOENT`);
  });
});
