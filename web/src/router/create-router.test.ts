import { describe, expect, test } from 'vitest';
import { createRouter, Redirect, type Route } from './create-router.ts';
import { memoryEntries } from './history.ts';
import { matchPath } from './match-path.ts';

const Layout = () => null;
const List = () => null;
const Settings = () => null;
const Failed = () => null;

const LIST: Route = { path: '/folder/:name/:id?', component: List };

function routerAt(address: string, routes: Route[]) {
  const entries = memoryEntries(address);
  const router = createRouter(routes, entries);
  const components = () => router.shown().levels.map(({ component }) => component);
  return { router, entries, components, at: () => entries.current().address };
}

test.each([
  ['/folder/:name', '/folder/D%E1%BB%B1%20%C3%A1n', { name: 'Dự án' }],
  ['/folder/:name/:id?', '/folder/INBOX', { name: 'INBOX' }],
  ['/folder/:name/:id?', '/folder/INBOX/7/', { name: 'INBOX', id: '7' }],
  ['/folder/:name', '/folder/100%', { name: '100%' }],
  ['/folder/:name', '/folder/INBOX/7', null],
  ['/folder/:name', '/folders/INBOX', null],
  ['/account/*', '/account/a/b', {}],
  ['/account/home', '/account', null],
])('%s and the address %s', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});

describe('a router', () => {
  test('shows what is here at once, and keeps the layout and what it loaded', () => {
    let loads = 0;
    const { router, components, at } = routerAt('/folder/INBOX', [
      { component: Layout, load: () => ++loads, children: [LIST, { path: '/setting', component: Settings }] },
    ]);
    expect(components()).toEqual([Layout, List]);
    const [layout] = router.shown().levels;
    void router.navigate('/setting?tab=1', { state: { from: 'list' } });
    expect(components()).toEqual([Layout, Settings]);
    expect(router.shown().levels[0]).toBe(layout);
    expect(loads).toBe(1);
    expect(router.shown()).toMatchObject({ arrival: 'push', location: { state: { from: 'list' } } });
    expect(at()).toBe('/setting?tab=1');
    void router.navigate(-1);
    expect(router.shown()).toMatchObject({ arrival: 'pop', params: { name: 'INBOX' } });
  });

  test('stays where it is until code has come, and the last address asked for wins', async () => {
    const slow = Promise.withResolvers<typeof Settings>();
    const { router, components, at } = routerAt('/folder/INBOX', [
      LIST,
      { path: '/setting', lazy: () => slow.promise },
    ]);
    const gone = router.navigate('/setting');
    expect([components(), at()]).toEqual([[List], '/folder/INBOX']);
    void router.navigate('/folder/Sent');
    slow.resolve(Settings);
    await gone;
    expect([components(), at()]).toEqual([[List], '/folder/Sent']);
    await router.navigate('/setting');
    expect([components(), at()]).toEqual([[Settings], '/setting']);
  });

  test('leads elsewhere in place of the address that was asked for', async () => {
    const { router, at } = routerAt('/', [
      LIST,
      { path: '/private', load: () => Promise.reject(new Redirect('/folder/Sent')) },
      { path: '*', redirect: '/folder/INBOX' },
    ]);
    expect([at(), router.shown().params]).toEqual(['/folder/INBOX', { name: 'INBOX' }]);
    await router.navigate('/private');
    expect(at()).toBe('/folder/Sent');
    await router.navigate(-1);
    expect(at()).toBe('/folder/INBOX');
  });

  test('ER-1 code that does not come fails in the place of its nearest guard', async () => {
    const error = new Error('Loading chunk failed');
    const { router, components } = routerAt('/setting', [
      {
        component: Layout,
        failed: Failed,
        children: [LIST, { path: '/setting', lazy: () => Promise.reject(error) }],
      },
    ]);
    await expect.poll(() => router.shown().failure).toEqual({ error, component: Failed });
    expect(components()).toEqual([]);
    await router.navigate('/folder/INBOX');
    expect([components(), router.shown().failure]).toEqual([[Layout, List], null]);
  });

  test('a held navigation changes nothing until it may go on, forwards and back', async () => {
    const { router, at } = routerAt('/folder/INBOX', [LIST, { path: '/setting', component: Settings }]);
    await router.navigate('/setting');
    let goOn = () => {};
    const release = router.block((_from, _to, proceed) => {
      goOn = proceed;
      return true;
    });
    for (const to of ['/folder/Sent', -1]) {
      await router.navigate(to);
      expect([at(), router.shown().location.pathname]).toEqual(['/setting', '/setting']);
    }
    goOn();
    expect([at(), router.shown().location.pathname]).toEqual(['/folder/INBOX', '/folder/INBOX']);
    release();
    await router.navigate('/folder/Sent');
    expect(at()).toBe('/folder/Sent');
  });
});
