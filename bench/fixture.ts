/**
 * `npm run fixture -- NAME`: stores a database of this version for the test of later migrations: demo data, 5,000
 * seeded members, payments with all outcomes, some of them open, a session and codes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixtureFiles, saveDatabase, saveText } from '../apps/api/test/fixtures/fixture.ts';
import { startApi, type Api } from '../apps/api/test/harness.ts';
import { aPayer } from '../apps/api/test/payer.ts';
import { recountChangedRuns } from '../apps/api/src/modules/donations/donation-totals.service.ts';
import { makeDemoOnce } from '../apps/api/src/seed/demo-once.ts';
import { makeVolume } from '../apps/api/src/seed/volume.ts';
import { sendPayment } from './lib/payer-client.ts';
import { atEnd, print, runProgram } from './lib/program.ts';

/** For each payment its card, the expected status, and a fault of the provider. */
const OUTCOMES = [
  { token: 'pm_card_visa', status: 200 },
  { token: 'pm_card_mastercard', status: 200 },
  { token: 'pm_card_chargeDeclined', status: 402 },
  { token: 'pm_card_chargeDeclinedInsufficientFunds', status: 402 },
  // Waits for 3-D Secure.
  { token: 'pm_card_authenticationRequired', status: 202 },
  // Charged, but the API has no answer.
  {
    token: 'pm_card_visa',
    status: 202,
    hang: { path: '/v1/payment_intents/*', kind: 'hang-after-applying' },
  },
  // The provider hangs before it creates the intent.
  { token: 'pm_card_visa', status: 202, hang: { path: '/v1/payment_intents', kind: 'hang' } },
] as const;

async function payInEveryWay(api: Api): Promise<void> {
  for (const outcome of OUTCOMES) {
    const payer = await aPayer();
    const bearer = api.as(payer.account).Authorization;
    // The card is read before the payment starts; only the payment hangs.
    if ('hang' in outcome) {
      const { path: at, kind } = outcome.hang;
      const match = { method: 'POST', path: kind === 'hang' ? at : `${at}/confirm` } as const;
      api.sandbox.faults.add({ kind, match, times: 'always', ms: 60_000 });
    }
    const payment = { paymentId: randomUUID(), payer, lines: [payer.dues[0]], token: outcome.token };
    const { status } = await sendPayment(payment, { url: api.url, bearer });
    api.sandbox.faults.clear();
    if (status !== outcome.status) throw new Error(`${outcome.token} was answered with ${status}`);
  }
}

/** Creates a session, a mailed code, and an unconfirmed user. */
async function leaveTraces(api: Api): Promise<void> {
  const send = async (address: string, body: object, status: number) => {
    const answer = await api.request.post(address).send(body);
    if (answer.status !== status) throw new Error(`${address} was answered with ${answer.status}`);
  };
  await send('/v2/token', { username: 'member@demo.test', password: 'Demo1234' }, 200);
  await send('/forgot-password', { email: 'paid@demo.test' }, 202);
  const password = 'Fixture1234';
  await send(
    '/register',
    { email: 'fixture@demo.test', password, confirmPassword: password, terms: true },
    201,
  );
}

await runProgram(async () => {
  const [name] = process.argv.slice(2);
  if (!name || !/^[\w.-]+$/.test(name)) {
    print('Usage: npm run fixture -- NAME');
    return 2;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-fixture-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const providerFile = path.join(folder, 'provider.jsonl');
  const api = await startApi({ providerFile, deadlines: { request: 20_000, provider: 500 } });
  atEnd(() => api.stop());
  await makeDemoOnce(api.deps, print);
  await makeVolume({ members: 5_000, seed: 7 }, new Date(), api.deps.config, print);
  await payInEveryWay(api);
  await leaveTraces(api);
  await recountChangedRuns();
  const files = fixtureFiles(name);
  await saveDatabase(files.database);
  saveText(files.provider, readFileSync(providerFile, 'utf8'));
  print(`Written: ${files.database}`);
  return 0;
});
