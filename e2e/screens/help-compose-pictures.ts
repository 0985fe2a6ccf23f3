import { haPham, minhTran } from '@bocau/server/demo-world/people.ts';
import { deliver } from '../program/deliver.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';
import type { HelpPicture } from './help-picture.ts';
import type { HelpRoom } from './help-room.ts';
import { expect } from './patient-expect.ts';

const TEXTS = {
  vi: {
    subject: 'Báo giá túi cói',
    body: 'Chào chị Hà,\nEm gửi chị báo giá tháng 12.',
    recalled: 'Bảng lương tháng 11',
  },
  en: {
    subject: 'Prices of bags',
    body: 'Dear Ha,\nHere are the prices for December.',
    recalled: 'Payroll of November',
  },
};

async function writeTo({ page, compose, language }: HelpRoom) {
  const message = await compose.openNew();
  const { subject, body } = TEXTS[language];
  await message.write({ to: haPham.email, subject, body });
  await expect(message.saved).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(message.saved).toBeVisible();
  return message;
}

/** Pictures about writing and sending; they discard their drafts. */
export const COMPOSE_PICTURES: readonly HelpPicture[] = [
  {
    name: 'drafts',
    async show(room) {
      const { form } = await writeTo(room);
      return {
        clip: [form],
        framed: [room.control('composeWindow.close', form), room.control('composeWindow.deleteDraft', form)],
      };
    },
  },
  {
    name: 'schedule',
    async show(room) {
      const { form } = await writeTo(room);
      const more = form.getByRole('button', { name: room.compose.say('otherWays') });
      await more.click();
      await expect(room.menu).toBeVisible();
      return {
        clip: [form.getByRole('textbox', { name: room.compose.say('body') }), more, room.menu],
        framed: [more, room.menu],
      };
    },
  },
  {
    name: 'sending',
    async show(room) {
      const message = await writeTo(room);
      await message.send.click();
      const undo = room.control('acts.history.undo', room.page.getByRole('status'));
      await undo.hover();
      const notice = undo.locator('xpath=ancestor::*[@role="status"][1]');
      return { clip: [notice], framed: [undo] };
    },
  },
  {
    name: 'recall',
    async show({ server, language, mailbox, page, word, menu, control }) {
      const own = await mailOf(server);
      const { recalled: subject } = TEXTS[language];
      const { id } = await writeMessage(own, { to: [minhTran.email], subject });
      await own.api.sendMail({ body: { msg_id: id } });
      const colleague = await mailOf(server, minhTran);
      await expect.poll(() => colleague.folderOf(subject)).toEqual(['INBOX']);
      await page.goto('/folder/Sent');
      await mailbox.open(mailbox.row(subject).first());
      const open = mailbox.thread.getByRole('button', { name: word('threadDetail.menu.open') }).last();
      await open.click();
      const recall = control('outgoing.recall.menu', menu);
      await expect(recall).toBeVisible();
      return { clip: [menu], framed: [recall] };
    },
  },
  {
    name: 'images',
    async show({ server, language, mailbox, control }) {
      const subject = language === 'vi' ? 'Ưu đãi tháng 11' : 'Offers of November';
      const text = language === 'vi' ? 'Giảm 10 % giấy in và mực in.' : '10 % off paper and ink.';
      const html = `<p>${text}</p><img src="https://anh.vpp-hanoi.example/anh.png" alt="">`;
      await deliver(server, { subject, html });
      const row = mailbox.row(subject).first();
      await expect(row).toBeVisible();
      await mailbox.open(row);
      await expect(mailbox.thread.locator('iframe[data-ready=true]').last()).toBeVisible();
      const show = control('threadDetail.images.show', mailbox.thread);
      await expect(show).toBeVisible();
      const banner = show.locator('xpath=..');
      return { clip: [banner], framed: [show] };
    },
  },
];
