import { batTrang, fairOffice, ha, inspector, lan, sales, schulzHamburg, tanSingapore, tanakaJapanese, tanakaYokohama, weberHamburg } from './correspondents.ts';
import { type Matter, from, spread, talk } from './letter.ts';
import { jpeg, logo, png } from './sample-files.ts';
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
        from(tanSingapore, `Hi Lan Anh,\n\nHope you are well. We are planning our ${f.each(['mid-year', 'Christmas', 'Lunar New Year'])} range and would like ${quantity} pcs of ${item}, two sizes, natural finish. Could you quote FOB Hai Phong and let me know the lead time? A price about 4 % below last season would help us a lot.\n\nBest,`, { cc: [ha] }),
        from(lan, `Dear Rachel,\n\nThank you for thinking of us. For ${quantity} pcs we can offer:\n\n| Size | Unit price FOB Hai Phong |\n| 25 cm | USD ${f.int(3, 5)}.${f.int(10, 90)} |\n| 35 cm | USD ${f.int(6, 8)}.${f.int(10, 90)} |\n\nLead time is 35 days after sample approval. If you confirm before ${f.englishDay(7)}, I can hold the price for a second lot in the same season.\n\nKind regards,`, { hoursAfter: 7, files: [pdf('Quotation.pdf', [{ title: 'QUOTATION', lines: [`To: Merlion Home Pte Ltd, Singapore`, `Item: ${item}`, `Quantity: ${quantity} pcs`, 'Terms: FOB Hai Phong, 30% deposit, balance against copy of B/L'] }])] }),
        from(tanSingapore, `Thanks, that works on the 25 cm. Let me run the 35 cm past my director and come back to you by Thursday.`, { hoursAfter: 23 }),
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
        from(weberHamburg, `Dear Ms Lan Anh,\n\nplease find attached our purchase order ${number} over ${f.usd(18_000, 46_000)}, delivery FOB Hai Phong not later than ${f.englishDay(42)}.\n\nPlease note:\n- every carton needs the EAN label on two sides,\n- moisture content of all natural fibres max. 12 %,\n- no plastic void fill.\n\nKindly send the order confirmation within three working days.\n\nMit freundlichen Grüßen / best regards`, { cc: [ha], files: [pdf(`PO_${number}.pdf`, [{ title: `PURCHASE ORDER ${number}`, lines: ['Nordlicht Import GmbH, Hamburg', 'SM-R101 Tray round 30 cm, 1,200 pcs', 'SM-R115 Basket with leather handle, 600 pcs', 'SM-B204 Bamboo box lacquered, 800 pcs', 'Incoterms: FOB Hai Phong (Incoterms 2020)'] }])] }),
        from(lan, `Dear Mr Weber,\n\nWe confirm order ${number} as attached, including labels, moisture limit and paper void fill. Ex-factory date will be ${f.englishDay(38)}. The pro forma for the 30 % deposit follows from our accounts today.\n\nKind regards,`, { hoursAfter: 20, files: [xlsx(`OC_${number}.xlsx`, 'Confirmation', [['Item', 'Description', 'Qty', 'Unit USD', 'Total USD'], ['SM-R101', 'Tray round 30 cm', 1200, 4.85, 5820], ['SM-R115', 'Basket with leather handle', 600, 11.4, 6840], ['SM-B204', 'Bamboo box lacquered', 800, 7.95, 6360]])] }),
        from(weberHamburg, `Dear Ms Lan Anh,\n\nthank you, all in order. Deposit will be released with our payment run on Thursday.\n\nBest regards`, { hoursAfter: 6 }),
      );
    },
  },
  {
    name: 'hamburg-quality',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each(['Quality report lot 2: mould on 14 baskets', 'Loose handles on SM-R115']),
        from(schulzHamburg, f.each([
          'Dear Lan Anh,\n\nduring incoming inspection we found mould on 14 of 600 baskets, all from cartons 31 to 35. Moisture measured at 14.5 %. Photos attached. Please let us know the cause and your proposal. We have not blocked the remaining lot.\n\nAnke',
          'Dear Lan Anh,\n\nwe received 9 customer returns on the basket SM-R115: the leather handle comes loose at the rivet. The rivet looks shorter than on the approved sample. Could you check with the workshop?\n\nAnke',
        ]), { cc: [ha], files: [jpeg('carton_31.jpg')] }),
        from(lan, f.each([
          'Dear Anke,\n\nThank you for the clear report. Those five cartons were packed on a rainy day before the drying room had finished its cycle. We will credit the 14 pieces, add two silica bags per carton, and record the moisture of each carton on the packing list from now on.',
          'Dear Anke,\n\nYou are right: the workshop ran out of 10 mm rivets and used 8 mm without asking. We have stopped that, sent 60 handles with correct rivets by air today at our cost, and will credit the nine returns.',
        ]), { hoursAfter: 16 }),
        from(schulzHamburg, 'Thank you for the quick answer, accepted on our side.', { hoursAfter: 7 }),
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
        from(tanakaYokohama, f.each([
          'Dear Lan Anh-san,\n\nThank you for the samples. The celadon cup is very beautiful. Our buyers ask whether the foot ring can be polished a little more, because it may scratch a wooden table. If possible, please send two revised pieces before the end of the month.\n\nBest regards,',
          'Dear Lan Anh-san,\n\nWe looked at the photos of the uneven blue glaze together. In Japan such a change in the kiln is called "keshiki" and our customers like it. Please pack these pieces in separate cartons and mark them B. We will take all of them.\n\nBest regards,',
        ]), { cc: [ha] }),
        from(lan, f.each(['Dear Tanaka-san,\n\nThe potter will polish the foot with a finer stone. Two revised cups leave Hanoi on Friday by courier; I will send you the tracking number.', 'Dear Tanaka-san,\n\nThe potter was so relieved to read this! Marked cartons B, 26 pieces in all. We will list them on their own line of the invoice.']), { hoursAfter: 5 }),
        ...(f.round === 1 ? [from(lan, 'Phúc ơi, khách Nhật lấy hết số men loang, họ bảo đẹp. Em đóng riêng, ghi chữ B ngoài thùng nhé!', { hoursAfter: 1, to: [batTrang], cc: [] })] : []),
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
        from(tanakaJapanese, 'グエン・ティ・ラン・アイン様\n\nいつもお世話になっております。青空雑貨の田中です。\n来年の春の企画のため、青磁の湯呑み三百個の見積もりをお願いいたします。\n納期は二月末を希望しております。\nどうぞよろしくお願いいたします。'),
        from(lan, 'Dear Tanaka-san,\n\nThank you for the enquiry. For 300 celadon tea cups we offer USD 3.60 FOB Hai Phong, in single kraft boxes. The kiln is free from 10 January, so the end of February is possible.', { hoursAfter: 4 }),
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
        from(inspector, f.each([
          `Dear supplier,\n\nyour client Nordlicht Import has booked a pre-shipment inspection (AQL 2.5 / 4.0) for ${f.englishDay(5)}. Please have 100 % of the goods finished and at least 80 % packed when our inspector arrives at 08:30.`,
          `Dear supplier,\n\nthe inspection ${report} of ${f.englishDay(-1)} is closed with the result PASSED. Minor defects: 6 (limit 21). Major defects: 1 (limit 10). The full report is attached.`,
          `Dear supplier,\n\nas agreed with your client, cartons 31 to 60 will be re-inspected on ${f.englishDay(3)}. The fee of USD 285 is charged to the factory.`,
        ]), { cc: [ha], files: f.round === 1 ? [pdf(`${report}.pdf`, [{ title: 'INSPECTION REPORT', lines: [`Report no. ${report}`, 'Result: PASSED', 'Sample size: 200 pcs', 'Major: 1, Minor: 6', 'Carton drop test: passed'] }])] : [] }),
        ...(f.round === 0 ? [from(lan, 'Hà sắp xếp đón đoàn kiểm giúp chị nhé, nhớ bật máy sấy kho hai từ tối hôm trước.', { hoursAfter: 3, to: [ha], cc: [] })] : []),
      );
    },
  },
  {
    name: 'gift-fair',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each([`Your booth at the Autumn Gift Fair ${f.year}: 3B-17 confirmed`, 'Exhibitor manual and move-in times']),
        from(fairOffice, f.each([
          'Dear exhibitor,\n\nwe are pleased to confirm booth 3B-17 (9 sqm, corner) in the Home & Living hall. The balance of USD 2,150 is due 60 days before the opening. Early orders for furniture and lights get 15 % off.',
          'Dear exhibitor,\n\nplease find the move-in schedule attached. Trucks without a time slot cannot enter the loading bay. Badges are printed on site with your booking number.',
        ]), { cc: [ha], files: f.round === 1 ? [pptx('Exhibitor manual.pptx', [{ title: 'Autumn Gift Fair', lines: ['Move-in: two days before opening, 08:00–20:00', 'Loading bay B, time slots of 40 minutes', 'Height limit of booths: 2.5 m'] }, { title: 'Contacts', lines: ['Hall manager: booth 0A-01', 'Electricity: +852 5550 0119'] }])] : [] }),
        from(lan, f.each(['Hà ơi, gian hàng xác nhận rồi. Em lên danh sách mẫu mang đi, ưu tiên gốm men ngọc và hộp tre sơn mài.', 'Em đọc kỹ lịch dựng gian giúp chị, lần trước mình đến muộn phải chờ ba tiếng.']), { hoursAfter: 5, to: [ha], cc: [] }),
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
        from(tanSingapore, 'Hi Lan Anh,\n\nWe have a new logo! Artwork for hang tags and carton marks is attached. Please use up the old tags on the current order and switch from the next one. Care text stays the same.\n\nCheers,', { cc: [ha], files: [png('hangtag_front.png', 300, 420), logo('merlion_new.png', '', [230, 60, 90])].map((file) => ({ name: file.name, type: file.type, content: file.content })) }),
        from(lan, 'Hi Rachel,\n\nCongratulations, it looks fresh! We have about 900 old tags left, which covers this order. New tags go to print next week.', { hoursAfter: 4 }),
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
        from(buyer, `Dear Lan Anh,\n\nthe balance of your invoice was transferred today, value date ${f.englishDay(2)}. The SWIFT copy is attached. Please release the original documents by courier.\n\nBest regards,`, { to: [lan], cc: [sales], files: [pdf('swift_copy.pdf', [{ title: 'MT103 COPY', lines: [`:32A: ${f.englishDay(2)}`, ':57A: SONG HONG BANK, HANOI', ':59: SAO MAI TRADING CO LTD', ':71A: SHA'] }])] }),
        from(lan, 'Thank you! The originals leave with SwiftParcel this afternoon; I will send the tracking number separately.', { hoursAfter: 15 }),
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
        from(weberHamburg, `Dear Ms Lan Anh,\n\nmy colleague Anke Schulz and I plan to visit you in Hanoi and would love to see the rattan village and the kiln. Would ${f.englishDay(60)} suit you? We stay three days and bring two new designs.\n\nBest regards`, { cc: [ha] }),
        from(lan, 'Dear Mr Weber,\n\nWhat good news! The date suits us perfectly. Ha will arrange the car and a morning in Chuong My, then lunch at the potter’s house in Bat Trang. Please let us know about any food allergies.', { hoursAfter: 10 }),
        from(weberHamburg, 'Wonderful. No allergies, and Anke asks whether she may try the potter’s wheel.', { hoursAfter: 14 }),
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
        from(lan, f.each([
          `Dear Rachel,\n\nThe carrier rolled our container to the next vessel, new ETA Singapore ${f.englishDay(11)}. I am sorry about this; we have asked for a written statement you can show your stores.`,
          `Dear Rachel,\n\nThe seagrass harvest is a week late after the floods in Ninh Binh. We will ship 70 % on time and the rest on the following vessel at our own freight cost. Is that acceptable?`,
        ]), { to: [tanSingapore], cc: [ha] }),
        from(tanSingapore, f.each(['Thanks for the heads-up. We have stock for ten days, so we should be fine. Please keep me posted.', 'That is fair, thank you for offering the freight. Please make sure the 35 cm size is in the first lot.']), { hoursAfter: 4 }),
      );
    },
  },
  {
    name: 'certificate-request',
    timing: spread(2),
    folder: abroad,
    write(f) {
      return talk(
        f.each(['LFGB / food contact certificates for the ceramic bowls', 'EUTR statement for bamboo articles']),
        from(schulzHamburg, f.each(['Dear Lan Anh,\n\nour customer asks for the food contact test reports (lead and cadmium release) for all glazed bowls, not older than 12 months. The report we have on file expires next month. Could you arrange a new test?', 'Dear Lan Anh,\n\nfor our due diligence file we need a signed statement on the origin of the bamboo, with the commune of harvest and the delivery notes of the last two quarters.'])),
        from(lan, f.each(['Dear Anke,\n\nThe samples went to the laboratory this morning. Results take eight working days; I will forward the report at once.', 'Dear Anke,\n\nThe cooperative keeps a harvest book, so this is easy. You will have the signed statement on Monday.']), { hoursAfter: 18 }),
      );
    },
  },
];
