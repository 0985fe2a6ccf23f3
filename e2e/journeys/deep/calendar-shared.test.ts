import { createCalendar, createEvent } from '@bocau/contract/calendar.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { placesOf } from '../../pages/places.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'shared-calendars' });

/** A Friday on which there is nothing else. */
const DAY = '2026-11-27';
const ZONE = 'Asia/Ho_Chi_Minh';
const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };

for (const { language, viewport, isPhone, tag, size } of placesOf('vi wide')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-110 CL-111 CL-112 CL-113 CL-114 CV-11 a calendar is shared with a colleague, who changes it and leaves; a time is found', async ({
      page,
      browser,
      baseURL,
    }) => {
      const owner = calendarPage(page, language);
      const { say } = owner;
      const name = `Nhóm ${language} ${size}`;
      const [title, changed] = [`Giá ${language} ${size}`, `Chốt ${language} ${size}`];
      const view = isPhone ? 'day' : 'week';
      await owner.enter(`/calendar/${view}/${DAY}`);
      const post = async (path: string, data: object) => {
        const answer = await page.request.post(path, { headers, data });
        expect(answer.status()).toBe(201);
        return ((await answer.json()) as { data: { id: string } }).data.id;
      };
      const calendar_id = await post(createCalendar.path, { name, color: '#0b8043' });
      const at = (clock: string) => ({ day: DAY, clock, zone: ZONE });
      const times = { start: at('09:00'), end: at('10:00') };
      await post(createEvent.path, { calendar_id, fields: { title, ...times } });
      const hidden = { title: 'Bác sĩ', is_private: true, start: at('11:00'), end: at('12:00') };
      await post(createEvent.path, { calendar_id, fields: hidden });

      await test.step('shares it to change', async () => {
        await owner.act(name, 'share');
        const sharing = owner.dialogNamed(name);
        await sharing.getByRole('combobox', { name: say('shareWith') }).fill('quoc minh');
        await expect(sharing.getByRole('option', { name: minhTran.name })).toBeVisible();
        await expectAccessible(page, 'colleagues who are suggested');
        await page.keyboard.press('Enter');
        const permission = sharing.getByRole('combobox', { name: minhTran.name });
        await permission.selectOption('WRITE');
        await expectAccessible(page, 'the people with whom a calendar is shared');
        await owner
          .dialogNamed(name)
          .getByRole('button', { name: say('saveSharing') })
          .click();
        await expect(owner.dialogNamed(name)).toBeHidden();
        await owner.closeSidebar();
      });

      const context = await browser.newContext({ baseURL: baseURL as string, viewport, hasTouch: isPhone });

      await shiftTime(context);
      const other = await context.newPage();
      const colleague = calendarPage(other, language);

      await test.step('the colleague sees it, and of what is private only that it is busy', async () => {
        await colleague.enter(`/calendar/${view}/${DAY}`, minhTran);
        await expect(colleague.event(title)).toBeVisible();
        await expect(colleague.event('Bác sĩ')).toHaveCount(0);
        await colleague.event(say('busy')).first().click();
        await expect(other.getByText(say('onlyBusy'))).toBeVisible();
        await expectAccessible(other, 'an event that is hidden');
        await other.keyboard.press('Escape');
      });

      await test.step('changes an event, which the owner sees at once', async () => {
        await colleague.event(title).click();
        await colleague.dialog.getByRole('button', { name: say('edit') }).click();
        await colleague.field('eventTitle').fill(changed);
        await colleague.dialog.getByRole('button', { name: say('save') }).click();
        await expect(colleague.event(changed)).toBeVisible();
        await expect(owner.event(changed)).toBeVisible();
        await owner.event(changed).click();
        await expect(owner.dialog.getByText(minhTran.name)).toBeVisible();
        await page.keyboard.press('Escape');
      });

      await test.step('leaves it', async () => {
        await colleague.act(name, 'leave');
        await other.getByRole('button', { name: say('confirmLeave'), exact: true }).click();
        await expect(other.getByText(say('left'))).toBeVisible();
        await colleague.closeSidebar();
        await expect(colleague.event(changed)).toHaveCount(0);
        await context.close();
      });

      await test.step('finds a time with the colleague', async () => {
        await owner.openSidebar();
        await page.getByRole('button', { name: say('findTime') }).click();
        const finding = owner.dialogNamed(say('busyTitle'));
        await finding.getByRole('combobox', { name: say('colleagues') }).fill(minhTran.email);
        await page.keyboard.press('Enter');
        await expect(finding.getByRole('list', { name: say('busyDay') }).getByRole('listitem')).toHaveCount(
          2,
        );
        await expectAccessible(page, 'when colleagues are busy');
        await finding.getByRole('button', { name: / – / }).first().click();
        await expect(owner.field('eventTitle')).toBeVisible();
      });
    });
  });
}
