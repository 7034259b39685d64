import { execFileSync, spawnSync } from 'node:child_process';
import {
  CARDS,
  chargesOf,
  expect,
  fillCard,
  runningStack,
  signIn,
  stackPid,
  test,
  thankYou,
} from './fixtures.ts';

/** The process of the API, a child of the launcher. */
function apiPid(): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(stackPid())], {
    encoding: 'utf8',
  });
  const line = children.split('\n').find((child) => child.includes('apps/api/dist/main.js'));
  if (!line) throw new Error('the API does not run');
  return Number.parseInt(line, 10);
}

test.describe.configure({ mode: 'serial' });

// Failing requests are expected while the API is down.
test.use({ allowedConsole: [/ERR_|Failed to load resource|status of 5\d\d/] });

test('the API is killed between the charge and the ledger: one charge, and the member gets the receipt', async ({
  page,
  payer,
}) => {
  const { sandbox } = runningStack().addresses;
  await signIn(page, payer.account.email);
  await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: /continue/i }).click();
  await page.request.post(`${sandbox.url}/_sandbox/faults`, {
    data: {
      kind: 'hang-after-applying',
      match: { path: '/v1/payment_intents/*/confirm' },
      times: 1,
      ms: 12_000,
    },
  });
  const sent = page.waitForRequest(/\/donation\/pay/);
  await page.getByRole('button', { name: /donate now/i }).click();
  const paymentId = (await sent).headers()['idempotency-key'] ?? '';
  // The provider has charged, but its response is lost and the ledger is empty.
  await expect.poll(() => chargesOf(page.request, paymentId)).toBe(1);
  process.kill(apiPid(), 'SIGKILL');
  await expect(thankYou(page)).toBeVisible();
  expect(await chargesOf(page.request, paymentId)).toBe(1);
  await page.getByRole('link', { name: /continue/i }).click();
  await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
});

// Runs after every other journey.
test('after all of it, ledger, counters and history agree with everything that is computed from them', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/command.mjs', 'verify'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] },
  });
  expect({ printed: `${stdout}${stderr}`, status }).toEqual({
    printed: expect.stringContaining('everything agrees'),
    status: 0,
  });
});
