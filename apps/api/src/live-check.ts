/**
 * `npm run doctor -- --live`: asks Stripe whether the settings of the environment fit together. It only reads, except for
 * a useless token that the publishable key creates and the secret key looks up; nothing is charged.
 */
import Stripe from 'stripe';
import { documentsFinding } from './deployment-check.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { ACCOUNT_EVENTS, HANDLED_EVENTS } from './modules/money/charges/webhook.service.ts';
import { createStripeClient } from './platform/stripe-provider.ts';

/** `warn`: works, with a drawback; `missing`: must be fixed before members pay. */
type Finding = ['ok' | 'warn' | 'missing', string];

type Clients = { secret: Stripe; publishable: Stripe };
type LiveConfig = Pick<
  Config,
  'APP_URL' | 'CURRENCY' | 'STRIPE_CLIENT_ID' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_SECRET_KEY'
>;

/** Stripe's minimum amounts, in hundredths, as listed on its page about currencies. */
const LEAST_AMOUNTS: Readonly<Record<string, number>> = {
  ...{ usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50, nzd: 50, chf: 50, sgd: 50, brl: 50, inr: 50 },
  ...{ dkk: 250, nok: 300, sek: 300, pln: 200, hkd: 400, mxn: 1000, czk: 1500, ron: 200, bgn: 100 },
};

/** Findings about keys, webhooks, currency and the wallets' domain, each with what to do. Never throws. */
export async function checkLive(config: LiveConfig, clients: Clients): Promise<Finding[]> {
  const findings: Finding[] = [];
  let account: Stripe.Account;
  try {
    account = await clients.secret.accounts.retrieveCurrent();
  } catch (error) {
    return [['missing', `keys: ${whyNot(error, 'STRIPE_SECRET_KEY', 'Accounts')}`]];
  }
  findings.push(
    account.charges_enabled
      ? ['ok', `account: ${account.settings?.dashboard.display_name ?? account.id} can take payments`]
      : [
          'missing',
          'account: Stripe does not let it take payments yet. Finish the activation of the account there.',
        ],
  );
  findings.push(await keysFinding(config, clients));
  findings.push(...(await webhookFindings(config, clients.secret)));
  findings.push(...currencyFindings(config, account));
  findings.push(await domainFinding(config, clients.secret));
  return findings;
}

/** A sentence about a failed call, with what to do. */
function whyNot(error: unknown, keyName: string, resource: string): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return `Stripe does not know ${keyName}. Copy it again from Developers, API keys.`;
  if (error instanceof Stripe.errors.StripePermissionError)
    return `this restricted key may not read ${resource}. Allow that under Developers, API keys, then try again.`;
  if (error instanceof Stripe.errors.StripeConnectionError)
    return 'Stripe cannot be reached from here. Let this machine call api.stripe.com by https, then try again.';
  return `Stripe refused to say: ${error instanceof Error ? error.message : String(error)} Try again later.`;
}

const modeOf = (key: string) => /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1];

async function keysFinding(config: LiveConfig, { secret, publishable }: Clients): Promise<Finding> {
  const mode = modeOf(config.STRIPE_SECRET_KEY);
  if (mode === undefined || mode !== modeOf(config.STRIPE_PUBLISHABLE_KEY))
    return [
      'missing',
      'keys: one is a live key and the other is not. Copy both from the same page under Developers, API keys.',
    ];
  let token: Stripe.Token;
  try {
    // For a meaningless number: nothing can be charged with this token.
    token = await publishable.tokens.create({ pii: { id_number: '000000000' } });
  } catch (error) {
    return ['missing', `keys: ${whyNot(error, 'STRIPE_PUBLISHABLE_KEY', 'Tokens')}`];
  }
  try {
    await secret.tokens.retrieve(token.id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return [
        'missing',
        'keys: STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY belong to different accounts. Copy both from the same page under Developers, API keys.',
      ];
    const isUnknown = error instanceof Stripe.errors.StripePermissionError;
    return [isUnknown ? 'warn' : 'missing', `keys: ${whyNot(error, 'STRIPE_SECRET_KEY', 'Tokens')}`];
  }
  return ['ok', `keys: both are ${mode} keys of the same account`];
}

async function webhookFindings(config: LiveConfig, stripe: Stripe): Promise<Finding[]> {
  const url = `${config.APP_URL.replace(/\/$/, '')}/webhooks/stripe`;
  const findings = [await reachFinding(url)];
  let endpoints: Stripe.WebhookEndpoint[];
  try {
    endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  } catch (error) {
    return [...findings, ['warn', `webhook: ${whyNot(error, 'STRIPE_SECRET_KEY', 'Webhook Endpoints')}`]];
  }
  const here = endpoints.filter((endpoint) => endpoint.url === url);
  const isConnected = ({ application }: Stripe.WebhookEndpoint) => Boolean(application);
  findings.push(
    ...subscriptionFindings('webhook', url, {
      endpoints: here.filter((endpoint) => !isConnected(endpoint)),
      events: HANDLED_EVENTS,
    }),
  );
  if (config.STRIPE_CLIENT_ID)
    findings.push(
      ...subscriptionFindings('webhook of connected accounts', url, {
        endpoints: here.filter(isConnected),
        events: ACCOUNT_EVENTS,
      }),
    );
  return findings;
}

/** Checks that Stripe's calls would arrive: the portal refuses unsigned calls itself, with this code. */
async function reachFinding(url: string): Promise<Finding> {
  try {
    const response = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(10_000) });
    const answer = await response.text();
    if (response.status === 400 && answer.includes('bad_signature')) return ['ok', `webhook: ${url} answers`];
    return [
      'missing',
      `webhook: ${url} is answered by something else than this portal (status ${response.status}). Let the proxy pass it on unchanged.`,
    ];
  } catch {
    return [
      'missing',
      `webhook: ${url} cannot be reached. Start the portal, and check APP_URL, its name in the DNS and the proxy.`,
    ];
  }
}

