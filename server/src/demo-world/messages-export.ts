import {
  batTrang,
  fairOffice,
  ha,
  lan,
  tanakaJapanese,
  tanakaYokohama,
  tanSingapore,
  weberHamburg,
} from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { logo, png } from './sample-files.ts';
import { pptx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const abroad = 'Khách hàng/Nước ngoài';

/** Buyers in Singapore, Germany and Japan, mostly in English. */
export const exportMatters: Matter[] = [
  {
    name: 'singapore-enquiry',
    timing: spread(3),
    folder: abroad,
    write(f) {
      const item = f.each(['round rattan trays', 'seagrass storage baskets', 'lacquered bamboo bowls']);
      const quantity = f.int(4, 16) * 100;
      return talk(
        `Enquiry: ${quantity} ${item}`,
        from(
          tanSingapore,
          `Hi Lan Anh,\n\nHope you are well. We are planning our ${f.each(['mid-year', 'Christmas', 'Lunar New Year'])} range and would like ${quantity} pcs of ${item}, two sizes, natural finish. Could you quote FOB Hai Phong and let me know the lead time? A price about 4 % below last season would help us a lot.\n\nBest,`,
          { cc: [ha] },
        ),
        from(
          lan,
          `Dear Rachel,\n\nThank you for thinking of us. For ${quantity} pcs we can offer:\n\n| Size | Unit price FOB Hai Phong |\n| 25 cm | USD ${f.int(3, 5)}.${f.int(10, 90)} |\n| 35 cm | USD ${f.int(6, 8)}.${f.int(10, 90)} |\n\nLead time is 35 days after sample approval. If you confirm before ${f.englishDay(7)}, I can hold the price for a second lot in the same season.\n\nKind regards,`,
          {
            hoursAfter: 7,
            files: [
              pdf('Quotation.pdf', [
                {
                  title: 'QUOTATION',
                  lines: [
                    `To: Merlion Home Pte Ltd, Singapore`,
                    `Item: ${item}`,
                    `Quantity: ${quantity} pcs`,
                    'Terms: FOB Hai Phong, 30% deposit, balance against copy of B/L',
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          tanSingapore,
          `Thanks, that works on the 25 cm. Let me run the 35 cm past my director and come back to you by Thursday.`,
          { hoursAfter: 23 },
        ),
      );
    },
  },
  {
    name: 'hamburg-order',
    timing: spread(3),
    folder: abroad,
    starred: true,
    write(f) {
      const number = `45000${f.int(11_000, 29_000)}`;
      return talk(
        `Purchase Order ${number} / Nordlicht Import`,
        from(
          weberHamburg,
          `Dear Ms Lan Anh,\n\nplease find attached our purchase order ${number} over ${f.usd(18_000, 46_000)}, delivery FOB Hai Phong not later than ${f.englishDay(42)}.\n\nPlease note:\n- every carton needs the EAN label on two sides,\n- moisture content of all natural fibres max. 12 %,\n- no plastic void fill.\n\nKindly send the order confirmation within three working days.\n\nMit freundlichen Grüßen / best regards`,
          {
            cc: [ha],
            files: [
              pdf(`PO_${number}.pdf`, [
                {
                  title: `PURCHASE ORDER ${number}`,
                  lines: [
                    'Nordlicht Import GmbH, Hamburg',
                    'SM-R101 Tray round 30 cm, 1,200 pcs',
                    'SM-R115 Basket with leather handle, 600 pcs',
                    'SM-B204 Bamboo box lacquered, 800 pcs',
                    'Incoterms: FOB Hai Phong (Incoterms 2020)',
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          lan,
          `Dear Mr Weber,\n\nWe confirm order ${number} as attached, including labels, moisture limit and paper void fill. Ex-factory date will be ${f.englishDay(38)}. The pro forma for the 30 % deposit follows from our accounts today.\n\nKind regards,`,
          {
            hoursAfter: 20,
            files: [
              xlsx(`OC_${number}.xlsx`, 'Confirmation', [
                ['Item', 'Description', 'Qty', 'Unit USD', 'Total USD'],
                ['SM-R101', 'Tray round 30 cm', 1200, 4.85, 5820],
                ['SM-R115', 'Basket with leather handle', 600, 11.4, 6840],
                ['SM-B204', 'Bamboo box lacquered', 800, 7.95, 6360],
              ]),
            ],
          },
        ),
        from(
          weberHamburg,
          `Dear Ms Lan Anh,\n\nthank you, all in order. Deposit will be released with our payment run on Thursday.\n\nBest regards`,
          { hoursAfter: 6 },
        ),
      );
    },
  },
  {
    name: 'japan-samples',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each(['Samples of celadon cups', 'Colour of the blue glaze']),
        from(
          tanakaYokohama,
          f.each([
            'Dear Lan Anh-san,\n\nThank you for the samples. The celadon cup is very beautiful. Our buyers ask whether the foot ring can be polished a little more, because it may scratch a wooden table. If possible, please send two revised pieces before the end of the month.\n\nBest regards,',
            'Dear Lan Anh-san,\n\nWe looked at the photos of the uneven blue glaze together. In Japan such a change in the kiln is called "keshiki" and our customers like it. Please pack these pieces in separate cartons and mark them B. We will take all of them.\n\nBest regards,',
          ]),
          { cc: [ha] },
        ),
        from(
          lan,
          f.each([
            'Dear Tanaka-san,\n\nThe potter will polish the foot with a finer stone. Two revised cups leave Hanoi on Friday by courier; I will send you the tracking number.',
            'Dear Tanaka-san,\n\nThe potter was so relieved to read this! Marked cartons B, 26 pieces in all. We will list them on their own line of the invoice.',
          ]),
          { hoursAfter: 5 },
        ),
        ...(f.round === 1
          ? [
              from(
                lan,
                'Phúc ơi, khách Nhật lấy hết số men loang, họ bảo đẹp. Em đóng riêng, ghi chữ B ngoài thùng nhé!',
                { hoursAfter: 1, to: [batTrang], cc: [] },
              ),
            ]
          : []),
      );
    },
  },
  {
    name: 'japan-greeting',
    timing: spread(1),
    folder: abroad,
    write() {
      return talk(
        '湯呑みの見積もりのお願い',
        from(
          tanakaJapanese,
          'グエン・ティ・ラン・アイン様\n\nいつもお世話になっております。青空雑貨の田中です。\n来年の春の企画のため、青磁の湯呑み三百個の見積もりをお願いいたします。\n納期は二月末を希望しております。\nどうぞよろしくお願いいたします。',
        ),
        from(
          lan,
          'Dear Tanaka-san,\n\nThank you for the enquiry. For 300 celadon tea cups we offer USD 3.60 FOB Hai Phong, in single kraft boxes. The kiln is free from 10 January, so the end of February is possible.',
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'gift-fair',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each([
          `Your booth at the Autumn Gift Fair ${f.year}: 3B-17 confirmed`,
          'Exhibitor manual and move-in times',
        ]),
        from(
          fairOffice,
          f.each([
            'Dear exhibitor,\n\nwe are pleased to confirm booth 3B-17 (9 sqm, corner) in the Home & Living hall. The balance of USD 2,150 is due 60 days before the opening. Early orders for furniture and lights get 15 % off.',
            'Dear exhibitor,\n\nplease find the move-in schedule attached. Trucks without a time slot cannot enter the loading bay. Badges are printed on site with your booking number.',
          ]),
          {
            cc: [ha],
            files:
              f.round === 1
                ? [
                    pptx('Exhibitor manual.pptx', [
                      {
                        title: 'Autumn Gift Fair',
                        lines: [
                          'Move-in: two days before opening, 08:00–20:00',
                          'Loading bay B, time slots of 40 minutes',
                          'Height limit of booths: 2.5 m',
                        ],
                      },
                      {
                        title: 'Contacts',
                        lines: ['Hall manager: booth 0A-01', 'Electricity: +852 5550 0119'],
                      },
                    ]),
                  ]
                : [],
          },
        ),
        from(
          lan,
          f.each([
            'Hà ơi, gian hàng xác nhận rồi. Em lên danh sách mẫu mang đi, ưu tiên gốm men ngọc và hộp tre sơn mài.',
            'Em đọc kỹ lịch dựng gian giúp chị, lần trước mình đến muộn phải chờ ba tiếng.',
          ]),
          { hoursAfter: 5, to: [ha], cc: [] },
        ),
      );
    },
  },
  {
    name: 'singapore-rebrand-label',
    timing: spread(1),
    folder: abroad,
    write() {
      return talk(
        'New label artwork – please use from next shipment',
        from(
          tanSingapore,
          'Hi Lan Anh,\n\nWe have a new logo! Artwork for hang tags and carton marks is attached. Please use up the old tags on the current order and switch from the next one. Care text stays the same.\n\nCheers,',
          {
            cc: [ha],
            files: [png('hangtag_front.png', 300, 420), logo('merlion_new.png', '', [230, 60, 90])].map(
              (file) => ({ name: file.name, type: file.type, content: file.content }),
            ),
          },
        ),
        from(
          lan,
          'Hi Rachel,\n\nCongratulations, it looks fresh! We have about 900 old tags left, which covers this order. New tags go to print next week.',
          { hoursAfter: 4 },
        ),
      );
    },
  },
];
