import type * as z from 'zod/mini';
import { approvalsGiven, paidOutOf, type Claim, type ClaimAction } from '@kinfold/domain/claim';
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import { payoutFault } from '@kinfold/domain/payout';
import { fullName, type PersonName } from '@kinfold/domain/person-name';
import type { ClaimRecord } from './claim.model.ts';

/** What is shown of a claim to its reader, beside the record. */
export type ClaimView = {
  member: (PersonName & { memberId: string }) | undefined;
  campaign: { campaignName: string } | undefined;
  reader: Parameters<typeof payoutFault>[1];
  may: ClaimAction[];
  isWhole: boolean;
  /** What the fund holds; null where the reader may not see it. */
  holds: Cents | null;
  approversNeeded: number;
  secondPerson: string | null;
};

/** A claim on the wire, as far as its reader may see it. */
export function presentClaim(claim: ClaimRecord, view: ClaimView): z.input<typeof Claim> {
  const { _id, claimNbr, version, organizationNumber, memberId, campaignId, state } = claim;
  const { deceasedDt, deathDay, decisions, opened, campaignRunId, checklist, endedWithDeath } = claim;
  const { isWhole, may, approversNeeded, secondPerson, member, campaign } = view;
  return {
    ...{ _id, claimNbr, version, organizationNumber, state, deceasedDt, ...(deathDay && { deathDay }) },
    ...(endedWithDeath && { endedWithDeath }),
    member: {
      member_id: memberId,
      memberId: member?.memberId ?? '',
      name: member ? fullName(member).trim() : '',
    },
    campaign: { campaignId, campaignName: campaign?.campaignName ?? '' },
    isWhole,
    ...wholeOf(claim, view),
    checklist: checklist.map(({ code, isDone, done, askedOf, note }) => ({
      ...{ code, isDone, doneBy: done?.by ?? null, doneDt: done?.at.toISOString() ?? null },
      ...(isWhole ? { askedOf, note } : { askedOf: null, note: null }),
    })),
    decisions: decisions.map(({ kind, by, dt, amount, reason }) => ({
      ...{ kind, by: by.name, dt: dt.toISOString() },
      ...(isWhole && amount !== undefined && { amount }),
      ...(isWhole && reason !== undefined && { reason }),
    })),
    campaignRunId,
    approvals: { needed: approversNeeded, given: approvalsGiven(decisions).length },
    openedBy: opened.name,
    openedDt: claim.createdDt.toISOString(),
    may,
    secondPerson,
  };
}

const NOTHING = {
  ...{ coverage: null, benefit: null, paidOut: null, fund: null },
  ...{ payees: [], documents: [], payouts: [] },
};

function wholeOf(claim: ClaimRecord, { isWhole, holds, reader }: ClaimView) {
  if (!isWhole) return NOTHING;
  const { coverage, benefit, payees, documents, payouts, deceasedDt, given, cause, memorial } = claim;
  const { label, ruleAmount, setAmount, isInKind, isUpTo, proposedAmount, approvedAmount } = benefit;
  const amount = setAmount ?? ruleAmount;
  const paidOut = paidOutOf(payouts);
  const toPay = cents((approvedAmount ?? proposedAmount ?? amount ?? ZERO) - paidOut);
  return {
    coverage: {
      ...{ ...coverage, asOf: deceasedDt, judgedDt: coverage.judgedDt.toISOString() },
      ...(coverage.asksCause && { cause: cause ?? null }),
    },
    benefit: {
      ...{ label, amount, ruleAmount, isInKind, proposedAmount, approvedAmount },
      ...(isUpTo && { isUpTo }),
    },
    ...(given && { given }),
    payees,
    documents: documents.map(({ added, addedDt, ...document }) => ({
      ...{ ...document, addedBy: added.name, addedDt: addedDt.toISOString() },
    })),
    payouts: payouts.map(({ recorded, recordedDt, confirmed, corrected, signed, ...payout }) => ({
      ...{ ...payout, recordedBy: recorded.name, recordedDt: recordedDt.toISOString() },
      ...{ confirmedBy: confirmed?.by.name ?? null, confirmedDt: confirmed?.at.toISOString() ?? null },
      ...{ correctedBy: corrected?.by.name ?? null, correctedReason: corrected?.reason ?? null },
      ...(signed && { signed: { name: signed.name, dt: signed.at.toISOString() } }),
      secondPerson: payoutFault({ state: payout.state, recorded }, reader),
    })),
    ...(memorial && { memorial }),
    paidOut,
    fund: holds === null ? null : { holds, isShort: holds < toPay },
  };
}
