import { Donation } from '@kinfold/domain/donation';
import { WaiverForm } from '@kinfold/domain/waiver';
import { authorOf } from '../author.ts';
import { endpointFor, Reply } from '../endpoint.ts';
import { paymentIdOf } from './charge.routes.ts';
import { presentDonation } from '../../modules/funds/donations/donation.presenter.ts';
import { requireDonation, type DonationGrant } from '../../modules/funds/donations/donation.service.ts';
import { waive } from '../../modules/money/office/waiver.service.ts';

export const postWaiver = endpointFor<DonationGrant>()({
  summary: 'Waive dues, whole or in part; amounts in cents',
  headers: ['Idempotency-Key'],
  body: WaiverForm,
  reply: Donation,
  answers: {
    409: { description: 'Somebody is paying these dues right now: `payment_in_progress`' },
    422: { description: 'Nothing was waived: more than is owed, or the fields that `errors` names' },
  },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const by = { author: await authorOf(context), now, currency: deps.config.CURRENCY };
    await waive(granted.donation, body, paymentIdOf(context), by);
    return new Reply(201, presentDonation(await requireDonation(granted.donation._id), now));
  },
});
