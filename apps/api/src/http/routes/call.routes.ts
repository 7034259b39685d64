import {
  CallFilters,
  CallForm,
  CallsQuery,
  NextCall,
  NextCallPost,
  Outreach,
  RunCall,
  RunCallPage,
} from '@kinfold/domain/call';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import type { RunMoneyGrant } from '../../modules/funds/donations/run-donations.service.ts';
import { exportList, organizationsRecorded } from '../export-list.ts';
import {
  callColumns,
  presentOutreach,
  presentRunCall,
} from '../../modules/telling/outreach/call.presenter.ts';
import {
  calledDonation,
  eachCall,
  listCalls,
  noteCall,
  releaseCall,
  takeCall,
  takeCallBack,
  takeNextCall,
  type Caller,
  type RunDonationGrant,
} from '../../modules/telling/outreach/call.service.ts';
import { outreachTo } from '../../modules/telling/outreach/outreach.service.ts';

const ofRun = endpointFor<RunMoneyGrant>();
const ofDonation = endpointFor<RunMoneyGrant & RunDonationGrant>();

async function callerOf(context: Context<unknown, unknown, unknown>): Promise<Caller> {
  const { now, deps } = context;
  const { userId } = actorOf(context);
  return { author: await authorOf(context), userId, now, timeZone: deps.config.TIME_ZONE };
}

async function presentNow(grant: RunMoneyGrant, donation: RunDonationGrant['donation'], caller: Caller) {
  return presentRunCall(await calledDonation(grant, donation, caller), caller.userId, caller.now);
}

export const getCalls = ofRun({
  summary: 'The people who owe in a run, by name, with who is calling them and the result of the last call',
  query: CallsQuery,
  reply: RunCallPage,
  async handle(context) {
    const { granted, query, now, deps } = context;
    const { userId } = actorOf(context);
    const { page, own } = await listCalls(granted, query, { userId, now, timeZone: deps.config.TIME_ZONE });
    return {
      ...presentPage('calls', page, (call) => presentRunCall(call, userId, now)),
      own: own ? presentRunCall(own, userId, now) : null,
    };
  },
});

export const getCallsCsv = ofRun({
  summary: 'The call list as a file, with the results of the last calls',
  query: CallFilters,
  reply: 'csv',
  async handle(context) {
    const { granted, query, now, deps } = context;
    const timeZone = deps.config.TIME_ZONE;
    return exportList(context, {
      list: 'calls',
      at: await organizationsRecorded(context, granted),
      filter: [
        granted.run.name,
        query.organization_number,
        query.asks_for_call ? 'ask to be called' : undefined,
      ],
      columns: callColumns(timeZone),
      rows: eachCall(granted, query, { now, timeZone }),
    });
  },
});

export const postNextCall = ofRun({
  summary:
    'Claim the next family to call, so that nobody else calls them for some minutes; null when none is left',
  body: NextCallPost,
  reply: NextCall,
  async handle(context) {
    const { granted, body } = context;
    const caller = await callerOf(context);
    const donation = await takeNextCall(granted, body, caller);
    return { call: donation ? await presentNow(granted, donation, caller) : null };
  },
});

export const postTake = ofDonation({
  summary: 'Claim a family to call, so that nobody else calls them for some minutes',
  reply: RunCall,
  answers: { 409: { description: 'Another user is calling them, or they have paid' } },
  async handle(context) {
    const { granted } = context;
    const caller = await callerOf(context);
    await takeCall(granted.donation, caller);
    return presentNow(granted, granted.donation, caller);
  },
});

export const postRelease = ofDonation({
  summary: 'Release a family that the user claimed and did not call',
  async handle(context) {
    await releaseCall(context.granted.donation, await callerOf(context));
    return new Reply(204);
  },
});

export const postCallNote = ofDonation({
  summary: 'Record the result of a call',
  body: CallForm,
  reply: RunCall,
  answers: { 201: { description: 'The result was recorded', reply: RunCall } },
  async handle(context) {
    const { granted, body } = context;
    const caller = await callerOf(context);
    await noteCall(granted.donation, body, caller);
    return new Reply(201, await presentNow(granted, granted.donation, caller));
  },
});

export const deleteCallNote = ofDonation({
  summary: 'Take back the recorded result of a call',
  async handle(context) {
    const { granted, params } = context;
    await takeCallBack(granted.donation, params['callId'] ?? '', await callerOf(context));
    return new Reply(204);
  },
});

export const getOutreach = endpointFor<MemberGrant>()({
  summary: 'The letters and calls to a member about open dues, newest first',
  reply: Outreach,
  async handle(context) {
    return presentOutreach(await outreachTo(context.granted.member), actorOf(context).userId);
  },
});
