import { describe, expect, test } from 'vitest';
import { findPlainSpam } from '../features/delivery/plain-spam.ts';
import { type ReadMail, readMail } from '../platform/mime/read-mail.ts';
import { dateInZone, vietnamZone } from './dates.ts';
import { dungLe, haPham, lanAnh, longFolderName, maiBui, minhTran, namVo, people } from './people.ts';
import { demoWorld, type WorldMail } from './world.ts';

const now = Date.UTC(2026, 9, 14, 3, 20) / 1000;
const world = demoWorld(now);
const messages = [...world.mail].map((mail) => ({ mail, ...readMailFrom(mail) }));
const systemFolders = ['INBOX', 'Sent', 'Drafts', 'Junk', 'Trash'];

function readMailFrom(mail: WorldMail): { read: ReadMail } {
  return { read: readMail(mail.raw) };
}

function of(email: string) {
  return messages.filter(({ mail }) => mail.owner === email);
}

/** Message ids by thread, joined by references alone. */
function threadsOf(email: string): Map<string, (typeof messages)[number][]> {
  const roots = new Map<string, string>();
  const threads = new Map<string, (typeof messages)[number][]>();
  for (const message of of(email)) {
    const { messageId, references } = message.read.mail;
    const own = messageId ?? '';
    const root = roots.get(references[0] ?? '') ?? own;
    roots.set(own, root);
    threads.set(root, [...(threads.get(root) ?? []), message]);
  }
  return threads;
}

function inFolder(folder: string) {
  return of(lanAnh.email).filter(({ mail }) => mail.folder === folder);
}

function withSubject(subject: string) {
  const found = of(lanAnh.email).find(({ read }) => read.mail.subject.includes(subject));
  if (!found) throw new Error(`No message about ${subject}`);
  return found;
}

