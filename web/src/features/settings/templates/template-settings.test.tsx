import { ApiError } from '@bocau/contract/client.ts';
import { DOMAIN_IMAGES, TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import type { Template, TemplateInput } from '@bocau/contract/templates.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { TemplateSettings } from './template-settings.tsx';

const NOTHING = { subject: '', html: '', to: [], cc: [], bcc: [], fields: [], uses: 0, updated_at: 1 };

/** Own templates and one of the company, whose reader may change it or not. */
function templateServer({ mayChange }: { mayChange: boolean }) {
  const server = {
    own: [
      { ...NOTHING, id: 'a', name: 'Báo giá', folder: 'Bán hàng', uses: 3 },
      { ...NOTHING, id: 'b', name: 'Nhắc nợ', folder: 'Kế toán' },
    ] as Template[],
    putBack: '',
    saved: '',
    /** Somebody else has saved the template of the company. */
    overtaken: false,
    version: undefined as number | undefined,
    limit: TEMPLATE_LIMITS.domainImageBytes as number,
  };
  const common = {
    ...NOTHING,
    id: 'c',
    name: 'Nghỉ lễ',
    folder: 'Kế toán',
    version: 2,
    updated_by: 'lan@x.vn',
  };
  const logo = `${DOMAIN_IMAGES}0192f0a0-0000-7000-8000-000000000001`;
  const byId = (id: string) => server.own.find((one) => one.id === id) as Template;
  const api = {
    listTemplates: async () => ({ data: server.own, meta: undefined }),
    listDomainTemplates: async () => ({
      data: [common],
      meta: { may_change: mayChange, may_name_keepers: false },
    }),
    getTemplate: async ({ params }: { params: { id: string } }) => ({
      data: byId(params.id),
      meta: undefined,
    }),
    getDomainTemplate: async () => ({
      data: server.overtaken
        ? { ...common, subject: 'Của Minh', html: '<p>Minh viết</p>', version: 3, updated_by: 'minh@x.vn' }
        : { ...common, html: `<p>Chào</p><p><img src="${logo}"></p>` },
      meta: undefined,
    }),
    takeDomainTemplate: async () => ({ data: { html: '<img src="/api/v2/files/f1/download?inline=1">' } }),
    async updateDomainTemplate({ body }: { body: TemplateInput & { version?: number } }) {
      server.saved = body.html;
      server.version = body.version;
      if (server.overtaken) {
        if (body.version === 3) return { data: common, meta: undefined };
        throw new ApiError(409, 'template_changed', 'no', { version: 3, updated_by: 'minh@x.vn' });
      }
      const fields = [{ field: 'html', rule: 'too_large', limit: server.limit }];
      throw new ApiError(400, 'invalid_input', 'no', { fields });
    },
    async createTemplate({ body }: { body: TemplateInput }) {
      if (body.name === 'x') {
        const fields = [{ field: 'html', rule: 'too_long', limit: 100_000 }];
        throw new ApiError(400, 'invalid_input', 'no', { fields });
      }
      const made = {
        ...NOTHING,
        ...body,
        id: `n${server.own.length}`,
        folder: body.folder ?? '',
      } as Template;
      server.own = [...server.own, made];
      return { data: made, meta: undefined };
    },
    async importTemplate({ form }: { form: FormData }) {
      const { name } = form.get('file') as File;
      if (name.startsWith('hong')) throw new ApiError(415, 'unsupported_media_type', 'no');
      return { data: { ...NOTHING, id: name, name, folder: '' } as Template, meta: undefined };
    },
    async deleteTemplate({ params }: { params: { id: string } }) {
      server.own = server.own.filter(({ id }) => id !== params.id);
      return { data: { ok: true } as const, meta: undefined };
    },
    listTemplateVersions: async () => ({
      data: [
        { version: 2, name: 'Nghỉ lễ', updated_at: 2, updated_by: 'lan@x.vn' },
        { version: 1, name: 'Nghỉ Tết', updated_at: 1, updated_by: 'minh@x.vn' },
      ],
      meta: undefined,
    }),
    getTemplateVersion: async () => ({
      data: { ...common, name: 'Nghỉ Tết', html: '<p>Chào <b>anh</b></p><p>Hẹn gặp</p>' },
      meta: undefined,
    }),
    async putBackTemplateVersion({ params }: { params: { version: string } }) {
      server.putBack = params.version;
      return { data: common, meta: undefined };
    },
  };
  return { server, api };
}

async function show(given: { mayChange: boolean }) {
  const { server, api } = templateServer(given);
  const part = await renderPart(
    <MantineProvider env="test">
      <TemplateSettings />
    </MantineProvider>,
    { api: api as never, at: '/setting/templates' },
  );
  return { ...part, server };
}

beforeEach(() => notices.set([]));

test.each([
  ['vi', 'Tìm mẫu thư', 'Không có mẫu thư nào khớp.', 'Đã dùng 3 lần'],
  ['en', 'Find a template', 'No template matches.', 'Used 3 times'],
] as const)(
  'TE-1 TE-14 in %s templates stand by folder, and are found without marks',
  async (language, label, none, used) => {
    speak(language);
    const { user } = await show({ mayChange: false });
    expect(within(await screen.findByRole('list', { name: 'Bán hàng' })).getByText(used)).toBeTruthy();
    const landmarks = screen.queryAllByRole('region').map((one) => one.getAttribute('aria-label'));
    expect(new Set(landmarks).size).toBe(landmarks.length);
    await user.type(screen.getByRole('searchbox', { name: label }), 'nhac');
    expect(screen.queryByText('Báo giá')).toBeNull();
    expect(screen.getByText('Nhắc nợ')).toBeTruthy();
    expect(screen.getByText(none)).toBeTruthy();
  },
);

test.each([
  ['vi', 'Thao tác với mẫu Báo giá', 'Xóa', 'Đã xóa mẫu “Báo giá”.'],
  ['en', 'Actions for the template Báo giá', 'Delete', 'Deleted “Báo giá”.'],
] as const)(
  'TE-4 in %s a template is deleted, and made again by undo',
  async (language, acts, remove, told) => {
    speak(language);
    const { user, server } = await show({ mayChange: false });
    await user.click(await screen.findByRole('button', { name: acts }));
    await user.click(await screen.findByRole('menuitem', { name: remove }));
    await waitFor(() => expect(screen.queryByText('Báo giá')).toBeNull());
    const [notice] = notices.get();
    expect(notice?.text).toBe(told);
    await notice?.undo?.();
    expect(await screen.findByText('Báo giá')).toBeTruthy();
    expect(server.own.at(-1)).toMatchObject({ name: 'Báo giá', folder: 'Bán hàng' });
  },
);

test('TE-2 a template is made; what is missing or refused is told with its field, and nothing is lost', async () => {
  speak('vi');
  const { user, server } = await show({ mayChange: false });
  const add = await screen.findByRole('button', { name: 'Mẫu mới' });
  await act(async () => add.click());
  const field = (name: string) => screen.getByRole('textbox', { name });
  const save = () => user.click(screen.getByRole('button', { name: 'Lưu mẫu' }));
  // The editor comes last.
  await screen.findByRole('textbox', { name: 'Nội dung mẫu' });
  await save();
  expect(screen.getByText('Nhập tên mẫu.')).toBeTruthy();
  await user.type(field('Tên mẫu'), 'x');
  await user.type(field('Người nhận'), 'ha@minhphat.example, nobody');
  await save();
  expect(screen.getByText('Không phải địa chỉ thư: nobody')).toBeTruthy();
  await user.clear(field('Người nhận'));
  await user.type(field('Người nhận'), 'Hà <ha@minhphat.example>');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Nội dung mẫu');
  await user.type(field('Tên mẫu'), 'in chào');
  await save();
  expect(await screen.findByText('xin chào')).toBeTruthy();
  expect(server.own.at(-1)).toMatchObject({ to: [{ name: 'Hà', email: 'ha@minhphat.example' }] });
});

test('TE-23 the focus is on the template that was saved, or on what opened the form that was left', async () => {
  speak('vi');
  const { user } = await show({ mayChange: false });
  const button = (name: string) => screen.findByRole('button', { name });
  await user.click(await button('Mẫu mới'));
  await screen.findByRole('textbox', { name: 'Nội dung mẫu' });
  await user.click(await button('Hủy'));
  expect(document.activeElement).toBe(await button('Mẫu mới'));

  await user.click(await button('Mẫu mới'));
  await screen.findByRole('textbox', { name: 'Nội dung mẫu' });
  await user.type(screen.getByRole('textbox', { name: 'Tên mẫu' }), 'Xin chào');
  await user.click(await button('Lưu mẫu'));
  expect(document.activeElement).toBe(await button('Xin chào'));

  await user.click(await button('Nhắc nợ'));
  await screen.findByRole('textbox', { name: 'Nội dung mẫu' });
  await user.click(await button('Hủy'));
  expect(document.activeElement).toBe(await button('Nhắc nợ'));
});

test('TE-23 where a search hides the template that was saved, the focus is where it was begun', async () => {
  speak('vi');
  const { user } = await show({ mayChange: false });
  await user.type(await screen.findByRole('searchbox', { name: 'Tìm mẫu thư' }), 'nhac');
  await user.click(screen.getByRole('button', { name: 'Mẫu mới' }));
  await screen.findByRole('textbox', { name: 'Nội dung mẫu' });
  await user.type(screen.getByRole('textbox', { name: 'Tên mẫu' }), 'Xin chào');
  await user.click(screen.getByRole('button', { name: 'Lưu mẫu' }));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Mẫu mới' }));
});

test('TE-8 who may not change templates of the company sees and copies them', async () => {
  speak('en');
  const { user, server } = await show({ mayChange: false });
  expect(await screen.findByText('Nghỉ lễ')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Nghỉ lễ' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New company template' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for the template Nghỉ lễ' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Duplicate',
  ]);
  expect(server.own).toHaveLength(2);
});

