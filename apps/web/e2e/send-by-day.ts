import type { Page } from '@playwright/test';
import { DAY_MS } from '@kinfold/domain/dates';
import { readConfig } from '../../api/src/platform/config.ts';
import { createDeps } from '../../api/src/deps.ts';
import { RUN_REMINDERS_JOB } from '../../api/src/modules/telling/messages/reminder.service.ts';
import { runRemindersJob } from '../../api/src/modules/telling/messages/run-reminders.service.ts';
import { workOnJobs } from '../../api/src/work/job-worker.ts';
import { jobs } from '../../api/src/work/jobs.ts';
import { expect, runningStack } from './fixtures.ts';

/**
 * Waits for reminders that were started on the page. At night the worker pauses, so the same work is done here with the
 * clock at noon.
 */
export async function whenSentByDay(page: Page): Promise<void> {
  const waits = page.getByText(/Nobody is written to at night: it goes on/);
  await expect(waits.or(page.getByText(/\d sent, /)).first()).toBeVisible();
  if (!(await waits.isVisible())) return;
  const { databaseUri, mails, sandbox } = runningStack().addresses;
  const config = readConfig({
    NODE_ENV: 'test',
    APP_URL: new URL(page.url()).origin,
    MONGODB_URI: databaseUri,
    SMTP_URL: mails.smtpUrl,
    JWT_SECRET: 'a key that only the tests of this project use',
    STRIPE_SECRET_KEY: 'none',
    STRIPE_PUBLISHABLE_KEY: 'none',
    STRIPE_WEBHOOK_SECRET: 'none',
    STRIPE_API_URL: sandbox.url,
    LOG_LEVEL: 'silent',
  });
  const noon = new Date(Date.now() + DAY_MS);
  noon.setUTCHours(12);
  const deps = { ...createDeps(config), now: () => noon };
  const open = { isOpen: true, type: RUN_REMINDERS_JOB } as const;
  // The worker may take one first, and postpones it again.
  await expect(async () => {
    await jobs().updateMany(open, { $set: { leaseDt: new Date(0), owner: null } });
    await workOnJobs({ [RUN_REMINDERS_JOB]: runRemindersJob(deps) }, deps.logger);
    expect(await jobs().countDocuments(open)).toBe(0);
  }).toPass();
  deps.mailer.close();
}
