import { describe, expect, test } from 'vitest';
import { type Candidate, decideReply } from './decide-reply.ts';
import { isWithin } from './reply-period.ts';

const LAN_ANH = { name: 'Trần Lan Anh', email: 'lan.anh@saomai.example' };
const SALES = { name: 'Trần Lan Anh', email: 'kinhdoanh@saomai.example' };
const HUNG = 'hung@doitac.example';
const at = (time: string) => Date.parse(time) / 1000;

const GIVEN: Candidate = {
  rule: { start_date: '2026-11-20', end_date: '2026-11-27', only_organisation: false },
  timeZone: 'Asia/Ho_Chi_Minh',
  receivedAt: at('2026-11-23T09:00:00+07:00'),
  envelopeSender: HUNG,
  sender: HUNG,
  to: [{ name: '', email: LAN_ANH.email }],
  cc: [],
  isJunk: false,
  isForged: false,
  isProven: true,
  failsDmarc: false,
  refusesReplies: false,
  own: [LAN_ANH, SALES],
};
const decide = (given: Partial<Candidate> = {}) => decideReply({ ...GIVEN, ...given });
const people = (...emails: string[]) => emails.map((email) => ({ name: '', email }));

describe('VA-4 the period', () => {
  const period = { start_date: '2026-11-20', end_date: '2026-11-27' };
  test.each([
    ['2026-11-19T23:59:59+07:00', 'Asia/Ho_Chi_Minh', false],
    ['2026-11-20T00:00:00+07:00', 'Asia/Ho_Chi_Minh', true],
    ['2026-11-27T23:59:59+07:00', 'Asia/Ho_Chi_Minh', true],
    ['2026-11-28T00:00:00+07:00', 'Asia/Ho_Chi_Minh', false],
    ['2026-11-20T00:00:00+07:00', 'UTC', false],
    ['2026-11-28T00:00:00+07:00', 'Europe/Berlin', true],
    // A day without the hour between two and three.
    ['2026-11-20T00:00:00-05:00', 'America/New_York', true],
    ['2026-11-27T23:59:59-05:00', 'America/New_York', true],
    ['2026-11-28T00:00:00-05:00', 'America/New_York', false],
  ])('at %s in %s: %s', (time, timeZone, within) => {
    expect(isWithin(period, at(time), timeZone)).toBe(within);
  });

  test('may be one day, and may have no end', () => {
    const receivedAt = at('2026-11-20T12:00:00+07:00');
    expect(isWithin({ ...period, end_date: '2026-11-20' }, receivedAt, 'Asia/Ho_Chi_Minh')).toBe(true);
    expect(isWithin({ ...period, end_date: null }, at('2031-01-01T00:00:00Z'), 'Asia/Ho_Chi_Minh')).toBe(
      true,
    );
  });

  test('decides', () => {
    expect(decide({ receivedAt: at('2026-11-28T00:00:00+07:00') })).toEqual({ silent: 'outside the period' });
  });
});

describe('VA-5 an answer goes to the envelope sender, from the own address that was written to', () => {
  test.each<[string, Partial<Candidate>, object]>([
    ['To', {}, { from: LAN_ANH, to: HUNG }],
    ['an alias', { to: people('ban@khac.example', 'KinhDoanh@saomai.example') }, { from: SALES, to: HUNG }],
    ['Cc', { to: people('ban@khac.example'), cc: people(SALES.email) }, { from: SALES, to: HUNG }],
    ['a tagged address', { to: people('lan.anh+bao-gia@saomai.example') }, { from: LAN_ANH, to: HUNG }],
    ['another From', { sender: 'thu.ky@doitac.example' }, { from: LAN_ANH, to: HUNG }],
    [
      'a bounce address of a person',
      { envelopeSender: 'prvs=12ab=hung@doitac.example' },
      {
        from: LAN_ANH,
        to: 'prvs=12ab=hung@doitac.example',
      },
    ],
  ])('%s', (_what, given, reply) => {
    expect(decide(given)).toEqual(reply);
  });
});

describe('VA-6 nothing goes', () => {
  test.each<[string, Partial<Candidate>, string]>([
    ['to junk', { isJunk: true }, 'junk'],
    ['to forged mail', { isForged: true }, 'forged'],
    ['to what fails DMARC', { failsDmarc: true }, 'forged'],
    ['to whom nothing proves', { isProven: false }, 'not proven'],
    ['to lists and programs', { refusesReplies: true }, 'automatic'],
    ['to an empty envelope sender', { envelopeSender: '' }, 'nobody to answer'],
    ['to what is no address', { envelopeSender: 'hung' }, 'nobody to answer'],
    ['where no own address stands in To or Cc', { to: people('moi.nguoi@doitac.example') }, 'not written to'],
    ['where nobody stands there', { to: [] }, 'not written to'],
    ['to the mailbox itself', { envelopeSender: LAN_ANH.email, sender: LAN_ANH.email }, 'own address'],
    ['to an alias with a tag', { envelopeSender: 'kinhdoanh+x@saomai.example' }, 'own address'],
    ['to what says that it is from here', { sender: 'Lan.Anh@SAOMAI.example' }, 'own address'],
    ...[
      ...['MAILER-DAEMON', 'postmaster', 'noreply', 'no-reply', 'No_Reply', 'do.not.reply', 'donotreply-vn'],
      ...['drive-shares-dm-noreply', 'khong-tra-loi', 'abuse', 'root', 'notifications', 'newsletter+42'],
      ...['owner-tin', 'tin-request', 'tin-bounces+lan=saomai.example', 'bounce-123', 'bounces+7=x'],
    ].map((local): [string, Partial<Candidate>, string] => [
      `to ${local}`,
      { envelopeSender: `${local}@doitac.example` },
      'automatic',
    ]),
    ['to a robot in From', { sender: 'noreply@doitac.example' }, 'automatic'],
  ])('%s', (_what, given, silent) => {
    expect(decide(given)).toEqual({ silent });
  });

  test.each(['info', 'sales', 'support', 'admin', 'ke.toan', 'norman', 'request', 'botany'])(
    'but people are answered: %s',
    (local) => {
      const envelopeSender = `${local}@doitac.example`;
      expect(decide({ envelopeSender, sender: envelopeSender })).toHaveProperty('to', envelopeSender);
    },
  );
});

describe('VA-5 only within the organisation', () => {
  const rule = { ...GIVEN.rule, only_organisation: true };
  const within = 'minh@SaoMai.example';

  test('colleagues are answered', () => {
    expect(decide({ rule, envelopeSender: within, sender: within })).toHaveProperty('to', within);
  });
  test.each([
    ['a partner', { envelopeSender: HUNG, sender: HUNG }],
    ['who writes in a colleague’s name', { envelopeSender: HUNG, sender: within }],
    ['a domain below', { envelopeSender: 'a@x.saomai.example', sender: 'a@x.saomai.example' }],
  ])('%s is not', (_who, given) => {
    expect(decide({ rule, ...given })).toEqual({ silent: 'outside the organisation' });
  });
});
