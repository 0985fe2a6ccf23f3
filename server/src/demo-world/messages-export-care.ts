import {
  ha,
  inspector,
  lan,
  sales,
  schulzHamburg,
  tanakaYokohama,
  tanSingapore,
  weberHamburg,
} from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { jpeg } from './sample-files.ts';
import { pdf } from './sample-pdf.ts';

const abroad = 'Khách hàng/Nước ngoài';

/** Quality, papers, payments and visits of buyers abroad. */
export const exportCareMatters: Matter[] = [
  {
    name: 'hamburg-quality',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each(['Quality report lot 2: mould on 14 baskets', 'Loose handles on SM-R115']),
        from(
          schulzHamburg,
          f.each([
            'Dear Lan Anh,\n\nduring incoming inspection we found mould on 14 of 600 baskets, all from cartons 31 to 35. Moisture measured at 14.5 %. Photos attached. Please let us know the cause and your proposal. We have not blocked the remaining lot.\n\nAnke',
            'Dear Lan Anh,\n\nwe received 9 customer returns on the basket SM-R115: the leather handle comes loose at the rivet. The rivet looks shorter than on the approved sample. Could you check with the workshop?\n\nAnke',
          ]),
          { cc: [ha], files: [jpeg('carton_31.jpg')] },
        ),
        from(
          lan,
          f.each([
            'Dear Anke,\n\nThank you for the clear report. Those five cartons were packed on a rainy day before the drying room had finished its cycle. We will credit the 14 pieces, add two silica bags per carton, and record the moisture of each carton on the packing list from now on.',
            'Dear Anke,\n\nYou are right: the workshop ran out of 10 mm rivets and used 8 mm without asking. We have stopped that, sent 60 handles with correct rivets by air today at our cost, and will credit the nine returns.',
          ]),
          { hoursAfter: 16 },
        ),
        from(schulzHamburg, 'Thank you for the quick answer, accepted on our side.', { hoursAfter: 7 }),
      );
    },
  },
  {
    name: 'inspection-booking',
    timing: spread(3),
    folder: abroad,
    write(f) {
      const report = `GC-${f.int(20_000, 48_000)}`;
      return talk(
        `${f.each(['Inspection booking', 'Inspection result', 'Re-inspection'])} ${report}`,
        from(
          inspector,
          f.each([
            `Dear supplier,\n\nyour client Nordlicht Import has booked a pre-shipment inspection (AQL 2.5 / 4.0) for ${f.englishDay(5)}. Please have 100 % of the goods finished and at least 80 % packed when our inspector arrives at 08:30.`,
            `Dear supplier,\n\nthe inspection ${report} of ${f.englishDay(-1)} is closed with the result PASSED. Minor defects: 6 (limit 21). Major defects: 1 (limit 10). The full report is attached.`,
            `Dear supplier,\n\nas agreed with your client, cartons 31 to 60 will be re-inspected on ${f.englishDay(3)}. The fee of USD 285 is charged to the factory.`,
          ]),
          {
            cc: [ha],
            files:
              f.round === 1
                ? [
                    pdf(`${report}.pdf`, [
                      {
                        title: 'INSPECTION REPORT',
                        lines: [
                          `Report no. ${report}`,
                          'Result: PASSED',
                          'Sample size: 200 pcs',
                          'Major: 1, Minor: 6',
                          'Carton drop test: passed',
                        ],
                      },
                    ]),
                  ]
                : [],
          },
        ),
        ...(f.round === 0
          ? [
              from(lan, 'Hà sắp xếp đón đoàn kiểm giúp chị nhé, nhớ bật máy sấy kho hai từ tối hôm trước.', {
                hoursAfter: 3,
                to: [ha],
                cc: [],
              }),
            ]
          : []),
      );
    },
  },
  {
    name: 'payment-received-abroad',
    timing: spread(3),
    folder: 'Kế toán/Ngân hàng',
    write(f) {
      const buyer = f.each([weberHamburg, tanSingapore, tanakaYokohama]);
      return talk(
        `Payment advice ${f.usd(6_000, 31_000)} – invoice SM-${f.year}-${f.int(100, 199)}`,
        from(
          buyer,
          `Dear Lan Anh,\n\nthe balance of your invoice was transferred today, value date ${f.englishDay(2)}. The SWIFT copy is attached. Please release the original documents by courier.\n\nBest regards,`,
          {
            to: [lan],
            cc: [sales],
            files: [
              pdf('swift_copy.pdf', [
                {
                  title: 'MT103 COPY',
                  lines: [
                    `:32A: ${f.englishDay(2)}`,
                    ':57A: SONG HONG BANK, HANOI',
                    ':59: SAO MAI TRADING CO LTD',
                    ':71A: SHA',
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          lan,
          'Thank you! The originals leave with SwiftParcel this afternoon; I will send the tracking number separately.',
          { hoursAfter: 15 },
        ),
      );
    },
  },
  {
    name: 'hamburg-visit',
    timing: spread(1),
    folder: abroad,
    starred: true,
    write(f) {
      return talk(
        'Visit to Hanoi in spring',
        from(
          weberHamburg,
          `Dear Ms Lan Anh,\n\nmy colleague Anke Schulz and I plan to visit you in Hanoi and would love to see the rattan village and the kiln. Would ${f.englishDay(60)} suit you? We stay three days and bring two new designs.\n\nBest regards`,
          { cc: [ha] },
        ),
        from(
          lan,
          'Dear Mr Weber,\n\nWhat good news! The date suits us perfectly. Ha will arrange the car and a morning in Chuong My, then lunch at the potter’s house in Bat Trang. Please let us know about any food allergies.',
          { hoursAfter: 10 },
        ),
        from(weberHamburg, 'Wonderful. No allergies, and Anke asks whether she may try the potter’s wheel.', {
          hoursAfter: 14,
        }),
        from(lan, 'Of course, she will take home whatever she makes!', { hoursAfter: 2 }),
      );
    },
  },
  {
    name: 'singapore-delay',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each(['Vessel rolled – new ETA for your order', 'Small delay on the seagrass baskets']),
        from(
          lan,
          f.each([
            `Dear Rachel,\n\nThe carrier rolled our container to the next vessel, new ETA Singapore ${f.englishDay(11)}. I am sorry about this; we have asked for a written statement you can show your stores.`,
            `Dear Rachel,\n\nThe seagrass harvest is a week late after the floods in Ninh Binh. We will ship 70 % on time and the rest on the following vessel at our own freight cost. Is that acceptable?`,
          ]),
          { to: [tanSingapore], cc: [ha] },
        ),
        from(
          tanSingapore,
          f.each([
            'Thanks for the heads-up. We have stock for ten days, so we should be fine. Please keep me posted.',
            'That is fair, thank you for offering the freight. Please make sure the 35 cm size is in the first lot.',
          ]),
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'certificate-request',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each([
          'LFGB / food contact certificates for the ceramic bowls',
          'EUTR statement for bamboo articles',
        ]),
        from(
          schulzHamburg,
          f.each([
            'Dear Lan Anh,\n\nour customer asks for the food contact test reports (lead and cadmium release) for all glazed bowls, not older than 12 months. The report we have on file expires next month. Could you arrange a new test?',
            'Dear Lan Anh,\n\nfor our due diligence file we need a signed statement on the origin of the bamboo, with the commune of harvest and the delivery notes of the last two quarters.',
          ]),
        ),
        from(
          lan,
          f.each([
            'Dear Anke,\n\nThe samples went to the laboratory this morning. Results take eight working days; I will forward the report at once.',
            'Dear Anke,\n\nThe cooperative keeps a harvest book, so this is easy. You will have the signed statement on Monday.',
          ]),
          { hoursAfter: 18 },
        ),
      );
    },
  },
];