test('TE-16 a copy of a template of the company has its images as files of the mailbox', async () => {
  speak('en');
  const { user, server } = await show({ mayChange: false });
  await user.click(await screen.findByRole('button', { name: 'Actions for the template Nghỉ lễ' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(server.own).toHaveLength(3));
  expect(server.own.at(-1)?.html).toBe('<img src="/api/v2/files/f1/download?inline=1">');
});

test.each([
  ['vi', 'Nội dung mẫu', 'Lưu mẫu', 'đã đủ 20 MB', 'tối đa 2 MB'],
  ['en', 'Text of the template', 'Save template', 'have reached 20 MB', 'up to 2 MB'],
] as const)(
  'TE-16 in %s images of a template of the company are shown and saved, and what is too much is told',
  async (language, text, save, full, large) => {
    speak(language);
    const { user, server, container } = await show({ mayChange: true });
    await user.click(await screen.findByRole('button', { name: 'Nghỉ lễ' }));
    await screen.findByRole('textbox', { name: text });
    expect(container.querySelector('[data-own-image] img')?.getAttribute('src')).toContain(DOMAIN_IMAGES);
    await user.click(screen.getByRole('button', { name: save }));
    expect((await screen.findByRole('alert')).textContent).toContain(full);
    expect(server.saved).toContain(`src="${DOMAIN_IMAGES}`);
    server.limit = TEMPLATE_LIMITS.imageBytes;
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(large));
  },
);

test.each([
  [
    ...(['vi', 'Nội dung mẫu', 'Chủ đề', 'Lưu mẫu', 'minh@x.vn đã sửa mẫu này trong khi bạn soạn.'] as const),
    ...(['Xem bản của họ', 'Trở lại nội dung tôi đã nhập', 'Vẫn lưu bản của tôi'] as const),
  ],
  [
    ...([
      'en',
      'Text of the template',
      'Subject',
      'Save template',
      'minh@x.vn changed this template',
    ] as const),
    ...(['Show their version', 'Back to what I typed', 'Save mine anyway'] as const),
  ],
] as const)(
  'TE-17 in %s a template that somebody else changed meanwhile is not overwritten without a word',
  async (language, text, subject, save, told, theirs, back, anyway) => {
    speak(language);
    const { user, server } = await show({ mayChange: true });
    await user.click(await screen.findByRole('button', { name: 'Nghỉ lễ' }));
    const editor = await screen.findByRole('textbox', { name: text });
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: subject });
    await user.type(field(), 'Của tôi');
    server.overtaken = true;
    await user.click(screen.getByRole('button', { name: save }));
    expect((await screen.findByRole('alert')).textContent).toContain(told);
    expect(server.version).toBe(2);
    expect(field().value).toBe('Của tôi');
    await user.click(screen.getByRole('button', { name: theirs }));
    await waitFor(() => expect(editor.textContent).toContain('Minh viết'));
    expect(field().value).toBe('Của Minh');
    await user.click(screen.getByRole('button', { name: back }));
    await waitFor(() => expect(editor.textContent).toContain('Chào'));
    expect(field().value).toBe('Của tôi');
    await user.click(screen.getByRole('button', { name: anyway }));
    await screen.findByRole('button', { name: 'Nghỉ lễ' });
    expect(server.version).toBe(3);
    expect(server.saved).toContain('Chào');
  },
);

