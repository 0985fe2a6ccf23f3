import type { SenderDoubt } from '@bocau/contract/fields.ts';
import { expect, it } from 'vitest';
import { shownSender } from './shown-sender.ts';

it.each<[string, string, SenderDoubt[]]>([
  ['Nguyễn Văn An', 'an@c.vn', []],
  ['', 'an@c.vn', []],
  ['AN@C.VN', 'an@c.vn', []],
  ['ceo@bank.vn', 'x@evil.example', ['name_is_other_address']],
  ['Giám đốc ceo＠bank.vn (gấp)', 'x@evil.example', ['name_is_other_address']],
  ['ceo @ bank.vn', 'x@evil.example', ['name_is_other_address']],
  ['bank.vn', 'x@evil.example', ['name_is_other_domain']],
  ['Ngân hàng www.bank.com.vn', 'x@evil.example', ['name_is_other_domain']],
  ['bank。vn', 'x@evil.example', ['name_is_other_domain']],
  ['Tiki.vn', 'no-reply@mail.tiki.vn', []],
  ['shop.tiki.vn', 'no-reply@mail.tiki.vn', []],
  ['Booking.com', 'noreply@mailer.booking.com', []],
  ['nguyen.vn', 'nguyen.vn@gmail.com', []],
  ['A.Vu', 'vu@c.vn', []],
  ['Mr.Minh, TP.HCM', 'minh@c.vn', []],
  ['Node.js Weekly', 'news@c.vn', []],
  ['P. Kinh doanh. Vn', 'kd@c.vn', []],
  ['Mr.Com', 'com@c.vn', []],
  ['TS.BS.Vn', 'vn@c.vn', []],
  ['x.com', 'x@evil.example', ['name_is_other_domain']],
  ['hp.com', 'x@evil.example', ['name_is_other_domain']],
  ['Thẻ sc.com.vn', 'x@evil.example', ['name_is_other_domain']],
  ['vn.tiki.vn', 'x@evil.example', ['name_is_other_domain']],
  ['Mr.bank.com.vn', 'x@evil.example', ['name_is_other_domain']],
  ['ms.gov.vn', 'x@evil.example', ['name_is_other_domain']],
  ['\u202env.knab', 'x@evil.example', ['hidden_characters']],
  ['ban\u200bk.vn', 'x@evil.example', ['hidden_characters', 'name_is_other_domain']],
])('the name %j beside %s is doubted so: %j', (name, email, doubts) => {
  const shown = shownSender({ name, email });
  expect(shown.doubts ?? []).toEqual(doubts);
  expect(shown.name).not.toMatch(/\p{Cf}/u);
});

it('says nothing where nothing is doubtful, and keeps what the source said', () => {
  expect(shownSender({ name: 'An', email: 'an@c.vn' })).toEqual({ name: 'An', email: 'an@c.vn' });
  const others = [{ name: '', email: 'b@c.vn' }];
  expect(shownSender({ name: 'An', email: 'an@c.vn', doubts: ['several_addresses'], others })).toEqual({
    name: 'An',
    email: 'an@c.vn',
    doubts: ['several_addresses'],
    others,
  });
});

it('AC-4 is proven as long as nothing is doubtful', () => {
  const proven = true as const;
  expect(shownSender({ name: 'An', email: 'an@c.vn', proven }).proven).toBe(true);
  expect(shownSender({ name: 'bank.vn', email: 'an@c.vn', proven }).proven).toBeUndefined();
});
