/**
 * The baseline for the API: the same queries through the MongoDB driver and the same calls to the card provider behind
 * a plain HTTP server, without sessions, permissions, validation, presenters and payment records (lists of staff have
 * some: bare-staff.ts). A separate process with the environment of the API.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Cents } from '../../packages/domain/src/money.ts';
import { createStripeProvider } from '../../apps/api/src/platform/stripe-provider.ts';
import { collection, connectDatabase } from '../../apps/api/src/platform/database.ts';
import { objectId, type ObjectId } from '../../apps/api/src/platform/documents.ts';
import { verifyPassword } from '../../apps/api/src/platform/password.ts';
import { moneyAnswers } from './bare-money.ts';
import { staffAnswers } from './bare-staff.ts';

type Named = { _id: ObjectId; campaignRunId: ObjectId; campaignMembershipId: ObjectId; campaignId: ObjectId };

const env = (name: string) => process.env[name] ?? '';
const provider = createStripeProvider({
  secretKey: env('STRIPE_SECRET_KEY'),
  webhookSecrets: [env('STRIPE_WEBHOOK_SECRET')],
  apiUrl: env('STRIPE_API_URL'),
});

const byIds = (name: string, ids: ObjectId[]) =>
  collection(name)
    .find({ _id: { $in: ids } })
    .toArray();

async function withRuns(donations: Named[]) {
  const [runs, memberships] = await Promise.all([
    byIds(
      'campaign_runs',
      donations.map(({ campaignRunId }) => campaignRunId),
    ),
    byIds(
      'campaign_memberships',
      donations.map(({ campaignMembershipId }) => campaignMembershipId),
    ),
  ]);
  return { donations, runs, memberships };
}

const answers: Record<string, (query: URLSearchParams, authorization?: string) => Promise<unknown>> = {
  ...staffAnswers,
  ...moneyAnswers,
  async campaigns(query) {
    const member = objectId(query.get('member') ?? '');
    await collection('members').findOne({ _id: member });
    const memberships = await collection<Named>('campaign_memberships')
      .find({ 'members.member_id': member })
      .toArray();
    const [campaigns, open] = await Promise.all([
      byIds(
        'campaigns',
        memberships.map(({ campaignId }) => campaignId),
      ),
      collection<Named>('donations').find({ 'primaryMember._id': member, isOpen: true }).toArray(),
    ]);
    return { covering: memberships, campaigns, ...(await withRuns(open)) };
  },
  async donations(query) {
    const filter = { 'primaryMember._id': objectId(query.get('member') ?? ''), isListed: true };
    const [count, page] = await Promise.all([
      collection('donations').countDocuments(filter),
      collection<Named>('donations')
        .find(filter)
        .sort({ createdDt: -1, _id: -1 })
        .skip(Number(query.get('skip')))
        .limit(Number(query.get('limit')))
        .toArray(),
    ]);
    return { count, ...(await withRuns(page)) };
  },
  async dues(query) {
    const campaignMembershipId = objectId(query.get('membership') ?? '');
    const dues = await collection<Named>('donations')
      .find({ campaignMembershipId, isListed: true })
      .sort({ createdDt: -1, _id: -1 })
      .toArray();
    return withRuns(dues);
  },
  async signIn(query) {
    const user = await collection<{ passwordHash: string }>('users').findOne({ email: query.get('email') });
    await verifyPassword(query.get('password') ?? '', user?.passwordHash ?? null);
    const token = randomBytes(32).toString('base64url');
    await collection<{ _id: string }>('user_tokens').insertOne({ _id: token });
    return { token };
  },
  async pay(query) {
    const paymentId = randomUUID();
    const intent = await provider.createIntent({
      paymentId,
      amount: Number(query.get('amount')) as Cents,
      currency: 'usd',
      paymentMethodId: 'pm_card_visa',
      customerId: null,
      destination: null,
      description: 'bare',
    });
    return provider.confirmIntent(intent.id, paymentId);
  },
};

await connectDatabase(env('MONGODB_URI'));
createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare');
  const answer = answers[url.pathname.slice(1)];
  (answer ? answer(url.searchParams, request.headers.authorization) : Promise.resolve({})).then(
    (value) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(env('PORT')), '127.0.0.1');