function subscriptionFindings(
  name: string,
  url: string,
  { endpoints, events }: { endpoints: readonly Stripe.WebhookEndpoint[]; events: ReadonlySet<string> },
): Finding[] {
  const [endpoint, ...others] = endpoints;
  if (!endpoint)
    return [
      [
        'missing',
        `${name}: Stripe has no endpoint for ${url}. Add it under Developers, Webhooks, with ${[...events].join(', ')}.`,
      ],
    ];
  const findings: Finding[] = [];
  if (others.length)
    findings.push([
      'warn',
      `${name}: Stripe has ${endpoints.length} endpoints for ${url}. Delete all but the one whose signing secret is set here.`,
    ]);
  if (endpoint.status !== 'enabled')
    findings.push(['missing', `${name}: it is disabled. Enable it under Developers, Webhooks.`]);
  const subscribed = new Set(endpoint.enabled_events);
  const isAll = subscribed.has('*');
  const missing = isAll ? [] : [...events].filter((event) => !subscribed.has(event));
  const extra = [...subscribed].filter((event) => !events.has(event));
  if (missing.length)
    findings.push([
      'missing',
      `${name}: it does not receive ${missing.join(', ')}. Add that to the endpoint's events.`,
    ]);
  if (extra.length)
    findings.push([
      'warn',
      `${name}: it receives ${isAll ? 'all events' : extra.join(', ')}, which nothing here reads. Keep ${[...events].join(', ')} only.`,
    ]);
  if (!findings.length) findings.push(['ok', `${name}: subscribed to exactly the events that are used`]);
  return findings;
}

function currencyFindings({ CURRENCY: currency }: LiveConfig, account: Stripe.Account): Finding[] {
  const own = account.default_currency;
  const least = LEAST_AMOUNTS[currency];
  return [
    own === currency
      ? ['ok', `currency: ${currency}, as the account's`]
      : [
          'warn',
          `currency: members pay in ${currency}, the account is kept in ${own}, so Stripe converts each payment for a fee. Set CURRENCY=${own}, unless that is meant.`,
        ],
    least === undefined
      ? [
          'warn',
          `least amount: not known here for ${currency}. Look it up at https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.`,
        ]
      : [
          'ok',
          `least amount: Stripe charges ${(least / 100).toFixed(2)} ${currency} or more, fee included; what is less is refused and not charged`,
        ],
  ];
}

async function domainFinding(config: LiveConfig, stripe: Stripe): Promise<Finding> {
  const { hostname } = new URL(config.APP_URL);
  const where = 'Settings, Payment methods, Payment method domains';
  try {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: hostname });
    const [domain] = data;
    if (!domain)
      return [
        'warn',
        `wallets: ${hostname} is not among the payment method domains, so Apple Pay, Google Pay and Link are not offered. Add it under ${where}.`,
      ];
    if (!domain.enabled) return ['warn', `wallets: ${hostname} is switched off. Enable it under ${where}.`];
    const wallets = { 'Apple Pay': domain.apple_pay, 'Google Pay': domain.google_pay, Link: domain.link };
    const inactive = Object.entries(wallets).filter(([, { status }]) => status !== 'active');
    if (inactive.length)
      return [
        'warn',
        `wallets: not active on ${hostname}: ${inactive
          .map(([name, { status_details: details }]) =>
            details?.error_message ? `${name} (${details.error_message})` : name,
          )
          .join(', ')}. See ${where}.`,
      ];
    return ['ok', `wallets: ${hostname} may offer Apple Pay, Google Pay and Link`];
  } catch (error) {
    return ['warn', `wallets: ${whyNot(error, 'STRIPE_SECRET_KEY', 'Payment Method Domains')}`];
  }
}

/** Checks the environment, prints a line for each finding, and returns the exit code: 1 when something is missing. */
export async function examineLive(env: Record<string, string | undefined>): Promise<number> {
  const print = ([word, text]: Finding) => process.stdout.write(`${word.padEnd(9)}${text}\n`);
  if (!env['STRIPE_SECRET_KEY']) {
    print([
      'missing',
      'keys: STRIPE_SECRET_KEY is not set. Payments are the sandbox, and Stripe has nothing to say.',
    ]);
    return 1;
  }
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) print(['missing', `settings: ${line}`]);
    return 1;
  }
  const clientWith = (key: string) => createStripeClient(key, { apiUrl: config.STRIPE_API_URL });
  const findings = await checkLive(config, {
    secret: clientWith(config.STRIPE_SECRET_KEY),
    publishable: clientWith(config.STRIPE_PUBLISHABLE_KEY),
  });
  for (const finding of [...findings, documentsFinding(config)]) print(finding);
  return findings.some(([word]) => word === 'missing') ? 1 : 0;
}
