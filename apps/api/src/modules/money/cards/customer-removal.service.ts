/** Deletes a member's cards: here in a transaction, at the provider by a job that the same transaction starts. */
import type { Author } from '../../../platform/author.ts';
import { ProviderUnavailable } from '../../../platform/card-provider.ts';
import type { Session } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { startJob } from '../../../work/jobs.ts';
import { eraseAutopaysOf, unlinkAutopaysOf } from './autopay.service.ts';
import { cardSetups, paidCards, providerCustomers } from './card.model.ts';

export const CUSTOMER_REMOVAL_JOB = 'customer-removal';

/** A member, as far as deleting their cards needs them. */
type CardOwner = { _id: string; organizationNumber: string };

/** Deletes what is kept of a member's cards, and autopay, in the transaction of the caller. Returns whether they had a customer at the provider. */
export async function eraseCardsOf(member: CardOwner, author: Author, session: Session): Promise<boolean> {
  await eraseAutopaysOf(member._id, session);
  return deleteCards(member, author, session);
}

/**
 * The same for a member whose sign-in is no longer linked: cards are those of whoever signed in, and another sign-in may
 * be linked next. Autopay stops, and its reason stays.
 */
export async function unlinkCardsOf(member: CardOwner, author: Author, session: Session): Promise<void> {
  await unlinkAutopaysOf(member._id, session);
  await deleteCards(member, author, session);
}

/**
 * Deletes which customer a member is, setups, and cards that paid. A job has the provider delete the customer with its
 * cards: no crash loses it, and no transaction waits for the provider.
 */
async function deleteCards(
  { _id, organizationNumber }: CardOwner,
  author: Author,
  session: Session,
): Promise<boolean> {
  const customer = await providerCustomers().findOneAndDelete({ _id }, { session });
  await cardSetups().deleteMany({ memberId: _id }, { session });
  await paidCards().deleteMany({ _id: { $gte: `${_id}:`, $lt: `${_id};` } }, { session });
  if (!customer) return false;
  const { customerId } = customer;
  const job = { type: CUSTOMER_REMOVAL_JOB, key: customerId, organizationNumber, input: { customerId } };
  await startJob(job, author, { session });
  return true;
}

/** While the provider is unavailable, the job retries at this interval, in ms, without end. */
const PROVIDER_PAUSE_MS = 60_000;

/** Deletes a customer at the provider; repeating deletes nothing more. */
export const customerRemovalJob = ({ provider }: Pick<Deps, 'provider'>): JobHandler => ({
  count: () => Promise.resolve(1),
  async step({ input }) {
    try {
      await provider.deleteCustomer((input as { customerId: string }).customerId);
      return { cursor: null, done: 1, isLast: true };
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      return { cursor: null, done: 0, isLast: false, pauseMs: PROVIDER_PAUSE_MS };
    }
  },
});
