import { expect as base } from '@playwright/test';

/** Screens are drawn by a plain program: what playwright.config.ts allows does not hold there. */
export const expect = base.configure({ timeout: 30_000 });
