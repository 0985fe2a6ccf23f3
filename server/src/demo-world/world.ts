import { buildMessage } from './build-message.ts';
import { hoaSen, lan } from './correspondents.ts';
import { factsFor } from './facts.ts';
import { junkMatters, trashMatters } from './junk.ts';
import { from } from './message.ts';
import { colleagueMatters } from './messages-colleagues.ts';
import { complaintMatters } from './messages-complaints.ts';
import { exportMatters } from './messages-export.ts';
import { exportCareMatters } from './messages-export-care.ts';
import { financeMatters } from './messages-finance.ts';
import { officeMatters } from './messages-office.ts';
import { overseasMatters } from './messages-overseas.ts';
import { peopleMatters } from './messages-people.ts';
import { privateMatters } from './messages-private.ts';
import { purchasingMatters } from './messages-purchasing.ts';
import { salesMatters } from './messages-sales.ts';
import { shippingMatters } from './messages-shipping.ts';
import { stableHash } from './mime.ts';
import { newsletterMatters } from './newsletters.ts';
import { domains, type Person, people, type WorldDomain } from './people.ts';
import { postMessages, type WorldMail } from './post-messages.ts';
import { specialFormMatters } from './special-forms.ts';
import { specialMatters } from './specials.ts';

export type { Person, WorldDomain } from './people.ts';
export type { WorldMail } from './post-messages.ts';

/** To be delivered by SMTP while the visitor looks on. */
export type Arrival = { afterSeconds: number; from: string; to: string[]; raw: Buffer };

export type World = {
  domains: WorldDomain[];
  people: Person[];
  mail: Iterable<WorldMail>;
  arrivals: Arrival[];
};

/** A year in the mail of a small trading company that ends at `now`, in unix seconds; the same for the same `now`. */
export function demoWorld(now: number): World {
  if (!Number.isInteger(now) || now > 100_000_000_000) throw new Error('demoWorld wants whole unix seconds');
  const matters = [
    ...salesMatters,
    ...complaintMatters,
    ...purchasingMatters,
    ...exportMatters,
    ...exportCareMatters,
    ...overseasMatters,
    ...shippingMatters,
    ...financeMatters,
    ...peopleMatters,
    ...officeMatters,
    ...privateMatters,
    ...colleagueMatters,
    ...newsletterMatters,
    ...junkMatters,
    ...trashMatters,
    ...specialMatters,
    ...specialFormMatters,
  ];
  return { domains, people, mail: postMessages(matters, now), arrivals: [orderConfirmed(now + 60)] };
}

function orderConfirmed(at: number): Arrival {
  const facts = factsFor('order confirmed', 0, at);
  const turn = from(
    hoaSen,
    `Chào chị Lan Anh,\n\nKhách sạn đã duyệt mẫu, em xác nhận đặt 160 khay mây cỡ lớn và 160 hộp khăn giấy, tổng ${facts.vnd(36_000_000, 44_000_000)}. Ngày giao mong muốn là ${facts.day(18)}.\n\nCảm ơn chị và chị Hà đã gửi mẫu nhanh, giám đốc bên em khen mãi!`,
  );
  const message = {
    turn,
    to: [lan],
    cc: [],
    subject: 'Xác nhận đặt 160 khay mây cho khách sạn Hoa Sen',
    at,
    messageId: `<${stableHash(`arrival ${at}`)}@hoasenhotel.example>`,
    references: [],
    quoted: null,
    rawBefore: null,
  };
  return { afterSeconds: 60, from: hoaSen.email, to: [lan.email], raw: buildMessage(message).raw };
}
