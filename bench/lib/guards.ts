/**
 * The guards of the charge (payments.md), each with the edit that switches it off and the tests that must notice.
 * `find` must stand exactly once in the file: a guard that was rewritten is reported, not silently skipped.
 */
export type Guard = { name: string; file: string; find: string; replace: string; tests: readonly string[] };

const payments = (name: string) => `apps/api/src/modules/payments/${name}`;
const [charges, crashes, interleavings, webhooks] = [
  payments('charge.test.ts'),
  payments('crashes.test.ts'),
  payments('interleavings.test.ts'),
  payments('webhooks.test.ts'),
];
const chargeService = payments('charge.service.ts');
const settleService = payments('settle.service.ts');
const quoteService = payments('quote.service.ts');
const cardProvider = 'apps/api/src/platform/card-provider.ts';

const cancelsFirst = 'const after = await deps.provider.cancelIntent(intent.id, payment._id);';
const canceledFinal =
  "await insertOnce(finals(), { _id: payment._id, result: 'canceled', finalDt: deps.now() });";

export const GUARDS: readonly Guard[] = [
  {
    name: 'a claim of a payment without an end is live',
    file: payments('claim.service.ts'),
    find: 'if (latest && !(await',
    replace: 'if (latest && latest.epoch < 0 && !(await',
    tests: [interleavings],
  },
  {
    name: 'who is refused over a claim writes no final record',
    file: chargeService,
    find: 'if (!(await claimDonations(payment._id, donationIds, deps.now(), deps.checkpoint)))',
    replace: `if (
      !(await claimDonations(payment._id, donationIds, deps.now(), deps.checkpoint)) &&
      (await insertOnce((await import('./payment.model.ts')).finals(), {
        _id: payment._id, result: 'canceled', finalDt: deps.now() }), true)
    )`,
    tests: [interleavings],
  },
  {
    name: 'what is owed is read again after claiming',
    file: chargeService,
    find: 'if (amount !== payment.amount)',
    replace: 'if (amount > payment.amount)',
    tests: [interleavings],
  },
  {
    name: 'a twin that paid meanwhile is not taken for a rival',
    file: chargeService,
    find: 'if (changed && (await isRegistered(payment))) return resume(payment, deps);',
    replace: '',
    tests: [interleavings],
  },
  {
    name: 'a twin that paid before the quote is not taken for a rival',
    file: chargeService,
    find: 'const twin = error instanceof AppError ? await findPayment(input) : null;',
    replace: 'const twin = null;',
    tests: [interleavings],
  },
  {
    name: 'only the stored intent is confirmed',
    file: chargeService,
    find: 'return isOurs ? confirm(payment, intent.id, deps) : resume(payment, deps);',
    replace: 'return confirm(payment, intent.id, deps);',
    tests: [interleavings],
  },
  {
    name: 'the sweep writes `none` before it closes a payment without an intent',
    file: settleService,
    find: `if (closesOpen) await insertOnce(intents(), { _id: paymentId, intentId: NO_INTENT });
  return (await intents().findOne({ _id: paymentId }))?.intentId;`,
    replace:
      'return (await intents().findOne({ _id: paymentId }))?.intentId ?? (closesOpen ? NO_INTENT : undefined);',
    tests: [interleavings],
  },
  {
    name: 'the ledger entry comes before the final record',
    file: settleService,
    find: `await bookEntry(chargeEntry(payment, intent.id, deps.now()));
  await deps.checkpoint('booked');
  await insertOnce(finals(), { _id: payment._id, result: 'paid', finalDt: deps.now() });
  await deps.checkpoint('finalized');`,
    replace: `await insertOnce(finals(), { _id: payment._id, result: 'paid', finalDt: deps.now() });
  await deps.checkpoint('finalized');
  await bookEntry(chargeEntry(payment, intent.id, deps.now()));
  await deps.checkpoint('booked');`,
    tests: [crashes],
  },
  {
    name: 'the sweep cancels at the provider',
    file: settleService,
    find: cancelsFirst,
    replace: "const after = { ...intent, status: 'canceled' };",
    tests: [interleavings],
  },
  {
    name: 'the sweep cancels at the provider before it writes the final record',
    file: settleService,
    find: cancelsFirst,
    replace: `${canceledFinal}\n  ${cancelsFirst}`,
    tests: [interleavings],
  },
  ...['intent.amount !== payment.total', 'intent.currency !== payment.currency'].map((check) => ({
    name: `nothing else is booked: ${check}`,
    file: settleService,
    find: `${check} ||`,
    replace: '',
    tests: [interleavings],
  })),
  {
    name: 'nothing else is booked: intent.paymentId !== payment._id',
    file: settleService,
    find: '||\n    intent.paymentId !== payment._id',
    replace: '',
    tests: [interleavings],
  },
  {
    name: 'the marker of an open payment comes before the payment',
    file: chargeService,
    find: `await insertOnce(openPayments(), { _id: payment._id, createdDt: payment.createdDt });
  await deps.checkpoint('opened');
  if (await insertOnce(payments(), payment)) {
    await deps.checkpoint('recorded');`,
    replace: `await deps.checkpoint('opened');
  if (await insertOnce(payments(), payment)) {
    await deps.checkpoint('recorded');
    await insertOnce(openPayments(), { _id: payment._id, createdDt: payment.createdDt });`,
    tests: [crashes],
  },
  {
    name: 'the marker of an open payment is removed last',
    file: settleService,
    find: '  await queueMail(',
    replace: '  await openPayments().deleteOne({ _id: payment._id });\n  await queueMail(',
    tests: [crashes],
  },
  {
    name: 'a paymentId belongs to one request',
    file: chargeService,
    find: 'if (payment.requestHash !== requestHash)',
    replace: "if (payment.requestHash === '')",
    tests: [charges],
  },
  {
    name: 'an event is at most 300 s old',
    file: cardProvider,
    find: 'const EVENT_MAX_AGE_S = 300;',
    replace: 'const EVENT_MAX_AGE_S = 300_000;',
    tests: [webhooks],
  },
  {
    name: 'an event is at most 60 s ahead',
    file: cardProvider,
    find: 'const EVENT_MAX_AHEAD_S = 60;',
    replace: 'const EVENT_MAX_AHEAD_S = 60_000;',
    tests: [webhooks],
  },
  {
    name: 'an event is stored once',
    file: 'apps/api/src/webhook.ts',
    find: 'if (!isNew) return;',
    replace: '',
    tests: [webhooks],
  },
  {
    name: 'an event of another intent than the registered one is for staff',
    file: payments('webhook.service.ts'),
    find: 'registered?.intentId === intentId && ',
    replace: 'registered && ',
    tests: [webhooks],
  },
  {
    name: 'money that no payment asked for is shown to staff',
    file: payments('webhook.service.ts'),
    find: "} else if (event.type === 'payment_intent.succeeded') {",
    replace: "} else if (event.type === '') {",
    tests: [webhooks],
  },
  {
    name: 'a projection never replaces one of more entries',
    file: 'apps/api/src/modules/donations/donation.model.ts',
    find: ', ledgerCount: { $lte: ledgerCount } }',
    replace: ' }',
    tests: ['apps/api/src/modules/donations/donation.test.ts'],
  },
  {
    name: 'the fee is ours',
    file: quoteService,
    find: 'wanted.processingFee === request.processingFee &&',
    replace: '',
    tests: [charges],
  },
  {
    name: 'the amount is the sum of its lines',
    file: quoteService,
    find: 'wanted.amount === request.donationAmount &&',
    replace: '',
    tests: [charges],
  },
  {
    name: 'no line pays more than is owed',
    file: quoteService,
    find: 'line.amount === right[index]?.amount',
    replace: 'line.amount >= (right[index]?.amount ?? 0)',
    tests: [charges],
  },
  {
    name: 'dues of strangers are hidden',
    file: quoteService,
    find: 'if (lines.some(({ donation }) => !mine.has(donation.primaryMember._id))) throw notFound();',
    replace: 'void mine;',
    tests: [charges],
  },
  {
    name: 'a saved card is the payer’s own',
    file: 'apps/api/src/modules/cards/card.service.ts',
    find: 'if (!card || !customerId || card.customerId !== customerId)',
    replace: 'if (!card)',
    tests: [charges],
  },
];
