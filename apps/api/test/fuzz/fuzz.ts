/**
 * Sends bad requests to every operation of `/openapi.json`, without signing in, as a member and as staff. Whatever it
 * gets, the API answers below 500, with a problem when it refuses, and a 422 names its field.
 */
import { request as httpRequest } from 'node:http';
import { cents } from '@kinfold/domain/money';
import { processingFee } from '@kinfold/domain/fee';
import { collection } from '../../src/platform/database.ts';
import { createRandom, type Random } from '../../src/seed/random.ts';
import { requireMember } from '../../src/modules/people/members/member.service.ts';
import { anAccount } from '../factories.ts';
import type { Account, Api } from '../harness.ts';
import { aPayer } from '../payer.ts';
import {
  ANY_BODY,
  shotAt,
  targetsOf,
  type Fixtures,
  type Document,
  type Shot,
  type Target,
} from './request.ts';
import { badText } from './values.ts';

/** Paths that are answered but are no operations. */
const UNDESCRIBED: Target[] = [
  ...[
    '/',
    '/{text}',
    '/assets/{text}',
    '/api/{text}',
    '/v2/{text}',
    '/docs',
    '/openapi.json',
    '/dev/mails',
  ].map((path) => ({ method: 'GET', path, operation: { parameters: [] } })),
  { method: 'POST', path: '/webhooks/stripe', operation: { parameters: [], requestBody: ANY_BODY } },
];

type Answer = { status: number; type: string; body: string };

type World = { member: Account; staff: Account; fixtures(random: Random): Fixtures };

/** People and things to aim at; recreated now and then, because the requests change them. */
async function aWorld(): Promise<World> {
  const payer = await aPayer();
  const staff = await anAccount({ role: 'administrator' });
  const printedNumber = (await requireMember(payer.memberId)).memberId;
  const line = { donation_id: payer.dues[1].donationId, amount: 100, extRef: null, isPrimary: true };
  const { memberId: ownId, organizationNumber, campaignId, campaignMembershipId } = payer;
  const fixtures = (random: Random): Fixtures => {
    const id = random.pick([ownId, ownId, printedNumber, payer.linked.memberId]);
    const isNew = random.chance(0.3);
    return {
      id,
      _id: id,
      memberId: id,
      payee_member_id: id,
      member_id: id,
      email: isNew ? `new${random.int(0, 1e9)}@example.test` : payer.account.email,
      username: payer.account.email,
      password: 'Demo1234',
      confirmPassword: 'Demo1234',
      terms: true,
      organizationNumber,
      organization_number: random.pick([organizationNumber, '*']),
      subject_type: 'member',
      subject_id: ownId,
      jobId: '0'.repeat(24),
      campaignId,
      campaign_id: random.pick([null, campaignId]),
      campaignMembershipId,
      membershipId: campaignMembershipId,
      donationId: payer.dues[0].donationId,
      donation_id: -1,
      donations: random.pick([[line], []]),
      donationAmount: 100,
      orderTotal: 6_000,
      processingFee: processingFee(cents(100)),
      cardData: { token: 'pm_card_visa' },
      birthDt: '03/14/1985',
      phone: '0142',
      phoneNbr: '3015550142',
      stateCd: 'MD',
      postalCd: '20707',
      code: 'EVabcd12',
      middleInit: 'A',
      title: 'Deacon',
      setup_token: 'seti_nothing',
      year: '2026',
      search_term: 'ruth',
      page_number: '1',
      page_size: '5',
      active: 'true',
      cardId: 'pm_nothing',
      resourceUri: `organizations/${organizationNumber}`,
      permission: 'organization.details.get',
      cardNumber: '4242424242424242',
      expMonth: '12',
      expYear: '2099',
      CVV: '123',
      contactId: '0'.repeat(24),
      paymentId: '00000000-0000-4000-8000-000000000000',
      stack: 'Error: x',
      url: '/donate',
      context: { page: '/donate' },
    };
  };
  return { member: payer.account, staff, fixtures };
}

/** Sends a request unchanged: `fetch` would normalize the address first. */
function send(url: string, { method, path, headers, body }: Shot): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.once('error', reject);
    request.end(body);
  });
}

type Problem = { errors?: { path: string; message: string }[] };

/** The fault of an answer; undefined when there is none. */
function faultOf({ status, type, body }: Answer, { fields }: Shot): string | undefined {
  if (status >= 500 || status === 0) return `answered ${status}`;
  if (status < 400 || body === '') return undefined;
  if (!type.startsWith('application/problem+json')) return `answered ${status} as ${type}`;
  if (status !== 422) return undefined;
  const { errors = [] } = JSON.parse(body) as Problem;
  const unnamed = errors.filter(
    ({ path, message }) => !message || (path !== '' && !fields.has(path.split('.')[0] ?? '')),
  );
  if (!errors.length || unnamed.length) return 'refused without naming a field';
  // Only requests without any fields are refused as a whole.
  return errors.some(({ path }) => path === '') && fields.size && !/has no fields/.test(body)
    ? 'named no field'
    : undefined;
}

const described = ({ method, path, headers, body }: Shot, { body: said }: Answer) =>
  `${method} ${path.slice(0, 300)}\n  ${JSON.stringify(headers).slice(0, 400)}\n  ${body?.toString().slice(0, 600) ?? ''}\n  -> ${said.slice(0, 300)}`;

/** The caller: nobody, the member, staff, or a bad token. */
function authorization(random: Random, api: Api, { member, staff }: World) {
  const who = random.pick([
    'nobody',
    'bad',
    'member',
    'member',
    'member',
    'member',
    'staff',
    'staff',
    'staff',
  ]);
  if (who === 'nobody') return {};
  if (who === 'bad') return { Authorization: `Bearer ${badText(random).replace(/[^\x21-\x7e]/g, 'x')}` };
  return api.as(who === 'member' ? member : staff);
}

/** Sends many requests; returns the faults, a text each. The same seed sends the same values. */
export async function fuzz(api: Api, { seed, runs }: { seed: number; runs: number }): Promise<string[]> {
  const random = createRandom(seed);
  const document = await (await fetch(`${api.url}/openapi.json`)).json();
  const targets = [...targetsOf(document as Document), ...UNDESCRIBED];
  const faults: string[] = [];
  let world = await aWorld();
  for (let run = 0; run < runs; run += 1) {
    if (run % 400 === 399) world = await aWorld();
    // Limits on tries would answer all further requests.
    if (run % 10 === 0) await collection('rate_limits').deleteMany({});
    const target = targets[run % targets.length];
    if (!target) throw new Error('there are no operations');
    const shot = shotAt(random, target, world.fixtures(random));
    Object.assign(shot.headers, authorization(random, api, world));
    const answer = await send(api.url, shot).catch((error: unknown) => ({
      status: 0,
      type: '',
      body: String(error),
    }));
    const fault = faultOf(answer, shot);
    if (fault) faults.push(`${fault} (run ${run}): ${described(shot, answer)}`);
  }
  return faults;
}