describe('the demo world', () => {
  test('is the same, byte for byte, for the same time, and moves with the time', () => {
    const again = [...demoWorld(now).mail];
    expect(again.map(({ raw, ...rest }) => ({ ...rest, raw: raw.toString('latin1') }))).toEqual(
      messages.map(({ mail: { raw, ...rest } }) => ({ ...rest, raw: raw.toString('latin1') })),
    );
    const later = [...demoWorld(now + 40 * 86_400).mail];
    expect(later.at(-1)?.receivedAt).toBeGreaterThan(now + 39 * 86_400);
  });

  test('has nothing outside Junk that our own check takes for spam', () => {
    const wanted = messages.filter(({ mail }) => mail.folder !== 'Junk');
    expect(wanted.length).toBeGreaterThan(300);
    const taken = wanted.filter(({ read }) => {
      const found = findPlainSpam({ ...read.mail, attachments: read.files }, null);
      return found.length > 0;
    });
    expect(taken.map(({ read }) => read.mail.subject)).toEqual([]);
  });

  test('refuses milliseconds for seconds', () => {
    expect(() => demoWorld(now * 1000)).toThrow('unix seconds');
  });

  test('reads whole: every message has sender, date, id and text, and lies in the past year', () => {
    for (const { mail, read } of messages) {
      expect(read.mail.reading).toBe('full');
      expect(read.mail.from?.email).toMatch(/@/);
      expect(read.mail.messageId).toBeTruthy();
      expect(read.mail.date).toBeLessThanOrEqual(now);
      expect(mail.receivedAt).toBeLessThanOrEqual(now);
      expect(mail.receivedAt - (read.mail.date ?? 0)).toBeLessThan(60);
      expect(mail.receivedAt).toBeGreaterThan(now - 380 * 86_400);
      expect(mail.draft || read.mail.to.length > 0).toBe(true);
      expect(read.mail.text ?? '').toMatch(/\p{L}{2}/u);
      expect(read.mail.text ?? '').not.toMatch(/undefined|NaN|\[object|\ufffd/);
      expect(read.mail.subject).not.toMatch(/undefined|NaN|\[object|\ufffd/);
    }
  });

  test('comes from oldest to newest and weighs less than 15 MB', () => {
    const times = messages.map(({ mail }) => mail.receivedAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(messages.reduce((sum, { mail }) => sum + mail.raw.length, 0)).toBeLessThan(15_000_000);
  });

  test('references name only messages of the same mailbox that came before', () => {
    for (const { email } of people) {
      const seen = new Set<string>();
      for (const { read } of of(email)) {
        for (const id of read.mail.references) expect(seen).toContain(id);
        expect(seen).not.toContain(read.mail.messageId);
        seen.add(read.mail.messageId ?? '');
      }
    }
  });

  test('names no address and no link outside of the reserved names', () => {
    for (const { read } of messages) {
      const { from, to, cc, bcc, replyTo, text, html } = read.mail;
      for (const { email } of [from, ...(from.others ?? []), ...to, ...cc, ...bcc, ...replyTo]) {
        expect(email).toMatch(/\.(example|test)$/);
      }
      const words = `${text ?? ''} ${html ?? ''} ${read.mail.unsubscribe?.url ?? ''}`;
      for (const [, host] of words.matchAll(/https?:\/\/([\w.-]+)/g)) {
        expect(host).toMatch(/\.example$/);
      }
      for (const [, host] of (text ?? '').matchAll(/[\w.]+@([\w.-]+\w)/g)) expect(host).toMatch(/\.example$/);
    }
    for (const arrival of world.arrivals) expect(arrival.from).toMatch(/\.example$/);
  });

  test('fills the mailboxes as a company would', () => {
    const threads = (email: string) => threadsOf(email).size;
    expect(threads(lanAnh.email)).toBeGreaterThan(280);
    for (const { email } of [minhTran, haPham]) expect(threads(email)).toBeGreaterThan(50);
    for (const { email } of [dungLe, namVo, maiBui]) expect(threads(email)).toBeGreaterThan(7);
    const subjects = new Set(
      [...threadsOf(lanAnh.email).values()].map(([first]) => first?.read.mail.subject),
    );
    expect(subjects.size).toBeGreaterThan(250);
    const unread = [...threadsOf(lanAnh.email).values()].filter((thread) => thread.some((l) => !l.mail.read));
    expect(unread.length).toBeGreaterThan(15);
    expect(unread.length).toBeLessThan(45);
    expect(of(lanAnh.email).filter(({ mail }) => mail.starred).length).toBeGreaterThan(8);
    const inLast = (days: number) =>
      of(lanAnh.email).filter(({ mail }) => mail.receivedAt > now - days * 86_400).length;
    expect(inLast(30)).toBeGreaterThan((inLast(365) / 365) * 30 * 1.8);
  });

  test('puts mail only into folders that exist, and some into each of Lan Anh’s that holds mail itself', () => {
    for (const { mail } of messages) {
      const owner = people.find(({ email }) => email === mail.owner);
      expect([...systemFolders, ...(owner?.ownFolders ?? [])]).toContain(mail.folder);
    }
    for (const folder of lanAnh.ownFolders) expect(inFolder(folder).length, folder).toBeGreaterThan(0);
    expect(longFolderName.length).toBeGreaterThan(90);
    expect(inFolder('Junk')).toHaveLength(12);
    expect(inFolder('Trash')).toHaveLength(8);
    expect(inFolder('Drafts')).toHaveLength(4);
    expect(inFolder('Drafts').filter(({ read }) => read.mail.inReplyTo !== null)).toHaveLength(1);
  });

  test('has a conversation of 14 that three people share', () => {
    for (const { email } of [lanAnh, minhTran, haPham]) {
      const long = [...threadsOf(email).values()].filter((thread) => thread.length === 14);
      expect(long).toHaveLength(1);
      expect(new Set(long[0]?.map(({ read }) => read.mail.from?.email)).size).toBe(4);
    }
  });

  test('has the spoofed one, only in the mailbox that it was meant for', () => {
    const spoofed = messages.filter(({ mail }) => mail.spoofed);
    expect(spoofed).toHaveLength(1);
    expect(spoofed[0]?.mail).toMatchObject({ owner: lanAnh.email, auth: { spf: 'fail', dmarc: 'fail' } });
    expect(spoofed[0]?.read.mail.subject).toMatch(/^\*\*SPOOF\*\* /);
    expect(spoofed[0]?.read.mail.from?.email).toBe(minhTran.email);
  });

  test('has the rare forms: 60 recipients, 12 files, a heavy one, none and far too long a subject', () => {
    const crowd = withSubject('Mời họp mặt').read.mail;
    expect(crowd.to.length + crowd.cc.length).toBe(60);
    expect(new Set([...crowd.to, ...crowd.cc].map(({ email }) => email)).size).toBe(60);
    expect(withSubject('12 tệp').read.files).toHaveLength(12);
    const heavy = withSubject('Ảnh gốc').mail.raw.length;
    expect(heavy).toBeGreaterThan(3_000_000);
    expect(heavy).toBeLessThan(4_000_000);
    expect(
      [...threadsOf(lanAnh.email).values()].some(
        (t) => t.length === 3 && t.every((l) => l.read.mail.subject === ''),
      ),
    ).toBe(true);
    expect(withSubject('V/v đề nghị').read.mail.subject.length).toBeGreaterThan(200);
    expect(
      of(haPham.email).some(({ read }) => read.mail.to.some((a) => a.email === 'sales@saomai.example')),
    ).toBe(true);
    expect(
      of(minhTran.email).some(({ read }) => read.mail.to.some((a) => a.email === 'ketoan@saomai.example')),
    ).toBe(true);
  });

  test('has files of every group, and reads what Outlook wrapped', () => {
    const names = of(lanAnh.email).flatMap(({ read }) => read.files.map(({ name }) => name.toLowerCase()));
    const endings = [
      'png',
      'jpg',
      'webm',
      'wav',
      'zip',
      'docx',
      'xlsx',
      'pptx',
      'pdf',
      'csv',
      'txt',
      'ics',
      'eml',
      'xml',
    ];
    for (const ending of endings)
      expect(
        names.some((name) => name.endsWith(`.${ending}`)),
        ending,
      ).toBe(true);
    expect(withSubject('Phụ lục hợp đồng số 02').read.files.map(({ name }) => name)).toContain(
      'Phu luc 02.docx',
    );
    const handbook = withSubject('Sổ tay nhân viên').read.files.find(({ name }) => name.endsWith('.pdf'));
    expect(handbook?.bytes.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(25);
  });

  test('speaks old and foreign charsets that read as what was meant', () => {
    const sources = of(lanAnh.email).map(({ mail }) => mail.raw.toString('latin1'));
    for (const mark of [
      'windows-1258',
      'ISO-2022-JP',
      'utf-16',
      'format=flowed',
      'method=REQUEST',
      'report-type=delivery-status',
      'Disposition-Notification-To',
      'message/rfc822',
    ]) {
      expect(
        sources.some((source) => source.includes(mark)),
        mark,
      ).toBe(true);
    }
    expect(withSubject('湯呑みの見積もり').read.mail.text).toContain('いつもお世話になっております');
    expect(withSubject('khai thuế GTGT').read.mail.text).toContain('Cơ quan thuế đã tiếp nhận Tờ khai');
    const utf16 = of(lanAnh.email).find(({ read }) => read.mail.from?.email.startsWith('pham.loc@'));
    expect(utf16?.read.mail.text).toContain('đang chọn quà tặng hội nghị');
  });

  test('has newsletters that can be unsubscribed with one click and hide pictures elsewhere', () => {
    const newsletters = of(lanAnh.email).filter(({ read }) => read.mail.unsubscribe?.oneClick);
    expect(newsletters.length).toBeGreaterThanOrEqual(30);
    for (const { read } of newsletters) {
      expect(read.mail.html).toContain('<table');
      expect(read.mail.html).toMatch(/<img src="http:\/\/track\.[^"]+" width="1" height="1"/);
    }
  });

  test('announces Tết before Tết, and 2/9 before the second of September', () => {
    const dateOf = (subject: string) => dateInZone(withSubject(subject).mail.receivedAt, vietnamZone);
    expect(dateOf('nghỉ Tết Nguyên đán')).toMatchObject({ year: 2026, month: 1 });
    expect(dateOf('Quốc khánh 2/9')).toMatchObject({ year: 2026, month: 8 });
  });

  test('lets one friendly order arrive a minute after the start', () => {
    const [arrival, ...others] = world.arrivals;
    expect(others).toEqual([]);
    expect(arrival).toMatchObject({ afterSeconds: 60, to: [lanAnh.email] });
    const { mail } = readMail(arrival?.raw ?? Buffer.alloc(0));
    expect(mail.date).toBe(now + 60);
    expect(mail.subject).toContain('Xác nhận đặt');
  });
});
