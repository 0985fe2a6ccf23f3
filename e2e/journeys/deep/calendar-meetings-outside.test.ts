import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { placesOf } from '../../pages/places.ts';
import { tabTo } from '../../pages/tab-to.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'meetings-outside', reaching: true });

/** Fridays on which there is nothing else, as the line says them. */
const DAYS = {
  'vi wide': { day: '2026-11-27', said: '14h 27/11' },
  'en phone': { day: '2026-12-04', said: 'Dec 4 2pm' },
  'en wide': { day: '2026-12-11', said: 'Dec 11 2pm' },
  'vi phone': { day: '2026-12-18', said: '14h 18/12' },
};

const WORDS = {
  vi: { book: 'Đặt phòng', booked: '(đã giữ)' },
  en: { book: 'Book a room', booked: '(booked)' },
} as const;

/** Others are told when the time for undo is over. */
const TOLD = { timeout: 30_000 };

for (const { language, viewport, isPhone, tag, size } of placesOf('vi wide')) {
  const words = WORDS[language];
  const { day, said } = DAYS[`${language} ${size}`];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-145 CL-172 CL-85 CL-86 a meeting is typed in one line, gets a room, and its guest elsewhere answers by mail', async ({
      page,
      program,
      outside,
    }) => {
      if (!outside) throw new Error('this world reaches people elsewhere');
      const { api } = await mailOf(program);
      const title = `Ký kết ${language} ${size}`;
      const guest = `binh.${language}.${size}@doitac.example`;
      const name = `Phòng ${language} ${size}`;
      const settings = { name, seats: 8 };
      const local = `phong-${language}-${size}`;
      await api.addRoom({ params: { domain: 'saomai.example' }, body: { local, settings } });
      const host = calendarPage(page, language);
      const { say, dialog } = host;
      /** On a phone by a tap, and else by the keyboard alone. */
      const press = async (there: ReturnType<typeof dialog.getByRole>, key = 'Enter') => {
        if (isPhone) return there.click();
        await tabTo(page, there);
        await page.keyboard.press(key);
      };
      await host.enter(`/calendar/${isPhone ? 'day' : 'week'}/${day}`);

      await test.step('says when in the line', async () => {
        if (isPhone)
          await page
            .getByRole('button', { name: say('newEvent'), exact: true })
            .first()
            .click();
        else await page.keyboard.press('c');
        await expect(host.field('eventTitle')).toBeFocused();
        await page.keyboard.type(`${title} ${said}`);
        await expect(host.field('startTime')).toHaveValue('14:00');
        await press(dialog.getByRole('button', { name: say('details') }));
      });

      await test.step('asks somebody elsewhere, and a room', async () => {
        await expect(host.field('eventTitle')).toHaveValue(title);
        await press(dialog.getByRole('button', { name: say('addGuests') }));
        const guests = dialog.getByRole('combobox', { name: say('addGuests') });
        await expect(guests).toBeFocused();
        await page.keyboard.type(guest);
        await page.keyboard.press('Enter');
        await press(dialog.getByRole('button', { name: words.book }));
        const room = dialog.getByRole('checkbox', { name });
        await press(room, 'Space');
        await expect(room).toBeChecked();
        await expectAccessible(page, 'an event with a room and a guest elsewhere');
        await press(dialog.getByRole('button', { name: say('save') }));
        await expect(dialog).toBeHidden();
      });

      await test.step('gets the room, and waits for the guest', async () => {
        await expect(host.event(title)).toHaveAccessibleName(/ 14:00 (đến|to) 15:00/);
        await host.event(title).click();
        await expect(dialog.getByText(words.booked)).toBeVisible();
        await expect(dialog.getByText(say('noAnswer'))).toBeVisible();
      });

      await test.step('the guest is told once, with the room, and accepts', async () => {
        const invitations = () => outside.invitationsOf(guest);
        await expect.poll(() => invitations().length, TOLD).toBe(1);
        const [invitation = ''] = invitations();
        expect(invitation).toContain('METHOD:REQUEST');
        expect(invitation).toContain(`SUMMARY:${title}`);
        expect(invitation).toContain(`LOCATION:${name}`);
        await outside.answer(program, invitation, { email: guest, answer: 'ACCEPTED' });
      });

      await test.step('the host sees the answer beside the room', async () => {
        await expect(dialog.getByText(`(${say('accepted')})`)).toBeVisible(TOLD);
        await expect(dialog.getByText(words.booked)).toBeVisible();
        await expectAccessible(page, 'an event with a room and an answer from elsewhere');
        expect(outside.invitationsOf(guest)).toHaveLength(1);
      });
    });
  });
}
