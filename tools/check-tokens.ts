import { lineAt, type SourceFile } from './source-files.ts';

const client = 'web/src/';
const TOKENS = 'web/src/ui/tokens.css';
const BREAKPOINTS = 'web/src/ui/breakpoints.ts';

/** The agreed breakpoints: phone, narrow window, the complement of the latter, and a wide screen. */
const AGREED = ['576px', '768px', '992px', '992.02px', '1600px'];

/** Files with breakpoints of their own, until they are moved to an agreed one. Do not add files. */
const OWN_WIDTHS: Record<string, string[]> = {
  'web/src/app/pages/mailbox-screen.tsx': ['379.98px'],
  'web/src/app/pages/sign-in-page.module.css': ['480px'],
  'web/src/early/frame.css': ['720px'],
  'web/src/features/compose/windows/answer-area.module.css': ['640px'],
  'web/src/features/office/editor-screen.module.css': ['600px'],
  'web/src/features/search/filter-chips.module.css': ['400px'],
  'web/src/features/sending/message-state.module.css': ['640px'],
  'web/src/features/thread-detail/message-item.module.css': ['640px'],
  'web/src/features/thread-detail/thread-detail.module.css': ['430px'],
  'web/src/parts/message-body/message-body.module.css': ['480px'],
  'web/src/parts/previews/invitation-card.module.css': ['640px'],
  'web/src/parts/previews/pdf-reader.module.css': ['640px'],
  'web/src/parts/previews/preview-overlay.module.css': ['640px'],
};

const FONT_SIZE = /font-size:\s*[\d.]+(?:px|rem)/g;
/** Values below ten only order the pieces within one component. */
const LAYER = /(?:z-index:\s*|zIndex=\{)\d{2,}/g;
const MEDIA = /@media[^{]*/g;
const WIDTH = /\((?:max|min)-width:\s*([\d.]+\w+)\)/g;
const QUERY_OF_SCRIPT = /'\((?:max|min)-width:[^']*'/g;

/** One line per font size, z-index or breakpoint that is not a design token. */
export function checkTokens(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(client) && /\.(?:css|tsx?)$/.test(path) && !/\.test\./.test(path))
    .flatMap((file) => [...literalsOf(file), ...widthsOf(file)]);
}

function literalsOf({ path, text }: SourceFile): string[] {
  if (path === TOKENS) return [];
  const sizes = path.endsWith('.css') ? [...text.matchAll(FONT_SIZE)] : [];
  return [...sizes, ...text.matchAll(LAYER)].map(
    ({ 0: literal, index }) => `${path}:${lineAt(text, index)} ${literal} (take a token of ${TOKENS})`,
  );
}

function widthsOf({ path, text }: SourceFile): string[] {
  const allowed = [...AGREED, ...(OWN_WIDTHS[path] ?? [])];
  const queries = text.matchAll(path.endsWith('.css') ? MEDIA : QUERY_OF_SCRIPT);
  return [...queries].flatMap(({ 0: query, index }) => {
    const line = `${path}:${lineAt(text, index)}`;
    const widths = [...query.matchAll(WIDTH)].map(([, width = '']) => width);
    const faults = widths
      .filter((width) => !allowed.includes(width))
      .map((width) => `${line} changes the layout at ${width} (agreed are ${AGREED.join(', ')})`);
    const isTwice = !path.endsWith('.css') && path !== BREAKPOINTS && faults.length < widths.length;
    return isTwice && !OWN_WIDTHS[path] ? [...faults, `${line} ${query} is in ${BREAKPOINTS}`] : faults;
  });
}
