/**
 * Inlined in the page and run before anything else has loaded: draws the frame as it last looked on this
 * device, and requests what the mailbox opens with. It cannot import anything; see docs/decisions/026.
 */
(() => {
  const page = document.documentElement;
  // The service worker has these files in its cache: fonts that arrive after the first frame would cause a
  // full relayout.
  if (navigator.serviceWorker?.controller)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-kept]')) link.rel = 'preload';
  const kept = (name: string) => localStorage.getItem(`bocau.${name}`);
  const theme = kept('theme');
  const isDark =
    theme === 'dark' || (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset['theme'] = isDark ? 'dark' : 'light';
  if (kept('language') === 'en') page.lang = 'en';
  if (kept('services') === '1') page.dataset['services'] = 'shown';
  if (kept('rail') === '1') page.dataset['rail'] = 'folded';
  let reading: { item_per_page?: number; density?: string; auto_reply?: string } = {};
  try {
    reading = JSON.parse(kept('reading') ?? '{}');
  } catch {
    // Unreadable stored value: the list starts with the defaults.
  }
  if (reading.density === 'compact') page.dataset['density'] = 'compact';

  const [, place, folder] = window.location.pathname.split('/');
  const person = /(?:^|; )bocau_person=([^;]+)/.exec(document.cookie)?.[1];
  const isKnown =
    person !== undefined && decodeURIComponent(person) === kept('person') && kept('signed-out') === null;
  const isMailbox = [
    '',
    'folder',
    'label',
    'advance-search',
    'setting',
    'message',
    'compose-mailto',
  ].includes(place ?? '');
  if (!isKnown || !isMailbox) return;
  page.dataset['frame'] = 'mailbox';

  let asked: Window['bocauStart'];
  try {
    const limit = Number(reading.item_per_page);
    const search = new URLSearchParams(window.location.search);
    const pageNumber = Number(search.get('page'));
    // A filtered list or a search is requested by the client: the list fetched here is not shown then.
    const isPlain = place !== 'label' && [...search.keys()].every((key) => key === 'page');
    const size = isPlain ? (limit > 0 ? limit : 50) : 1;
    const query = {
      in: place === 'folder' && folder ? decodeURIComponent(folder) : 'INBOX',
      limit: String(size),
      offset: String((Math.max(1, Math.trunc(pageNumber) || 1) - 1) * size),
    };
    const address = `/api/v2/start?${new URLSearchParams(query)}`;
    asked = {
      query,
      // Errors are ignored here: the client repeats the calls and reports their errors.
      answer: fetch(address, { headers: { 'x-session': 'cookie', 'x-account': person } }).then(
        (answer) => (answer.ok ? (answer.json() as Promise<{ data: never }>) : null),
        () => null,
      ),
    };
  } catch {
    // Malformed URL: the client starts without early answers.
  }
  window.bocauStart = asked;

  // Reserves the place of the automatic reply's banner. The day is the browser's here, and the mailbox's once
  // the client runs.
  const [first, last] = (reading.auto_reply ?? '').split('/');
  if (!first || !last) return;
  // The first Intl formatter of a page takes longer than all of this file, so the request above comes first.
  const today = new Intl.DateTimeFormat('sv-SE').format(performance.timeOrigin);
  if (first <= today && (last === '..' || today <= last)) page.dataset['replying'] = '';
})();
