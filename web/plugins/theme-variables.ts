import type { Plugin } from 'vite';

/**
 * Fills in web/src/ui/theme-variables.css: the Mantine variables that our theme changes. Mantine would compute
 * them in the browser, with code that the first script has no room for, and inject them as an HTML style
 * element.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/ui\/theme-variables\.css$/ },
      handler: async () => ({ code: await changedVariables(), map: null }),
    },
  };
}

async function changedVariables(): Promise<string> {
  const mantine = await import('@mantine/core');
  const { theme } = await import('../src/ui/theme.ts');
  const { DEFAULT_THEME, defaultCssVariablesResolver: resolve } = mantine;
  const ours = resolve(mantine.mergeMantineTheme(DEFAULT_THEME, theme));
  const usual = resolve(DEFAULT_THEME);
  return mantine.convertCssVariables(
    {
      variables: changed(ours.variables, usual.variables),
      light: changed(ours.light, usual.light),
      dark: changed(ours.dark, usual.dark),
    },
    ':root',
  );
}

function changed(ours: Record<string, string>, usual: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => usual[name] !== value));
}
