/** Setups of test files. Each is awaited where the file is loaded, and torn down with it. */
import { afterAll, beforeEach } from 'vitest';
import { testCheckpoints } from './checkpoints.ts';
import { anAccount, anOrganization } from './factories.ts';
import { startApi, type Api } from './harness.ts';
import { importer } from './importing.ts';
import { aPayer } from './payer.ts';

/** The API of a test file. */
export async function apiOfFile(...options: Parameters<typeof startApi>): Promise<Api> {
  const api = await startApi(...options);
  afterAll(() => api.stop());
  return api;
}

/** An API with an organization and its manager. */
export async function apiWithManager(...options: Parameters<typeof startApi>) {
  const api = await apiOfFile(...options);
  const { organizationNumber } = await anOrganization();
  const manager = await anAccount({ role: 'manager', organizationNumber });
  return { api, organizationNumber, manager };
}

/** An API whose charges can be stopped at their steps, with a payer: before each test as if they had not paid yet. */
export async function apiWithSteps() {
  const steps = testCheckpoints();
  const api = await apiOfFile({ checkpoint: steps.checkpoint });
  const payer = await aPayer();
  await api.keep();
  beforeEach(async () => {
    steps.reset();
    await api.forget();
  });
  return { steps, api, payer };
}

/** A new organization, with its manager, who imports files into it. */
export async function importingAnew(api: Api, kind: Parameters<typeof importer>[3] = 'members') {
  await api.forget();
  const { organizationNumber } = await anOrganization({ organizationName: 'Grace' });
  const account = await anAccount({ role: 'manager', organizationNumber });
  return { organizationNumber, account, imports: importer(api, account, organizationNumber, kind) };
}