test.each([
  ['vi', 'Thao tác với mẫu Nghỉ lễ', 'Các bản trước', 'Xem bản 1', 'Dùng lại bản này'],
  ['en', 'Actions for the template Nghỉ lễ', 'Earlier versions', 'View version 1', 'Use this version again'],
] as const)(
  'TE-10 in %s an earlier version is looked at and put back',
  async (language, acts, versions, view, putBack) => {
    speak(language);
    const { user, server } = await show({ mayChange: true });
    await user.click(await screen.findByRole('button', { name: acts }));
    await user.click(await screen.findByRole('menuitem', { name: versions }));
    await user.click(await screen.findByRole('button', { name: view }));
    expect(await screen.findByText(/Chào anh\s+Hẹn gặp/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: putBack }));
    await waitFor(() => expect(server.putBack).toBe('1'));
  },
);

test('of several files that are imported, one notice names each that failed', async () => {
  speak('vi');
  const { user, container } = await show({ mayChange: false });
  await screen.findByText('Nhắc nợ');
  const names = ['a.eml', 'hong.oft', 'b.html', 'hong.eml'];
  await user.upload(
    container.querySelector('input[type=file]') as HTMLElement,
    names.map((name) => new File(['x'], name)),
  );
  await waitFor(() => expect(notices.get()).toHaveLength(1));
  const [notice] = notices.get();
  expect(notice?.tone).toBe('danger');
  expect(notice?.text).toMatch(
    /^Không nhập được “hong.oft”\. .+ Không nhập được “hong.eml”\. .+ Đã nhập 2 mẫu\.$/,
  );
});
