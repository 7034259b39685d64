/**
 * The worker: background tasks. Any number of workers may run besides any number of API processes; each task runs in one
 * worker at a time, and another takes it over when its lease expires.
 */
import { sealHistory } from './modules/operations/audit/audit.service.ts';
import { runAutopay } from './modules/money/autopay/autopay-look.service.ts';
import { sweepSetups } from './modules/money/cards/card-setup.service.ts';
import { CUSTOMER_REMOVAL_JOB, customerRemovalJob } from './modules/money/cards/customer-removal.service.ts';
import { copiedNamesJob } from './modules/operations/copied-names/copied-names.service.ts';
import { sweepAccounts } from './modules/money/connected-accounts/connected-account.service.ts';
import { reconcileNightly } from './modules/money/charges/reconcile.service.ts';
import { statementsJob } from './modules/money/receipts/statement-job.service.ts';
import { STATEMENTS_JOB } from './modules/money/receipts/statements.service.ts';
import { sweep } from './modules/money/charges/sweep.service.ts';
import { forgetOldDocuments } from './modules/funds/claims/claim-document.service.ts';
import { RUN_DUES_JOB } from './modules/funds/campaign-runs/run-changes.service.ts';
import { useCreditOfPayers } from './modules/money/office/credit.service.ts';
import {
  COLLECTION_COUNT_JOB,
  collectionCountJob,
} from './modules/funds/claims/collection-preview.service.ts';
import { memorialsOf } from './modules/funds/claims/memorial.service.ts';
import { rosterOf } from './modules/funds/claims/roster.service.ts';
import { runDuesJob } from './modules/funds/donations/dues.service.ts';
import { organizationExportJob } from './modules/moving/exports/export-job.service.ts';
import { EXPORT_JOB } from './modules/moving/exports/export.service.ts';
import { startMetricsServer } from './http/metrics.ts';
import { balancesRunJob } from './modules/moving/imports/balances-run.service.ts';
import { balancesUndoJob } from './modules/moving/imports/balances-undo.service.ts';
import { importCheckJob } from './modules/moving/imports/import-check.service.ts';
import { importRunJob } from './modules/moving/imports/import-run.service.ts';
import { importUndoJob } from './modules/moving/imports/import-undo.service.ts';
import { BALANCE_JOBS, IMPORT_JOBS } from './modules/moving/imports/import.service.ts';
import { ERASURE_JOB, erasureJob } from './modules/people/erasure/erasure-job.service.ts';
import { markBouncedEverywhere } from './modules/people/members/member.service.ts';
import { PROJECTIONS } from './modules/operations/verification/verification.service.ts';
import {
  MEMBERSHIP_STATES_JOB,
  membershipStatesJob,
} from './modules/funds/membership-dues/membership-states.service.ts';
import {
  REFRESH_PRICES_JOB,
  refreshPricesJob,
} from './modules/funds/membership-dues/refresh-prices.service.ts';
import {
  ORGANIZATION_SCOPES_JOB,
  organizationScopesJob,
} from './modules/organizations/organizations/organization-move.service.ts';
import { startCoverWarnings } from './modules/telling/messages/cover-warnings.service.ts';
import { REMINDER_COUNT_JOB, reminderCountJob } from './modules/telling/messages/reminder-preview.service.ts';
import { RUN_REMINDERS_JOB } from './modules/telling/messages/reminder.service.ts';
import { runRemindersJob } from './modules/telling/messages/run-reminders.service.ts';
import { runLettersJob } from './modules/telling/outreach/letter-job.service.ts';
import { RUN_LETTERS_JOB } from './modules/telling/outreach/letter.service.ts';
import { forgetOldAddresses } from './modules/telling/outreach/outreach.service.ts';
import { mailTime } from './modules/people/mourning/mail-time.service.ts';
import { deliverMails } from './work/outbox.ts';
import { endOverdueRoles } from './modules/identity/roles/role.service.ts';
import type { Deps } from './platform/deps.ts';
import { COPIED_NAMES_JOB } from './work/copied-names.ts';
import { startJobWorker } from './work/job-worker.ts';
import { refresh } from './work/projections.ts';
import { startRecurring } from './work/recurring.ts';
import { runProgram } from './program.ts';
import { startSignOfLife } from './sign-of-life.ts';

