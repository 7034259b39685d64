/** The accounts at the card provider that organizations have connected (docs/decisions/022). */
import type { ConnectedAccountState } from '@kinfold/domain/connected-account';
import type { Session } from '../../../platform/database.ts';
import { date, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** The account of an organization; `_id` is the organization's number, so it has one at most. */
const ConnectedAccountModel = defineModel('connected_accounts', {
  _id: text(),
  accountId: text(),
  accountName: text(),
  state: text<ConnectedAccountState>(),
  connectedBy: text(),
  connectedDt: date(),
  /** When the provider was last queried: an earlier answer never overwrites a later one. */
  askedDt: date(),
  /** When it is queried next. */
  dueDt: date(),
});
export type ConnectedAccountRecord = DocumentOf<typeof ConnectedAccountModel>;

/** A trip to the authorize page and back. `_id` is the SHA-256 of its `state`, which is valid once. */
const ConnectStateModel = defineModel('connect_states', {
  _id: text(),
  organizationNumber: text(),
  /** The user who pressed Connect, and the session. */
  userId: text(),
  sessionId: text(),
  expireDt: date(),
});
export type ConnectState = DocumentOf<typeof ConnectStateModel>;

const accounts = () => collectionOf(ConnectedAccountModel);
const states = () => collectionOf(ConnectStateModel);

export async function insertState(state: ConnectState): Promise<void> {
  await states().insertOne(state);
}

/** Consumes an unexpired state, for the user who created it; concurrent callers get it once. */
export async function takeState(
  { _id, userId, sessionId }: Pick<ConnectState, '_id' | 'userId' | 'sessionId'>,
  now: Date,
): Promise<ConnectState | undefined> {
  const taken = await states().findOneAndDelete({ _id, userId, sessionId, expireDt: { $gt: now } });
  return taken ?? undefined;
}

/** The account that an organization has connected. */
export async function findConnectedAccount(
  organizationNumber: string,
  session?: Session,
): Promise<ConnectedAccountRecord | undefined> {
  return (await accounts().findOne({ _id: organizationNumber }, { session })) ?? undefined;
}

/** The accounts of some organizations, in any order. */
export async function readAccounts(
  organizationNumbers: readonly string[],
): Promise<ConnectedAccountRecord[]> {
  if (!organizationNumbers.length) return [];
  return accounts()
    .find({ _id: { $in: [...organizationNumbers] } })
    .toArray();
}

/** The organizations that have connected a provider account; a few may share one. */
export async function readAccountUses(accountId: string): Promise<ConnectedAccountRecord[]> {
  return accounts().find({ accountId }).sort({ _id: 1 }).toArray();
}

/** The provider accounts that organizations have connected, each once. */
export const readAccountIds = (): Promise<string[]> => accounts().distinct('accountId');

/** Those of some organizations (undefined: of all) whose account takes no payments, up to `limit`. */
export async function readBlocked(
  organizationNumbers: readonly string[] | undefined,
  limit: number,
): Promise<string[]> {
  const found = accounts().find(
    {
      state: { $in: ['restricted', 'deauthorized'] },
      ...(organizationNumbers && { _id: { $in: [...organizationNumbers] } }),
    },
    { projection: { _id: 1 }, limit, batchSize: limit },
  );
  return (await found.toArray()).map(({ _id }) => _id);
}

/** The accounts due for a query, the longest due first. */
export async function readDue(now: Date, limit: number): Promise<ConnectedAccountRecord[]> {
  return accounts()
    .find({ dueDt: { $lte: now } })
    .sort({ dueDt: 1, _id: 1 })
    .limit(limit)
    .toArray();
}

/** Writes the account of an organization. Throws a duplicate key error when another was connected at once. */
export async function writeAccount(record: ConnectedAccountRecord, session: Session): Promise<void> {
  await accounts().replaceOne({ _id: record._id }, record, { session, upsert: true });
}

/** Writes the provider's answer about an account; returns false when it was queried again since. */
export async function writeAnswer(
  { _id, accountId }: Pick<ConnectedAccountRecord, '_id' | 'accountId'>,
  answer: Pick<ConnectedAccountRecord, 'accountName' | 'state' | 'askedDt' | 'dueDt'>,
  session: Session,
): Promise<boolean> {
  const filter = { _id, accountId, askedDt: { $lte: answer.askedDt } };
  return (await accounts().updateOne(filter, { $set: answer }, { session })).matchedCount === 1;
}

/** Makes an account due within seconds: the provider has just refused a charge for it. */
export async function doubtAccount(accountId: string, dueDt: Date): Promise<void> {
  await accounts().updateMany({ accountId }, { $set: { dueDt } });
}

export async function eraseAccount(organizationNumber: string, session: Session): Promise<void> {
  await accounts().deleteOne({ _id: organizationNumber }, { session });
}
