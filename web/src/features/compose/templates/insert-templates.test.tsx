import { ApiError } from '@bocau/contract/client.ts';
import type { DomainTemplate } from '@bocau/contract/domain-templates.ts';
import { DOMAIN_IMAGES } from '@bocau/contract/template-limits.ts';
import type { Template } from '@bocau/contract/templates.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import {
  ComposeContext,
  type LazyCompose,
  templateRequest,
  useCompose,
} from '../../../parts/compose/lazy-compose.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { createTestQueue } from '../../../parts/uploads/test-kit/test-queue.ts';
import { UploadQueueContext } from '../../../parts/uploads/use-uploads.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ComposeLayer } from '../windows/compose-layer.tsx';

const TEMPLATE = {
  ...{ id: 't1', name: 'Nhắc nợ', folder: '', subject: 'Công nợ {số tiền}', uses: 1, updated_at: 1 },
  ...{ fields: ['số tiền', 'tên', 'mã đơn'], cc: [], bcc: [] },
  to: [{ name: 'Thu Hà', email: 'ha@minhphat.example' }],
  html: '<p>Chào {tên},</p><p>Còn {số tiền} của {mã đơn}, {Số tiền}.</p>',
} as Template;

/** Of the company, with its logo. */
const COMMON = {
  ...{ ...TEMPLATE, id: 'c1', name: 'Chào giá', subject: '', to: [], fields: [] },
  ...{ html: `<p>Kính gửi</p><img src="${DOMAIN_IMAGES}0192f0a0-0000-7000-8000-000000000001">` },
  ...{ version: 1, updated_by: 'lan@saomai.example' },
} as DomainTemplate;

function ShownLayer() {
  return <ComposeLayer windows={useCompose((compose) => compose.windows())} />;
}

async function openTemplates(subject: string, common: DomainTemplate[] = [], more: object = {}) {
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const lazy = {
    subscribe: model.subscribe,
    onSendFailed: () => () => undefined,
    model: () => model,
  } as unknown as LazyCompose;
  const used: string[] = [];
  const taken: string[] = [];
  const api = {
    listTemplates: async () => ({ data: [TEMPLATE], meta: undefined }),
    listDomainTemplates: async () => ({
      data: common,
      meta: { may_change: false, may_name_keepers: false },
    }),
    getDomainTemplate: async () => ({ data: common[0], meta: undefined }),
    async takeDomainTemplate({ params }: { params: { id: string } }) {
      taken.push(params.id);
      return { data: { html: '<p>Kính gửi</p><img src="/api/v2/files/f1/download?inline=1">' } };
    },
    getTemplate: async () => ({ data: TEMPLATE, meta: undefined }),
    findContact: async () => ({ data: { name: 'Nguyễn Thu Hà', title: '', organisation: '' } }),
    async countTemplateUse({ params }: { params: { id: string } }) {
      used.push(params.id);
      return { data: { ok: true } as const, meta: undefined };
    },
    ...more,
  };
  const { user } = await renderPart(
    <MantineProvider env="test">
      <UploadQueueContext value={createTestQueue().queue}>
        <ComposeContext value={lazy}>
          <main id="content" tabIndex={-1} />
          <ShownLayer />
        </ComposeContext>
      </UploadQueueContext>
    </MantineProvider>,
    { signedIn: { enable_drive: false }, api: api as never },
  );
  await act(async () => templateRequest.set(model.openNew({ subject })));
  const view = () => model.windows()[0];
  return { model, user, view, used, taken };
}

beforeEach(() => {
  templateRequest.set(null);
  notices.set([]);
});

test.each([
  ['vi', 'Tìm mẫu thư', 'Chèn vào thư', 'Nội dung thư'],
  ['en', 'Find a template', 'Insert into message', 'Message'],
] as const)(
  'TE-7 TE-11 in %s what no contact says is asked for once, and the empty subject and recipients are set',
  async (language, search, insert, _text) => {
    speak(language);
    const { user, view, used } = await openTemplates('');
    await user.type(await screen.findByRole('combobox', { name: search }), 'no nhac{Enter}');
    const dialog = within(
      (await screen.findByRole('button', { name: insert })).closest('form') as HTMLElement,
    );
    const labels = dialog
      .getAllByRole('textbox')
      .map((box) => box.closest('div')?.parentElement?.textContent);
    expect(labels).toEqual(['Số tiền', 'Mã đơn']);
    await user.type(dialog.getByRole('textbox', { name: 'Số tiền' }), '<b>5 triệu</b>');
    await user.click(dialog.getByRole('button', { name: insert }));
    await waitFor(() => expect(view()?.body).toContain('Nguyễn Thu Hà'));
    expect(view()?.body).toContain(
      'Còn &lt;b&gt;5 triệu&lt;/b&gt; của {mã đơn}, &lt;b&gt;5 triệu&lt;/b&gt;.',
    );
    expect(view()).toMatchObject({
      subject: 'Công nợ <b>5 triệu</b>',
      to: [expect.objectContaining({ email: 'ha@minhphat.example', name: 'Thu Hà' })],
    });
    expect(used).toEqual(['t1']);
  },
);

