import {
  courier,
  fairOffice,
  ha,
  inspector,
  lan,
  schulzHamburg,
  tanakaYokohama,
  tanSingapore,
  weberHamburg,
} from './correspondents.ts';
import { type Contact, from, type Matter, spread, talk } from './message.ts';
import { png } from './sample-files.ts';
import { xlsx } from './sample-office.ts';

const abroad = 'Khách hàng/Nước ngoài';

function stranger(name: string, email: string, company: string, zone: number): Contact {
  return { name, email, client: 'gmail', signature: `${name}\n${company}`, english: true, zone };
}

const dubois = stranger('Camille Dubois', 'camille@maison-lumiere.example', 'Maison Lumière, Lyon', 60);
const oconnor = stranger('Aoife O’Connor', 'aoife@greenhearth.example', 'Green Hearth, Galway', 0);
const kim = stranger('Kim Seo-yeon', 'kim@hanokliving.example', 'Hanok Living, Busan', 540);
const blogger = stranger('Nora Lindqvist', 'nora@slowcraft.example', 'Slow Craft Journal, Uppsala', 60);

/** The everyday English of an exporter: questions, small troubles, first contacts. */
export const overseasMatters: Matter[] = [
  {
    name: 'first-contact',
    timing: spread(3),
    folder: abroad,
    write: (f) =>
      talk(
        f.each([
          'Looking for a rattan supplier in Vietnam',
          'Your stand at the fair – follow up',
          'Small order for a design shop?',
        ]),
        from(
          f.each([dubois, kim, oconnor]),
          f.each([
            'Dear Ms Lan Anh,\n\nWe run three shops for tableware in Lyon and would like to work with one reliable workshop instead of five agents. Do you ship mixed pallets, and what is your smallest order?',
            'Dear Lan Anh,\n\nIt was a pleasure to talk at your stand. As promised, here are photos of our shop. We are most interested in the celadon cups and would start with 120 pieces.',
            'Hi there,\n\nWe are a tiny shop on the west coast of Ireland. Would you consider an order of 80 baskets, or is that too small for you? We can pay in full in advance.',
          ]),
          { cc: [ha], files: f.round === 1 ? [png('our-shop.png', 320, 220)] : [] },
        ),
        from(
          lan,
          f.each([
            'Dear Camille,\n\nThank you for writing. Mixed pallets are no problem from USD 2,500. Ha will send you the catalogue with carton sizes today.',
            'Dear Seo-yeon,\n\nWhat a lovely shop! 120 cups are fine for a first order; we can add them to a container to Busan next month.',
            'Hi Aoife,\n\nWe all started small. 80 baskets fit well on one pallet, and there is space in the consolidation to Dublin.',
          ]),
          { hoursAfter: 9 },
        ),
      ),
  },
  {
    name: 'order-status',
    timing: spread(4),
    folder: abroad,
    write: (f) =>
      talk(
        f.each([
          'Status of order 4500021?',
          'Where are we with the celadon cups?',
          'Production update please',
          'Quick check on the loading date',
        ]),
        from(
          f.each([weberHamburg, tanakaYokohama, tanSingapore, weberHamburg]),
          f.each([
            'Dear Ms Lan Anh,\n\ncould you give me a short update? Our logistics would like to reserve the dock for the arrival week.',
            'Dear Lan Anh-san,\n\nMay I ask how far the cups are? Our catalogue goes to print next week and I would like to write the correct month.',
            'Hi Lan Anh,\n\nAny photos from the workshop this week? My director loves them.',
            'Dear Ms Lan Anh,\n\nplease confirm that the loading date has not changed. The vessel list shows a gap in that week.',
          ]),
        ),
        from(
          lan,
          f.each([
            `Dear Mr Weber,\n\n70 % is packed, the remaining baskets are drying. Loading stays on ${f.englishDay(9)}.`,
            `Dear Tanaka-san,\n\nThe second firing is tomorrow. You can safely print the month of ${f.englishDay(45).split(' ')[1]}.`,
            'Hi Rachel,\n\nHere is one of Mrs Tho finishing the last tray of your lot. She has done this for 40 years.',
            `Dear Mr Weber,\n\nNo change: ${f.englishDay(12)}. The gap is only the feeder, the mother vessel is on schedule.`,
          ]),
          { hoursAfter: 6, files: f.round === 2 ? [png('mrs-tho.png', 300, 220)] : [] },
        ),
      ),
  },
  {
    name: 'price-talk',
    timing: spread(3),
    folder: abroad,
    write: (f) =>
      talk(
        f.each(['Cost breakdown of SM-R115', 'Exchange rate clause', 'Annual price review']),
        from(
          f.each([weberHamburg, tanakaYokohama, tanSingapore]),
          f.each([
            'Dear Ms Lan Anh,\n\nour controlling asks for a rough cost breakdown of the basket: material, labour, packing, inland freight.',
            'Dear Lan Anh-san,\n\nThe yen has moved a lot. Could we agree on a band of plus or minus 3 % within which the price does not change?',
            'Hi Lan Anh,\n\nTime for our yearly chat about prices. We would like to keep them flat and commit to 15 % more volume.',
          ]),
        ),
        from(
          lan,
          f.each([
            'Dear Mr Weber,\n\nRoughly 38 % material, 41 % labour, 9 % packing, 4 % inland freight. The rest keeps our lights on.',
            'Dear Tanaka-san,\n\nA band of 3 % is fair. Outside of it we meet half way.',
            'Hi Rachel,\n\nFlat prices with 15 % more volume work for trays and boxes. Ceramics depend on gas, let us talk on Friday.',
          ]),
          {
            hoursAfter: 20,
            files:
              f.round === 0
                ? [
                    xlsx('breakdown.xlsx', 'SM-R115', [
                      ['Part', 'USD'],
                      ['Material', 4.33],
                      ['Labour', 4.67],
                      ['Packing', 1.03],
                      ['Inland freight', 0.46],
                    ]),
                  ]
                : [],
          },
        ),
        from(
          f.each([weberHamburg, tanakaYokohama, tanSingapore]),
          f.each([
            'Thank you, exactly what I needed.',
            'Thank you for your understanding. We will add it to the contract.',
            'Friday 10 am your time? I will call.',
          ]),
          { hoursAfter: 5 },
        ),
      ),
  },
  {
    name: 'documents-abroad',
    timing: spread(3),
    folder: abroad,
    write: (f) =>
      talk(
        f.each(['Missing packing list', 'Invoice: please correct the VAT number', 'Original B/L received']),
        from(
          f.each([schulzHamburg, schulzHamburg, tanSingapore]),
          f.each([
            'Dear Lan Anh,\n\nthe packing list in the document set stops at carton 240, but we received 268 cartons. Please send the complete list.',
            'Dear Lan Anh,\n\nour VAT number on the invoice has one digit too many. Customs here is strict, please send a corrected copy before arrival.',
            'Hi Lan Anh,\n\nOriginals arrived this morning, thank you. Container is released and on the way to our warehouse.',
          ]),
          { cc: [ha] },
        ),
        from(
          ha,
          f.each([
            'Dear Anke, page 7 stuck in the scanner, sorry! The complete list is attached.',
            'Dear Anke, corrected and attached. I have updated our master data too.',
            'Great news, thank you Rachel!',
          ]),
          {
            hoursAfter: 4,
            to: [f.round === 2 ? tanSingapore : schulzHamburg],
            cc: [lan],
            files:
              f.round === 0
                ? [
                    xlsx('packing_list.xlsx', 'Packing', [
                      ['Carton', 'Pcs'],
                      ['1-240', 1440],
                      ['241-268', 168],
                    ]),
                  ]
                : [],
          },
        ),
      ),
  },
  {
    name: 'journal-interview',
    timing: spread(2),
    write: (f) =>
      talk(
        f.each(['Interview for Slow Craft Journal', 'Fact check: your village story']),
        from(
          blogger,
          f.each([
            'Dear Lan Anh,\n\nI write about people who keep old crafts alive and would love to tell the story of your potters and weavers. Could we talk for 40 minutes by video next week?',
            'Dear Lan Anh,\n\nbefore we publish: is it right that the kiln was built in 1986 and that Mr Phuc learned from his grandmother?',
          ]),
        ),
        from(
          lan,
          f.each([
            'Dear Nora,\n\nGladly. Mr Phuc is shy but his kiln is not, so we will call you from there. Tuesday 15:00 Hanoi time?',
            'Dear Nora,\n\n1987, and it was his grandmother, yes. He asks whether you can add that she made the best fish sauce in the village.',
          ]),
          { hoursAfter: 8 },
        ),
        from(blogger, f.each(['Perfect, Tuesday it is!', 'That sentence goes to the very top.']), {
          hoursAfter: 5,
        }),
      ),
  },
  {
    name: 'automatic-replies',
    timing: spread(3),
    write: (f) =>
      talk(
        f.each([
          'Automatic reply: Out of office',
          'Your quotation request was received',
          'Holiday closing of our warehouse',
        ]),
        from(
          f.each([weberHamburg, inspector, tanSingapore]),
          f.each([
            `Thank you for your mail. I am travelling until ${f.englishDay(6)} with limited access. In urgent cases please contact Anke Schulz.`,
            'Dear customer, your request has been received under the number shown in the portal and will be answered within two working days.',
            `Dear partners,\n\nour warehouse will be closed from ${f.englishDay(10)} to ${f.englishDay(14)}. Please do not schedule deliveries in this time.`,
          ]),
          { headers: f.round === 0 ? ['Auto-Submitted: auto-replied'] : [] },
        ),
      ),
  },
  {
    name: 'courier-problem',
    timing: spread(2),
    write: (f) =>
      talk(
        f.each([
          `Address incomplete: parcel SP${f.int(1e8, 9e8)}VN`,
          `Invoice ${f.int(10_000, 90_000)} for courier services`,
        ]),
        from(
          courier,
          f.each([
            'Dear customer,\n\nthe consignee address is missing the building number. Please reply within 48 hours or the parcel will be returned.',
            `Dear customer,\n\nyour statement for last month is attached to your account: 11 shipments, total ${f.usd(200, 700)}. Payment is due in 15 days.`,
          ]),
        ),
        ...(f.round === 0
          ? [
              from(lan, 'Hello,\n\nThe building number is 14-3, third floor. Please deliver before Friday.', {
                hoursAfter: 2,
              }),
            ]
          : []),
      ),
  },
  {
    name: 'fair-leads',
    timing: spread(2),
    folder: abroad,
    write: (f) =>
      talk(
        f.each(['Visitor list for your booth', 'Photo of your stand in the fair magazine']),
        from(
          fairOffice,
          f.each([
            `Dear exhibitor,\n\nyour badge scanner recorded ${f.int(90, 240)} visitors. The list can be downloaded for 30 days.`,
            'Dear exhibitor,\n\nour magazine chose your stand for the page "Made by hand". May we print the attached photo?',
          ]),
          { cc: [ha], files: f.round === 1 ? [png('stand-3B-17.png', 360, 240)] : [] },
        ),
        from(
          ha,
          f.each([
            'Em tải về rồi chị, có 31 khách đáng gọi lại, em chia theo nước nhé.',
            'Chị ơi đồng ý cho họ in không? Ảnh đẹp mà chị cười tươi quá!',
          ]),
          { hoursAfter: 3, to: [lan], cc: [] },
        ),
        from(lan, f.each(['Tốt lắm, ưu tiên Hàn Quốc và Pháp.', 'Đồng ý chứ, em trả lời họ giúp chị.']), {
          hoursAfter: 1,
        }),
      ),
  },
];
