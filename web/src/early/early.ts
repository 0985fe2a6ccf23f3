/**
 * Stands in the page itself and runs before anything else has come: draws the frame as this device last looked, and
 * asks for what the mailbox opens with. It can import nothing; docs/decisions/026 says why.
 */
(() => {
  const page = document.documentElement;
  // What the worker has kept of the client is here at once: letters that come after the first frame lay all of it out anew.
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
    // A memory that cannot be read: the list begins as it does for a stranger.
  }
  if (reading.density === 'compact') page.dataset['density'] = 'compact';

  const [, place, folder] = window.location.pathname.split('/');
  const person = /(?:^|; )bocau_person=([^;]+)/.exec(document.cookie)?.[1];
  const isKnown =
    person !== undefined && decodeURIComponent(person) === kept('person') && kept('signed-out') === null;
  const isMailbox = ['', 'folder', 'advance-search', 'setting', 'message', 'compose-mailto'].includes(
    place ?? '',
  );
  if (!isKnown || !isMailbox) return;
  page.dataset['frame'] = 'mailbox';

  let asked: Window['bocauStart'];
  try {
    const limit = Number(reading.item_per_page);
    const search = new URLSearchParams(window.location.search);
    const pageNumber = Number(search.get('page'));
    // A list that is filtered or found is asked for by the client: the one that comes along is not shown.
    const isPlain = [...search.keys()].every((key) => key === 'page');
    const size = isPlain ? (limit > 0 ? limit : 50) : 1;
    const query = {
      in: place === 'folder' && folder ? decodeURIComponent(folder) : 'INBOX',
      limit: String(size),
      offset: String((Math.max(1, Math.trunc(pageNumber) || 1) - 1) * size),
    };
    const address = `/api/v2/start?${new URLSearchParams(query)}`;
    asked = {
      query,
      // What goes wrong here is asked again, and told, by those who need it.
      answer: fetch(address, { headers: { 'x-session': 'cookie', 'x-account': person } }).then(
        (answer) => (answer.ok ? (answer.json() as Promise<{ data: never }>) : null),
        () => null,
      ),
    };
  } catch {
    // An address that cannot be read: the client starts without.
  }
  window.bocauStart = asked;

  // The place of the banner of the automatic reply. Days are the browser's here, and the mailbox's as soon as the client runs.
  const [first, last] = (reading.auto_reply ?? '').split('/');
  if (!first || !last) return;
  // The first formatter of a page takes longer than all of this file, so what the mailbox opens with is asked for before.
  const today = new Intl.DateTimeFormat('sv-SE').format(performance.timeOrigin);
  if (first <= today && (last === '..' || today <= last)) page.dataset['replying'] = '';
})();