test('TE-11 TE-13 a subject and recipients that are there stay; what is left unfilled is one of the questions', async () => {
  speak('vi');
  const { model, user, view } = await openTemplates('Chủ đề của tôi');
  const id = view()?.id ?? '';
  await act(async () => model.addRecipients(id, 'to', 'minh@saomai.example'));
  await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
  await user.click(await screen.findByRole('button', { name: 'Chèn vào thư' }));
  await waitFor(() => expect(view()?.body).toContain('{mã đơn}'));
  expect(view()).toMatchObject({
    subject: 'Chủ đề của tôi',
    to: [expect.objectContaining({ email: 'minh@saomai.example' })],
  });
  expect(model.problems(id)).toContainEqual({
    severity: 'asks',
    kind: 'unfilled',
    fields: ['số tiền', 'mã đơn'],
  });
});

/** A message into which a template was inserted that brings a subject, a recipient and a hidden one. */
async function insertedReminder() {
  speak('vi');
  const reminder = {
    ...{ ...TEMPLATE, subject: 'Nhắc lương', fields: [], html: '<p>Lương tháng này</p>' },
    bcc: [{ name: '', email: 'ketoan@saomai.example' }],
  };
  const opened = await openTemplates('', [], {
    getTemplate: async () => ({ data: reminder, meta: undefined }),
  });
  const { user, view } = opened;
  const insert = async () => {
    await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
    await waitFor(() => expect(view()?.body).toContain('Lương tháng này'));
  };
  await insert();
  const id = view()?.id ?? '';
  const { editor } = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Nội dung thư' });
  const emails = () => (['to', 'cc', 'bcc'] as const).map((field) => view()?.[field].map((one) => one.email));
  const shown = () => [editor.getText(), view()?.subject, emails(), view()?.shown.bcc];
  const press = (what: 'undo' | 'redo') => act(async () => void editor.commands[what]());
  return { ...opened, id, insert, shown, press };
}

const INSERTED = [
  'Lương tháng này',
  'Nhắc lương',
  [['ha@minhphat.example'], [], ['ketoan@saomai.example']],
  true,
];
const EMPTY = ['', '', [[], [], []], false];

test('TE-11 one undo takes back the text, the subject and the recipients; redo puts them back', async () => {
  const { shown, press } = await insertedReminder();
  expect(shown()).toEqual(INSERTED);
  await press('undo');
  expect(shown()).toEqual(EMPTY);
  await press('redo');
  expect(shown()).toEqual(INSERTED);
  await press('undo');
  expect(shown()).toEqual(EMPTY);
});

test('TE-19 undo leaves what was changed since, and recipients that somebody added', async () => {
  const { model, id, shown, press } = await insertedReminder();
  await act(async () => {
    model.change(id, { subject: 'Lương tháng 12' });
    model.addRecipients(id, 'to', 'minh@saomai.example');
    model.moveRecipient(id, 'bcc', 0, 'cc');
  });
  await press('undo');
  const left = [['minh@saomai.example'], ['ketoan@saomai.example'], []];
  expect(shown()).toEqual(['', 'Lương tháng 12', left, false]);
});

test('TE-19 of two that were inserted one after the other, each undo takes back one', async () => {
  const { id, insert, shown, press } = await insertedReminder();
  await act(async () => templateRequest.set(id));
  await insert();
  await press('undo');
  expect(shown()).toEqual(INSERTED);
  await press('undo');
  expect(shown()).toEqual(EMPTY);
});

