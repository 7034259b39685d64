import { coversFor } from '../covers.ts';
import { Family, FamilyForm, FamilyPreview, FamilyPreviewForm } from '@kinfold/domain/family';
import type { Context } from '../endpoint.ts';
import { actorOf, endpointFor, Reply } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import { permittedRecord } from '../policies/named.ts';
import { forbidden } from '../../platform/problem.ts';
import { presentMembership } from '../../modules/funds/memberships/membership.presenter.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import {
  numbersWithin,
  type OrganizationGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { makeFamily, previewFamily } from '../../modules/people/families/family.service.ts';
import { findIntakeRequest } from '../../modules/people/intake-requests/intake-review.service.ts';
import { presentMember } from '../../modules/people/members/member.presenter.ts';

type OfOrganization<B> = Context<B, unknown, OrganizationGrant>;
const ofOrganization = endpointFor<OrganizationGrant>();

/** Memberships need their own permission. Throws 403 without it. */
async function requireMayJoin(context: OfOrganization<Pick<FamilyForm, 'campaignIds'>>): Promise<void> {
  const { organizationNumber } = context.granted.organization;
  if (!context.body.campaignIds?.length) return;
  if (!(await isActorPermitted(actorOf(context), 'memberships.update', organizationNumber)))
    throw forbidden();
}

const clockOf = ({ now, today, deps }: OfOrganization<unknown>) => ({
  now,
  today,
  timeZone: deps.config.TIME_ZONE,
});

export const postFamily = ofOrganization({
  summary:
    'Make a household with new members, who have one address and phones, and a membership of all of them in each of some campaigns (`memberships.update`): all of it, or nothing. Primary is who has `isPrimary`, or the Head of Household, or the first',
  body: FamilyForm,
  reply: Family,
  answers: {
    201: { description: 'The family was made', reply: Family },
    409: { description: 'The request to become a member has been answered (`intake_answered`)' },
  },
  async handle(context) {
    const { granted, body, deps, today } = context;
    await requireMayJoin(context);
    const intakeRequest = body.intakeRequestId
      ? await permittedRecord(
          actorOf(context),
          'intake.review',
          await findIntakeRequest(body.intakeRequestId),
          'There is no such request.',
        )
      : undefined;
    const { household_id, members, memberships } = await makeFamily(
      body,
      granted.organization.organizationNumber,
      {
        author: await authorOf(context),
        clock: clockOf(context),
        appUrl: deps.config.APP_URL,
        ...(intakeRequest && { intakeRequest }),
      },
    );
    const people = new Map(members.map((member) => [member._id, member]));
    const ids = memberships.map(({ _id }) => _id);
    const shown = { excludeInactive: false, showsAmounts: true, campaign: undefined };
    const covers = await coversFor(context, { members, memberships });
    return new Reply(201, {
      household_id,
      members: members.map((member) => ({
        ...presentMember(member, ids, today),
        cover: covers.ofMember(member._id),
      })),
      memberships: memberships.map((one) => ({
        ...presentMembership(one, people, shown, today),
        cover: covers.ofMembership(one._id),
      })),
    });
  },
});

export const postFamilyPreview = ofOrganization({
  summary:
    'What the same call without /preview would cost with these people, and members who are likely to be one of them; stores nothing',
  body: FamilyPreviewForm,
  reply: FamilyPreview,
  isAnsweredAnew: true,
  async handle(context) {
    const { granted, body, deps } = context;
    await requireMayJoin(context);
    const actor = actorOf(context);
    return previewFamily(body, granted.organization.organizationNumber, {
      author: await authorOf(context),
      clock: clockOf(context),
      currency: deps.config.CURRENCY,
      organizationNumbers: await numbersWithin(
        await permittedOrganizations(actor, 'organization.members.get'),
      ),
    });
  },
});
