import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';

test.use({ world: 'folders' });

test('FO-6 FO-4 FO-8 FO-9 OR-12 a folder is made, filled, renamed with its subfolder, and deleted with its mail kept', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, rows, sidebar } = mailbox;
  await mailbox.enter();
  const dialog = page.getByRole('dialog');
  const menuOf = (name: string) =>
    sidebar.getByRole('button', { name: `${say('folderActions')} ${name}`, exact: true });
  const choose = async (name: string, entry: string) => {
    await mailbox.folder(name).hover();
    await menuOf(name).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };

  await test.step('a name that is taken is refused in the dialog', async () => {
    await sidebar.getByRole('button', { name: say('newFolder') }).click();
    await dialog.getByLabel(say('folderName')).fill('nhân sự');
    await dialog.getByRole('button', { name: say('createFolder') }).click();
    await expect(dialog).toContainText(/Tên này đã có/);
    await dialog.getByLabel(say('folderName')).fill('Dự án Tết');
    await dialog.getByRole('button', { name: say('createFolder') }).click();
    await expect(dialog).toBeHidden();
    await expect(mailbox.folder('Dự án Tết')).toBeVisible();
  });

  await test.step('a subfolder', async () => {
    await choose('Dự án Tết', say('newSubfolder'));
    await dialog.getByLabel(say('folderName')).fill('Ý tưởng');
    await dialog.getByRole('button', { name: say('createFolder') }).click();
    await expect(mailbox.folder('Ý tưởng')).toBeVisible();
  });

  const [first = '', second = ''] = await mailbox.subjects();
  await test.step('one conversation by the menu, one by dragging', async () => {
    await mailbox.pick(mailbox.row(first));
    await mailbox.act(say('move'));
    await expect(page.getByRole('option', { name: say('sent'), exact: true })).toBeDisabled();
    await mailbox.pickFolder('Dự án Tết');
    await expect(mailbox.row(first)).toHaveCount(0);
    await mailbox.row(second).dragTo(mailbox.folder('Ý tưởng'), { sourcePosition: { x: 500, y: 20 } });
    await expect(mailbox.row(second)).toHaveCount(0);
    await mailbox.goTo('Ý tưởng');
    await expect(mailbox.row(second)).toBeVisible();
  });

  await test.step('renamed while it is shown: its subfolder and the address go along', async () => {
    await choose('Dự án Tết', say('rename'));
    await dialog.getByLabel(say('folderName')).fill('Tết 2027');
    await dialog.getByRole('button', { name: say('save') }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(encodeURIComponent('Tết 2027/Ý tưởng')));
    await expect(mailbox.row(second)).toBeVisible();
  });

  await test.step('put before another by dragging, into another by its dialog, and taken back', async () => {
    const names = () => sidebar.locator('[data-folder]').allInnerTexts();
    const place = async () => (await names()).findIndex((name) => name.startsWith('Tết 2027'));
    const before = await names();
    const edge = { targetPosition: { x: 80, y: 3 } };
    await mailbox.folder('Tết 2027').dragTo(mailbox.folder('Nhân sự'), edge);
    await expect.poll(async () => (await names())[(await place()) + 2]).toBe('Nhân sự');
    await mailbox.undo();
    await expect.poll(names).toEqual(before);
    await choose('Tết 2027', say('moveFolder'));
    await page.keyboard.type('nhan su');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(encodeURIComponent('Nhân sự/Tết 2027/Ý tưởng')));
    await mailbox.undo();
    await expect(page).not.toHaveURL(new RegExp(encodeURIComponent('Nhân sự')));
  });

  await test.step('archived with one key while it is open, and taken back', async () => {
    await mailbox.open(mailbox.row(second));
    await page.keyboard.press('e');
    await expect(mailbox.row(second)).toHaveCount(0);
    await mailbox.goTo(say('archive'));
    await expect(mailbox.row(second)).toBeVisible();
    await mailbox.undo();
    await expect(mailbox.row(second)).toHaveCount(0);
    await mailbox.goTo('Ý tưởng');
    await expect(mailbox.row(second)).toBeVisible();
  });

  await test.step('deleted, with its mail moved to the inbox', async () => {
    await choose('Tết 2027', say('deleteFolder'));
    await dialog.getByRole('button', { name: say('moveAndDelete') }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/folder\/INBOX$/);
    await expect(mailbox.folder('Tết 2027')).toHaveCount(0);
    await expect(rows.nth(0)).toContainText(first);
    await expect(mailbox.row(second)).toBeVisible();
  });
});