/** The reminder, and then another letter with recipients of its own. */
async function insertedTwo(language: 'vi' | 'en', between?: (editor: Editor) => void) {
  speak(language);
  const reminder = { ...TEMPLATE, subject: 'Nhắc lương', fields: [], html: '<p>Lương tháng này</p>' };
  const invite = {
    ...{ ...reminder, id: 't2', name: 'Mời họp', subject: 'Mời họp', html: '<p>Mời anh chị</p>' },
    ...{ to: [{ name: '', email: 'minh@saomai.example' }], cc: [{ name: '', email: 'sep@saomai.example' }] },
  };
  const byId = { t1: reminder, t2: invite } as Record<string, Template>;
  const { user, view, model } = await openTemplates('', [], {
    listTemplates: async () => ({ data: [reminder, invite], meta: undefined }),
    getTemplate: async ({ params }: { params: { id: string } }) => ({ data: byId[params.id] }),
  });
  await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
  await waitFor(() => expect(view()?.body).toContain('Lương tháng này'));
  const name = language === 'vi' ? 'Nội dung thư' : 'Message body';
  const { editor } = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name });
  if (between) await act(async () => between(editor));
  await act(async () => templateRequest.set(view()?.id ?? ''));
  await user.click(await screen.findByRole('option', { name: /Mời họp/ }));
  await waitFor(() => expect(view()?.body).toContain('Mời anh chị'));
  const emails = () => (['to', 'cc'] as const).map((field) => view()?.[field].map((one) => one.email));
  return { editor, model, id: view()?.id ?? '', shown: () => [view()?.subject, ...emails()] };
}

const OF_FIRST = ['Nhắc lương', ['ha@minhphat.example'], []];
const OF_SECOND = ['Mời họp', ['minh@saomai.example'], ['sep@saomai.example']];

test.each([
  ['vi', 'Chỉ chèn nội dung của mẫu “Mời họp”. Người nhận và chủ đề giữ nguyên.'],
  ['en', 'Only the text of “Mời họp” was inserted. Recipients and subject stay as they were.'],
] as const)(
  'TE-20 in %s below the text of another, a template brings its text alone and says so',
  async (language, words) => {
    const { shown, editor } = await insertedTwo(language);
    expect(shown()).toEqual(OF_FIRST);
    expect(notices.get().map(({ text }) => text)).toEqual([words]);
    await act(async () => void editor.commands.undo());
    expect(shown()).toEqual(OF_FIRST);
  },
);

test('TE-20 in place of another whose text was taken out, it brings its own; undone, the other’s are back', async () => {
  const { shown, editor } = await insertedTwo('vi', ({ commands }) => void commands.clearContent());
  expect(shown()).toEqual(OF_SECOND);
  expect(notices.get()).toEqual([]);
  await act(async () => void editor.commands.undo());
  expect(shown()).toEqual(OF_FIRST);
  await act(async () => void editor.commands.redo());
  expect(shown()).toEqual(OF_SECOND);
});

test('TE-20 TE-19 undone in place of another, recipients that somebody added stay alone', async () => {
  const { shown, editor, model, id } = await insertedTwo(
    'vi',
    ({ commands }) => void commands.clearContent(),
  );
  await act(async () => model.addRecipients(id, 'to', 'them@saomai.example'));
  await act(async () => void editor.commands.undo());
  expect(shown()).toEqual(['Nhắc lương', ['them@saomai.example'], []]);
});

test('TE-18 Enter goes on to the next field that is empty, and inserts in the last one', async () => {
  speak('vi');
  const { user, view } = await openTemplates('');
  await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
  const amount = await screen.findByRole('textbox', { name: 'Số tiền' });
  const order = screen.getByRole('textbox', { name: 'Mã đơn' });
  await user.type(amount, '5 triệu{Enter}');
  expect(document.activeElement).toBe(order);
  expect(amount.getAttribute('enterkeyhint')).toBe('next');
  await user.keyboard('A7{Enter}');
  await waitFor(() => expect(view()?.body).toContain('5 triệu của A7'));
});

test.each([
  ['vi', 'Mẫu này có quá nhiều chỗ điền: chỉ hỏi 100 chỗ đầu, chỗ khác giữ nguyên dấu ngoặc.'],
  [
    'en',
    'This template has too many places to fill in: the first 100 are asked for, others keep their braces.',
  ],
] as const)(
  'TE-21 in %s of an old template with thousands of fields, the first hundred are asked for',
  async (language, words) => {
    speak(language);
    const fields = Array.from({ length: 3_000 }, (_, at) => `{mục ${at}}`).join(' ');
    const { user, view } = await openTemplates('', [], {
      getTemplate: async () => ({ data: { ...TEMPLATE, subject: '', html: `<p>${fields}</p>` } }),
    });
    await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
    const form = (await screen.findByText(words)).closest('form') as HTMLFormElement;
    expect(form.querySelectorAll('input')).toHaveLength(100);
    await act(async () => form.requestSubmit());
    await waitFor(() => expect(view()?.body).toContain('{mục 2999}'));
  },
);