const SECOND_MS = 1_000;
/** At night in the Americas: the provider has the day's movements by then. */
const RECONCILIATION_HOUR = 9;

const tasks = (deps: Deps) => [
  { name: 'sweep', everyMs: 15 * SECOND_MS, run: () => sweep(deps) },
  { name: 'card-setups', everyMs: 15 * SECOND_MS, run: () => sweepSetups(deps) },
  { name: 'autopay', everyMs: 60 * SECOND_MS, run: () => runAutopay(deps) },
  { name: 'connected-accounts', everyMs: 15 * SECOND_MS, run: () => sweepAccounts(deps) },
  {
    name: 'mails',
    everyMs: 2 * SECOND_MS,
    run: () => deliverMails({ ...deps, whenOf: mailTime(deps), onUnknownAddress: markBouncedEverywhere }),
  },
  { name: 'reconciliation', dailyAtHour: RECONCILIATION_HOUR, run: () => reconcileNightly(deps) },
  { name: 'history', everyMs: 2 * SECOND_MS, run: sealHistory },
  { name: 'roles', everyMs: 60 * SECOND_MS, run: () => endOverdueRoles(deps.now()) },
  {
    name: 'cover-warnings',
    everyMs: 600 * SECOND_MS,
    run: () => startCoverWarnings(deps.now(), deps.config.TIME_ZONE),
  },
  { name: 'letter-addresses', everyMs: 3_600 * SECOND_MS, run: () => forgetOldAddresses(deps.now()) },
  {
    name: 'claim-documents',
    everyMs: 3_600 * SECOND_MS,
    run: () => forgetOldDocuments(deps.now(), deps.config.DOCUMENTS_DAYS),
  },
  ...PROJECTIONS.map((projection) => ({
    ...projection,
    run: () => refresh(projection, { now: deps.now(), timeZone: deps.config.TIME_ZONE }),
  })),
];

const importJobs = ({ now, config }: Deps) => {
  const site = { now, timeZone: config.TIME_ZONE, currency: config.CURRENCY };
  return {
    [IMPORT_JOBS.check]: importCheckJob(site),
    [IMPORT_JOBS.run]: importRunJob(site),
    [IMPORT_JOBS.undo]: importUndoJob(site),
    [BALANCE_JOBS.run]: balancesRunJob(site),
    [BALANCE_JOBS.undo]: balancesUndoJob(site),
  };
};

const jobHandlers = (deps: Deps) => ({
  [COPIED_NAMES_JOB]: copiedNamesJob,
  [ORGANIZATION_SCOPES_JOB]: organizationScopesJob,
  ...importJobs(deps),
  [EXPORT_JOB]: organizationExportJob(deps),
  [CUSTOMER_REMOVAL_JOB]: customerRemovalJob(deps),
  [ERASURE_JOB]: erasureJob,
  [RUN_DUES_JOB]: runDuesJob({
    ...deps,
    useCredit: (payerIds, author) =>
      useCreditOfPayers(payerIds, { author, now: deps.now(), currency: deps.config.CURRENCY }),
    rosterOf: rosterOf(deps),
  }),
  [RUN_LETTERS_JOB]: runLettersJob(deps),
  [MEMBERSHIP_STATES_JOB]: membershipStatesJob(deps),
  [REFRESH_PRICES_JOB]: refreshPricesJob(deps),
  [REMINDER_COUNT_JOB]: reminderCountJob(deps),
  [COLLECTION_COUNT_JOB]: collectionCountJob(deps),
  [STATEMENTS_JOB]: statementsJob(deps),
  [RUN_REMINDERS_JOB]: runRemindersJob({ ...deps, memorialsOf }),
});

runProgram('worker', async (deps) => {
  const stopTasks = startRecurring(tasks(deps), deps.logger);
  const stopJobs = startJobWorker(jobHandlers(deps), deps.logger);
  const stopSignOfLife = startSignOfLife();
  const stopMetrics = await startMetricsServer(deps);
  deps.logger.info('working');
  return async () => {
    stopSignOfLife();
    await Promise.all([stopTasks(), stopJobs()]);
    stopMetrics();
  };
});
