import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';

/** What our theme changes of Mantine's variables. It would write them as HTML by itself, which the page's policy refuses. */
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