test('TE-7 whoever closes the question inserts nothing', async () => {
  speak('en');
  const { user, view } = await openTemplates('');
  await user.click(await screen.findByRole('option', { name: /Nhắc nợ/ }));
  const form = (await screen.findByRole('button', { name: 'Insert into message' })).closest('form');
  await user.click(within(form as HTMLElement).getByRole('button', { name: 'Cancel' }));
  expect(view()).toMatchObject({ subject: '', to: [] });
  expect(view()?.body).not.toContain('Còn');
});

test('TE-16 images of a template of the company come into the message as its files', async () => {
  speak('vi');
  const { user, view, taken } = await openTemplates('', [COMMON]);
  await user.click(await screen.findByRole('option', { name: /Chào giá/ }));
  await waitFor(() => expect(view()?.body).toContain('src="/api/v2/files/f1/download?inline=1"'));
  expect(view()?.body).not.toContain(DOMAIN_IMAGES);
  expect(taken).toEqual(['c1']);
});

test('TE-16 a template of the company without images is inserted as it is', async () => {
  speak('en');
  const { user, view, taken } = await openTemplates('', [{ ...COMMON, html: '<p>Kính gửi</p>' }]);
  await user.click(await screen.findByRole('option', { name: /Chào giá/ }));
  await waitFor(() => expect(view()?.body).toContain('Kính gửi'));
  expect(taken).toEqual([]);
});

test.each([
  ['vi', 'Đang mất kết nối. Mẫu thư sẽ hiện ra khi có mạng trở lại.', 'Thử lại'],
  ['en', 'You’re offline. Templates will show when you’re back online.', 'Try again'],
] as const)(
  'TE-25 in %s templates say that there is no connection, and come by a retry',
  async (language, words, again) => {
    speak(language);
    let isOut = true;
    const { user } = await openTemplates('', [], {
      async listTemplates() {
        if (isOut) throw new ApiError(0, 'no_answer', 'x');
        return { data: [TEMPLATE], meta: undefined };
      },
    });
    expect(await screen.findByText(words)).toBeTruthy();
    isOut = false;
    await user.click(screen.getByRole('button', { name: again }));
    expect(await screen.findByRole('option', { name: /Nhắc nợ/ })).toBeTruthy();
    expect(screen.queryByText(words)).toBeNull();
  },
);

test('TE-25 a list that fails otherwise can be asked for again as well', async () => {
  speak('vi');
  const { user } = await openTemplates('', [], {
    listDomainTemplates: async () => {
      throw new ApiError(500, 'internal_error', 'x');
    },
    listTemplates: async () => ({ data: [], meta: undefined }),
  });
  expect(await screen.findByText('Không tải được mẫu thư.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
});

test('TE-26 templates that were loaded before in this page are at hand without a connection', async () => {
  speak('vi');
  let isOut = false;
  const { user, model, view } = await openTemplates('', [], {
    async listTemplates() {
      if (isOut) throw new ApiError(0, 'no_answer', 'x');
      return { data: [TEMPLATE], meta: undefined };
    },
  });
  expect(await screen.findByRole('option', { name: /Nhắc nợ/ })).toBeTruthy();
  isOut = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], shouldAdvanceTime: true });
  await act(() => model.close(view()?.id ?? ''));
  await vi.advanceTimersByTimeAsync(3_600_000);
  vi.useRealTimers();
  await act(async () => templateRequest.set(model.openNew({ subject: '' })));
  expect(await screen.findByRole('option', { name: /Nhắc nợ/ })).toBeTruthy();
  await user.keyboard('{Escape}');
});

test('TE-7 the name of a colleague comes from the directory, the date is as the text is written', async () => {
  speak('en');
  const template = {
    ...TEMPLATE,
    ...{ subject: '', fields: ['tên', 'ngày'], to: [{ name: '', email: 'binh@saomai.example' }] },
    html: '<p>Chào {tên}, hôm nay là {ngày}.</p>',
  };
  const { user, view } = await openTemplates('x', [], {
    getTemplate: async () => ({ data: template, meta: undefined }),
    findContact: async () => ({ data: null, meta: undefined }),
    getDirectoryPerson: async () => ({ data: { name: 'Trần Bình', title: '' }, meta: undefined }),
  });
  await user.type(await screen.findByRole('combobox', { name: 'Find a template' }), 'no nhac{Enter}');
  await waitFor(() => expect(view()?.body).toMatch(/Chào Trần Bình, hôm nay là \d\d\/\d\d\/\d{4}\./));
});
