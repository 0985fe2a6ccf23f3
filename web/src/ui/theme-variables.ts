import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';

/**
 * The Mantine variables that our theme changes. Mantine itself would inject them as an HTML style element,
 * which the page's policy (CSP) refuses.
 */
export const THEME_VARIABLES = changedVariables();

function changedVariables(): string {
  const ours = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const usual = defaultCssVariablesResolver(DEFAULT_THEME);
  return convertCssVariables(
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
