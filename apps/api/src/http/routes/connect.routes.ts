import {
  ConnectReturn,
  ConnectReturnQuery,
  ConnectStart,
  OrganizationAccount,
} from '@kinfold/domain/connected-account';
import { connectOf } from '../../platform/config.ts';
import { actorOf, endpointFor, Reply } from '../endpoint.ts';
import { AppError, forbidden, invalid } from '../../platform/problem.ts';
import { authorOf } from '../author.ts';
import {
  requireOrganization,
  type OrganizationGrant,
  type ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import {
  disconnect,
  finishConnect,
  startConnect,
  takeConnectState,
} from '../../modules/money/connected-accounts/connect.service.ts';
import { presentAccount } from '../../modules/money/connected-accounts/connected-account.presenter.ts';
import { findConnectedAccount } from '../../modules/money/connected-accounts/connected-account.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

export const getConnect = ofOrganization({
  summary: 'The account at the card provider that an organization connected',
  reply: OrganizationAccount,
  async handle({ granted, deps }) {
    const account = await findConnectedAccount(granted.organization.organizationNumber);
    return {
      account: account ? presentAccount(account) : null,
      mayConnect: connectOf(deps.config) !== undefined,
    };
  },
});

export const postConnect = ofOrganization({
  summary: 'The page of the card provider on which an account is connected; it leads back to /connect/return',
  reply: ConnectStart,
  // The address holds a secret.
  isAnsweredAnew: true,
  answers: { 409: { description: '`already_connected`, or `connect_not_configured`' } },
  handle: async (context) => ({
    url: await startConnect(context.granted.organization, actorOf(context), context.deps),
  }),
});

export const getConnectReturn = endpointFor<ScopeGrant>()({
  summary:
    'Connect the account of the `code` that the authorize page gave, or note that its owner refused (`error`)',
  query: ConnectReturnQuery,
  reply: ConnectReturn,
  answers: {
    404: { description: '`connect_expired`: unknown, used, of another session, or older than 10 minutes' },
    409: { description: '`already_connected`' },
  },
  async handle(context) {
    const { query, deps, now, request } = context;
    const actor = actorOf(context);
    // Changes something, unlike other reads.
    if (request.method === 'HEAD') return new Reply(405);
    if (actor.viewAs)
      throw new AppError(403, 'viewing_as', 'You look as another role: nothing can be changed.');
    if (!query.code && !query.error) throw invalid([{ path: 'code', message: 'code is required' }]);
    const organizationNumber = await takeConnectState(query.state, actor, now);
    if (!(await isActorPermitted(actor, 'organization.payments.connect', organizationNumber)))
      throw forbidden();
    const organization = await requireOrganization(organizationNumber);
    const { organizationName } = organization;
    const account = query.code
      ? await finishConnect(organization, query.code, await authorOf(context), deps)
      : undefined;
    return { organizationNumber, organizationName, account: account ? presentAccount(account) : null };
  },
});

export const deleteConnect = ofOrganization({
  summary:
    'Disconnect the account of an organization: its dues are then paid to the account of this deployment',
  async handle(context) {
    await disconnect(context.granted.organization, await authorOf(context), context.deps);
    return new Reply(204);
  },
});
