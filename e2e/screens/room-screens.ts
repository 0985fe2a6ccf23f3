import type { Page } from '@playwright/test';
import { contactsPage } from '../pages/contacts-page.ts';
import { drivePage } from '../pages/drive-page.ts';
import type { Language } from '../pages/words.ts';
import { expect } from './patient-expect.ts';

/** A folder of the drive next to the details of a file. */
export async function showDrive(page: Page, language: Language): Promise<void> {
  const drive = drivePage(page, language);
  await page.goto('/drive');
  await drive.row('Hợp đồng').first().dblclick();
  await drive.row('2026').dblclick();
  await drive.row('Hợp đồng nguyên tắc').click();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: drive.say('details') });
  await expect(details.getByRole('button', { name: drive.say('restoreVersion') })).toHaveCount(2);
}

export async function showDriveTiles(page: Page, language: Language): Promise<void> {
  const drive = drivePage(page, language);
  await page.goto('/drive');
  await expect(drive.rows.first()).toBeVisible();
  await page.getByRole('button', { name: drive.say('tiles') }).click();
  await page.waitForLoadState('networkidle');
}

/** The week of the morning on which all pictures are taken. */
export async function showWeek(page: Page): Promise<void> {
  await page.goto('/calendar/week');
  await expect(page.getByRole('main').locator('[data-key]').nth(2)).toBeVisible();
}

export async function showMonth(page: Page): Promise<void> {
  await page.goto('/calendar/month');
  await expect(page.getByRole('main').locator('[data-key]').nth(2)).toBeVisible();
}

/** On a phone a month has dots for events, and the chosen day is listed below it. */
export async function showPhoneMonth(page: Page): Promise<void> {
  await page.goto('/calendar/month');
  await expect(page.getByRole('gridcell', { name: /, [1-9] sự kiện$/ }).nth(5)).toBeVisible();
}

/** The list of contacts beside one of them. */
export async function showContacts(page: Page, language: Language): Promise<void> {
  const contacts = contactsPage(page, language);
  await page.goto('/contacts');
  await contacts.rows.nth(2).click();
  await expect(contacts.card).toBeVisible();
}

export async function showInvoices(page: Page): Promise<void> {
  await page.goto('/invoices');
  await expect(page.getByRole('main').getByRole('row').nth(3)).toBeVisible();
}
