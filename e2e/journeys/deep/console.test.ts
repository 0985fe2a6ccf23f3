import { haPham, lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';
import { runAdmin } from '@bocau/server/test-kit/run-admin.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { mailOf } from '../../program/mail-of.ts';
import { makeProvider } from '../../program/make-provider.ts';
import { writeMessage } from '../../program/write-message.ts';
import { shiftTime } from '../../shift-time.ts';

const WORDS = {
  vi: {
    pages: {
      today: 'Hôm nay',
      domains: 'Tên miền',
      people: 'Người dùng',
      senders: 'Gửi nhiều nhất',
      trace: 'Theo dõi thư',
      sessions: 'Đang đăng nhập',
      audit: 'Nhật ký quản trị',
    },
    addDomain: 'Thêm tên miền',
    domain: 'Tên miền',
    dns: 'Bản ghi DNS',
    mx: 'Nơi nhận thư (MX)',
    keys: 'Khóa ký thư (DKIM)',
    makeKey: 'Tạo khóa',
    parts: 'Các phần của trang',
    mail: 'Thư và DNS',
    allDomains: 'Danh sách tên miền',
    fromCsv: 'Thêm từ CSV',
    choose: 'Chọn tệp CSV',
    ready: '500 người mới.',
    add: 'Thêm',
    done: 'Đã thêm 500 người.',
    saveLinks: 'Lưu các liên kết',
    finish: 'Xong',
    searchPeople: 'Tìm theo tên hoặc địa chỉ',
    manage: (name: string) => `Quản lý ${name}`,
    sent: '1 người nhận trong giờ qua',
    hold: (email: string) => `Giữ lại thư của ${email}…`,
    doHold: 'Giữ lại',
    release: (email: string) => `Cho ${email} gửi tiếp`,
    sessions: 'Nơi đang đăng nhập',
    suspend: 'Tạm ngưng',
    restore: 'Cho dùng lại',
    suspended: 'Tài khoản này đang bị tạm ngưng.',
    sender: 'Người gửi',
    search: 'Tìm',
    accepted: 'Nhận để gửi đi',
    heldList: 'Đang bị giữ tự động',
    nobodyHeld: 'Không ai bị giữ tự động.',
    released: 'Đã cho gửi tiếp',
    received: 'từ trong hệ thống · thư mục Hộp thư đến',
    hourly: 'Giới hạn người nhận ngoài tổ chức mỗi giờ (vượt mức thì giữ thư)',
    saveLimits: 'Lưu mức giữ thư',
    limitsSaved: (name: string) => `Đã lưu thay đổi cho ${name}`,
    restoreFolder: 'Khôi phục thư mục',
    folder: 'Thư mục',
    gone: (name: string) => `${name} (đã xóa)`,
    restoreNow: 'Khôi phục',
    cameBack: (name: string) => `${name}: đã lấy lại 1 thư.`,
    searchStart: 'Tìm theo phần đầu của địa chỉ',
    signOut: (email: string) => new RegExp(`^Đăng xuất ${email}: `),
    nobodySignedIn: (email: string) => `Không có ai đang đăng nhập mà địa chỉ bắt đầu bằng “${email}”.`,
  },
  en: {
    pages: {
      today: 'Today',
      domains: 'Domains',
      people: 'People',
      senders: 'Top senders',
      trace: 'Message trace',
      sessions: 'Signed in',
      audit: 'Audit log',
    },
    addDomain: 'Add a domain',
    domain: 'Domain',
    dns: 'DNS records',
    mx: 'Where mail arrives (MX)',
    keys: 'Keys that sign mail (DKIM)',
    makeKey: 'Create key',
    parts: 'Sections of this page',
    mail: 'Mail and DNS',
    allDomains: 'All domains',
    fromCsv: 'Add from CSV',
    choose: 'Choose a CSV file',
    ready: '500 new people.',
    add: 'Add',
    done: '500 people were added.',
    saveLinks: 'Save the links',
    finish: 'Done',
    searchPeople: 'Search by name or address',
    manage: (name: string) => `Manage ${name}`,
    sent: '1 recipient in the last hour',
    hold: (email: string) => `Hold everything from ${email}…`,
    doHold: 'Hold',
    release: (email: string) => `Release ${email}`,
    sessions: 'Where they’re signed in',
    suspend: 'Suspend',
    restore: 'Restore access',
    suspended: 'This account is suspended.',
    sender: 'Sender',
    search: 'Search',
    accepted: 'Accepted for sending',
    heldList: 'Held automatically',
    nobodyHeld: 'Nobody is held automatically.',
    released: 'Messages released',
    received: 'from this server · folder Inbox',
    hourly: 'Outside recipients per hour before mail is held',
    saveLimits: 'Save hold limits',
    limitsSaved: (name: string) => `Saved the changes to ${name}`,
    restoreFolder: 'Restore a folder',
    folder: 'Folder',
    gone: (name: string) => `${name} (deleted)`,
    restoreNow: 'Restore',
    cameBack: (name: string) => `${name}: 1 message restored.`,
    searchStart: 'Search by the start of an address',
    signOut: (email: string) => new RegExp(`^Sign out ${email}: `),
    nobodySignedIn: (email: string) => `No one whose address begins with “${email}” is signed in.`,
  },
} as const;

const PEOPLE = 500;

/** Puts the automatic hold on a sender, as if the person had sent far more than usual. */
async function brake(dataDir: string, email: string): Promise<void> {
  const statement = `
    insert into held_senders (mailbox_id, at, actor, reason, brake)
      select id, extract(epoch from now())::bigint, '', 'Held automatically', 'hour' from mailboxes where email = $1`;
  await changeDatabase(dataDir, statement, [email]);
}

for (const { language, tag } of IN_EACH_LANGUAGE) {
  const words = WORDS[language];
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ language, world: `console-${language}` });

    test('AU-5 AU-3 a provider adds a domain and its people, finds what became of a message, and stops who is sending', async ({
      page,
      browser,
      baseURL,
      program,
    }) => {
      const domain = `congty-${language}.example`;
      await beginSession(page, language, haPham);
      await makeProvider(program.dataDir, haPham.email);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const dialog = page.getByRole('dialog');
      const goTo = async (name: keyof typeof words.pages) => {
        await page.getByRole('link', { name: words.pages[name], exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: words.pages[name] })).toBeVisible();
      };

      const openPerson = async ({ email, name }: { email: string; name: string }) => {
        await page.getByRole('searchbox', { name: words.searchPeople }).fill(email);
        // The search moves the remaining rows, so wait until only the match is left.
        const found = page.getByRole('list', { name: words.pages.people }).getByRole('listitem');
        await expect(found).toHaveCount(1);
        await page.getByRole('link', { name: words.manage(name) }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      };

      await test.step('a new domain, and the records that it needs in DNS', async () => {
        await page.goto('/admin');
        await expect(page.getByRole('heading', { level: 1, name: words.pages.today })).toBeVisible();
        await expectAccessible(page, 'what needs a person today');
        await goTo('domains');
        await button(words.addDomain).click();
        await dialog.getByLabel(words.domain, { exact: true }).fill(domain);
        await dialog.getByRole('button', { name: words.addDomain }).click();
        await expect(page).toHaveURL(new RegExp(`/admin/domains/${domain}$`));
        await expect(page.getByRole('heading', { level: 1, name: domain })).toBeFocused();
        const records = page.getByRole('list', { name: words.dns });
        await expect(records.getByRole('listitem').filter({ hasText: words.mx })).toContainText(
          '10 mail.saomai.example.',
        );
        await button(words.makeKey).click();
        await expect(page.getByRole('list', { name: words.keys })).toContainText('v=DKIM1; k=rsa');
        await expectAccessible(page, 'a domain, its DNS records and its keys');
        await page.getByLabel(words.hourly).fill('400');
        await button(words.saveLimits).click();
        await expect(page.getByText(words.limitsSaved(domain))).toBeVisible();
        await page
          .getByRole('navigation', { name: words.parts })
          .getByRole('link', { name: words.mail })
          .click();
        await expect(page.getByRole('heading', { level: 2, name: words.mail })).toBeFocused();
        await page.reload();
        await expect(page.getByRole('heading', { level: 2, name: words.mail })).toBeInViewport();
        await page.getByRole('link', { name: words.allDomains }).click();
        await expect(page).toHaveURL(/\/admin\/domains$/);
      });

      await test.step('500 people from a list, with links to choose their passwords', async () => {
        await goTo('people');
        await button(words.fromCsv).click();
        const lines = Array.from({ length: PEOPLE }, (_, at) => `nv${at}@${domain},Nhân viên ${at}`);
        const csv = ['email,name', ...lines].join('\n');
        await dialog
          .getByLabel(words.choose)
          .and(page.locator('input'))
          .setInputFiles({ name: 'nhan-vien.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
        await expect(dialog).toContainText(words.ready);
        await dialog.getByRole('button', { name: words.add, exact: true }).click();
        await expect(dialog).toContainText(words.done);
        const saved = page.waitForEvent('download');
        await dialog.getByRole('button', { name: words.saveLinks }).click();
        await (await saved).delete();
        await dialog.getByRole('button', { name: words.finish }).click();
        await page.getByRole('searchbox', { name: words.searchPeople }).fill(`nv499@${domain}`);
        await expect(page.getByRole('link', { name: words.manage('Nhân viên 499') })).toBeVisible();
      });

      const sender = await mailOf(program, minhTran);
      const subject = `Báo giá ${language}`;
      const { id } = await writeMessage(sender, { to: [lanAnh.email], subject });
      await sender.api.sendMail({ body: { msg_id: id } });
      const receiver = await mailOf(program);
      await expect.poll(() => receiver.folderOf(subject)).toEqual(['INBOX']);

      await test.step('what became of a message', async () => {
        await goTo('trace');
        await page.getByLabel(words.sender, { exact: true }).fill(minhTran.email);
        await button(words.search).click();
        await page.getByRole('button', { name: words.received }).click();
        const timeline = page.getByRole('listitem').filter({ visible: true });
        await expect(timeline).toContainText([words.accepted, words.received]);
        await expectAccessible(page, 'the trace of a message');
      });

      await test.step('a folder that was deleted comes back from a backup, with its message', async () => {
        const name = 'Hợp đồng 2026';
        const { data: folder } = await receiver.api.createFolder({ body: { name } });
        const { data: threads } = await receiver.api.listThreads({ query: { in: 'INBOX', limit: '100' } });
        const moves = threads
          .filter((thread) => thread.subject === subject)
          .map(({ id, folder_id }) => ({
            thread_ids: [id],
            from_folder_id: folder_id,
            to_folder_id: folder.id,
          }));
        await receiver.api.moveThreads({ body: moves });
        await runAdmin(program.dataDir, 'backup', '--out', program.backupDir);
        await receiver.api.forceDeleteFolder({ body: { folder_id: folder.id } });
        await goTo('people');
        await openPerson(lanAnh);
        await button(`${words.restoreFolder}…`).click();
        const chooser = page.getByRole('dialog', { name: words.restoreFolder });
        await chooser.getByLabel(words.folder, { exact: true }).selectOption({ label: words.gone(name) });
        // Scrolls up, since a switch behind the dialog may be half covered by the sticky links.
        await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
        await expectAccessible(page, 'a backup and its folders');
        await chooser.getByRole('button', { name: words.restoreNow, exact: true }).click();
        await expect(page.getByText(words.cameBack(name))).toBeVisible();
        expect(await receiver.folderOf(subject)).toEqual([name]);
        await expect(dialog).toBeHidden();
      });

      await test.step('who is signed in, and the end of one session', async () => {
        await goTo('sessions');
        await page.getByRole('searchbox', { name: words.searchStart }).fill(lanAnh.email);
        const places = page.getByRole('list', { name: words.pages.sessions }).getByRole('listitem');
        await expect(places).toHaveCount(1);
        await expect(places).toContainText(lanAnh.email);
        await expectAccessible(page, 'who is signed in');
        await places.getByRole('button', { name: words.signOut(lanAnh.email) }).click();
        await expect(page.getByText(words.nobodySignedIn(lanAnh.email))).toBeVisible();
      });

      await test.step('who was held automatically is released, and the audit log says by whom', async () => {
        await brake(program.dataDir, lanAnh.email);
        await goTo('senders');
        const held = page.getByRole('list', { name: words.heldList });
        await expect(held.getByRole('listitem')).toContainText(lanAnh.email);
        await expectAccessible(page, 'who was held automatically');
        await held.getByRole('button', { name: words.release(lanAnh.email) }).click();
        await expect(page.getByText(words.nobodyHeld)).toBeVisible();
        await goTo('audit');
        await expect(page.getByRole('listitem').filter({ hasText: words.released })).toContainText(
          haPham.email,
        );
        await expectAccessible(page, 'the audit log of administrators');
      });

      await test.step('who is sending is held, then suspended, and sees why at once', async () => {
        const context = await browser.newContext({ baseURL: baseURL as string });
        await shiftTime(context);
        const sending = await context.newPage();
        await beginSession(sending, language, minhTran);
        await sending.goto('/folder/Sent');
        // The page frame is rendered before the page knows who is signed in.
        await expect(sending.getByText(subject).first()).toBeVisible();

        await goTo('senders');
        await expect(page.getByRole('listitem').filter({ hasText: minhTran.email })).toContainText(
          words.sent,
        );
        await expectAccessible(page, 'who sends the most');
        await button(words.hold(minhTran.email)).click();
        await dialog.getByRole('button', { name: words.doHold }).click();
        await expect(button(words.release(minhTran.email))).toBeFocused();

        await goTo('people');
        await openPerson(minhTran);
        const places = page.getByRole('list', { name: words.sessions });
        await expect(places.getByRole('listitem')).not.toHaveCount(0);
        await button(`${words.suspend}…`).click();
        await button(words.suspend).click();
        await expect(sending).toHaveURL(/\/login\?ended=1/);
        await expect(sending.getByText(words.suspended)).toBeVisible();
        await button(`${words.restore}…`).click();
        await button(words.restore).click();
        await expect(button(`${words.restore}…`)).toBeHidden();
        await expect(button(`${words.suspend}…`)).toBeVisible();
        await context.close();
      });
    });
  });
}
