import { expect as base } from '@playwright/test';

/** Screens are drawn by a plain program, to which the timeouts of playwright.config.ts do not apply. */
export const expect = base.configure({ timeout: 30_000 });
