import { lanAnh, type Person } from '@bocau/server/demo-world/people.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import type { Language } from './words.ts';

/** The words of the calendar that journeys look for, deliberately duplicated here instead of imported. */
const words = {
  eventTitle: ['Tiêu đề', 'Title'],
  save: ['Lưu', 'Save'],
  edit: ['Sửa', 'Edit'],
  remove: ['Xóa', 'Delete'],
  undo: ['Hoàn tác', 'Undo'],
  repeat: ['Lặp lại', 'Repeat'],
  startTime: ['Giờ bắt đầu', 'Start time'],
  everyFriday: ['Mỗi tuần vào thứ Sáu', 'Every week on Friday'],
  one: ['Chỉ buổi này', 'Only this one'],
  following: ['Buổi này và các buổi sau', 'This and those that follow'],
  all: ['Tất cả các buổi', 'All of them'],
  change: ['Thay đổi', 'Change'],
  newEvent: ['Sự kiện mới', 'New event'],
  restore: ['Khôi phục', 'Restore'],
  lunarRule: ['Mỗi năm vào 12/3 âm lịch', 'Every year on lunar 12/3'],
  moved: ['” sang Thứ Sáu', '” moved to Friday'],
  saved: ['Đã lưu “', '” saved'],
  dropped: ['Đã xóa một buổi', 'One occurrence of'],
  share: ['Chia sẻ…', 'Share…'],
  shareWith: ['Chia sẻ với', 'Share with'],
  saveSharing: ['Lưu chia sẻ', 'Save sharing'],
  busy: ['Bận', 'Busy'],
  onlyBusy: ['Chủ lịch chỉ cho biết', 'The owner of the calendar shows only'],
  leave: ['Rời lịch này…', 'Leave this calendar…'],
  confirmLeave: ['Rời lịch này', 'Leave this calendar'],
  left: ['Đã rời lịch', 'Left the calendar'],
  findTime: ['Xem lịch bận của đồng nghiệp', 'See when colleagues are busy'],
  busyTitle: ['Lịch bận của đồng nghiệp', 'When colleagues are busy'],
  colleagues: ['Đồng nghiệp', 'Colleagues'],
  busyDay: ['Lịch bận trong ngày', 'Busy times of the day'],
  sidebar: ['Ẩn/hiện thanh bên', 'Show or hide sidebar'],
  actsOn: ['Thao tác với lịch', 'Acts on the calendar'],
  details: ['Thêm chi tiết', 'More details'],
  addGuests: ['Mời khách', 'Add guests'],
  invitation: ['Lời mời', 'Invitation'],
  updated: ['Lời mời đã thay đổi', 'Updated invitation'],
  cancelled: ['Đã hủy', 'Cancelled'],
  noAnswer: ['chưa trả lời', 'no answer yet'],
  accept: ['Đồng ý', 'Accept'],
  accepted: ['đồng ý', 'accepted'],
  propose: ['Đề nghị giờ khác', 'Propose another time'],
  sendProposal: ['Gửi đề nghị', 'Send proposal'],
  moveThere: ['Chuyển sang giờ này', 'Move to this time'],
  pickDay: ['Chọn ngày', 'Choose a date'],
  calendar: ['Lịch', 'Calendar'],
  dayView: ['Ngày', 'Day'],
  droppedRest: ['Đã xóa các buổi từ', '” deleted from'],
} as const;

/** The calendar: its grids, an event of them, and the forms. */
export function calendarPage(page: Page, language: Language) {
  const say = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const events = main.locator('[data-key]');
  return {
    say,
    main,
    dialog,
    grid: main.getByRole('grid'),
    column: (day: string) => main.locator(`[data-cell="${day}"]`),
    event: (title: string) => events.filter({ hasText: title }),
    field: (key: keyof typeof words) => dialog.getByRole('textbox', { name: say(key), exact: true }),

    async enter(address: string, person: Pick<Person, 'email' | 'password'> = lanAnh) {
      await beginSession(page, language, person);
      await page.goto(address);
      await expect(main.getByRole('grid')).toBeVisible();
    },

    /** Clicks into the free time of a day. */
    async pressAt(column: Locator, hour: number) {
      const box = await column.boundingBox();
      if (!box) throw new Error('The day is not to be seen');
      await column.click({ position: { x: box.width / 2, y: (box.height * hour) / 24 + 2 } });
    },

    /** Chooses which of a series are meant. */
    async choose(scope: 'one' | 'following', confirm: 'change' | 'remove') {
      await dialog.getByRole('radio', { name: say(scope) }).check();
      await dialog.getByRole('button', { name: say(confirm), exact: true }).click();
    },

    dialogNamed: (name: string) => page.getByRole('dialog', { name }),

    /** The calendars, which are a drawer on a phone. */
    async openSidebar() {
      const acts = page.getByRole('button', { name: say('findTime') });
      // Beside the calendar it may only not be there yet.
      const isDrawer = (page.viewportSize()?.width ?? 0) <= 992;
      if (isDrawer && !(await acts.isVisible())) {
        await page.getByRole('button', { name: say('sidebar') }).click();
        await expect(page.getByRole('dialog', { name: say('calendar'), exact: true })).toBeVisible();
      }
      await expect(acts).toBeVisible();
    },

    async closeSidebar() {
      const drawer = page
        .getByRole('dialog')
        .filter({ has: page.getByRole('button', { name: say('findTime') }) });
      if (await drawer.isVisible()) await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
    },

    /** An act on a calendar, by its menu. */
    async act(name: string, act: 'share' | 'leave') {
      await this.openSidebar();
      await page.getByRole('button', { name: `${say('actsOn')} ${name}` }).click();
      await page.getByRole('menuitem', { name: say(act) }).click();
    },

    /** By the notice of what was done. */
    async undo(done: keyof typeof words) {
      await expect(page.getByText(say(done))).toBeVisible();
      await page.getByRole('button', { name: say('undo') }).click();
    },
  };
}
