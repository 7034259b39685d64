import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import type { OtherCampaign } from '@kinfold/domain/campaign';
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import { fullName } from '@kinfold/domain/person-name';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ageText } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import type { Done } from '../../parts/undoable.tsx';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { householdQuery } from '../../queries/households.ts';
import {
  deleteMembership,
  makeMembership,
  membershipQuery,
  newMembershipPreviewQuery,
} from '../../queries/memberships.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { AddCoveredDialog } from './add-covered-dialog.tsx';
import { NewMembershipMeans } from './new-membership-means.tsx';

const JoinForm = z.object({
  primaryMemberId: z.string().check(z.minLength(1, 'Choose who pays')),
  members: z.array(z.string()),
});

type Resident = Household['members'][number];
type Parts = { onClose: () => void; onDone: (done: Done) => void };

/** What the dialog begins with: a new membership, or the one that the primary member has. */
export type Joining =
  | { campaign: OtherCampaign; residents: Resident[]; initial: z.infer<typeof JoinForm> }
  | { existing: CampaignMembership; members: string[] };

/** Asks who lives with a member, and whom of them a fund can cover: they are chosen at first. */
export async function joiningOf(
  client: QueryClient,
  memberId: string,
  campaign: OtherCampaign,
): Promise<Joining> {
  const { members, primaryMemberId } = await client.fetchQuery(householdQuery(memberId));
  const residents = members.filter(({ isActive, deceasedDt }) => isActive !== false && !deceasedDt);
  const everybody = residents.map(({ member_id }) => member_id);
  const form = { campaignId: campaign._id, primaryMemberId, members: everybody };
  try {
    const { people } = await client.fetchQuery(newMembershipPreviewQuery(form));
    const outside = people.flatMap((one) => (one.isOutsideAges ? [one.member_id] : []));
    const chosen = everybody.filter((id) => !outside.includes(id));
    return { campaign, residents, initial: { primaryMemberId, members: chosen } };
  } catch (error) {
    if (asProblem(error).code !== 'membership_exists') throw error;
    const theirs = await client.fetchQuery(memberCampaignsQuery(primaryMemberId));
    const own = theirs.find(({ campaignId }) => campaignId === campaign._id);
    if (!own) throw error;
    return {
      existing: await client.fetchQuery(membershipQuery(own.campaignMembershipId)),
      members: everybody,
    };
  }
}

/** Joins a fund for the people of a household: the membership is active at once, and covers the chosen people. */
export function JoinDialog({ joining, ...parts }: Parts & { joining: Joining }) {
  if ('existing' in joining)
    return <AddCoveredDialog {...parts} membership={joining.existing} initial={joining.members} />;
  return <JoinHousehold {...parts} {...joining} />;
}

function JoinHousehold({
  campaign,
  residents,
  initial,
  onClose,
  onDone,
}: Parts & Exclude<Joining, { existing: unknown }>) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: JoinForm,
    initial,
    send: async ({ primaryMemberId: payer, members: covered }): Promise<Done> => {
      const made = await makeMembership(client, {
        campaignId: campaign._id,
        primaryMemberId: payer,
        members: covered.filter((id) => id !== payer),
      });
      return {
        text: `The membership in ${campaign.campaignName} is active.`,
        undo: () => deleteMembership(client, made, { isLeft: false }),
      };
    },
    onSent: onDone,
    onClose,
  });
  const { control } = edit.form;
  const { field } = useController({ control, name: 'members' });
  const primaryMemberId = useWatch({ control, name: 'primaryMemberId' });
  const payers = residents.filter(({ age }) => age === null || age >= MINIMUM_AGE);
  const others = residents.filter(({ member_id }) => member_id !== primaryMemberId);
  const members = field.value.filter((id) => id !== primaryMemberId);
  return (
    <EditDialog
      title={`Join ${campaign.campaignName}`}
      edit={edit}
      button="Join"
      busyText="Joining"
      problem={(last) => (
        <ProblemNote {...last} title={`Nobody has joined: ${last.problem.detail}`}>
          <p>What you chose is still here.</p>
        </ProblemNote>
      )}
    >
      <SelectField label="Who pays, and is covered" {...edit.field('primaryMemberId')}>
        {payers.map((one) => (
          <option key={one.member_id} value={one.member_id}>
            {fullName(one)}, {one.relationship}
          </option>
        ))}
      </SelectField>
      {others.length > 0 && (
        <CheckList
          legend="Covers from the household too"
          choices={others.map((one) => ({
            key: one.member_id,
            label: `${fullName(one)}, ${one.relationship}, ${ageText(one.age)}`,
          }))}
          value={field.value}
          onChange={field.onChange}
        />
      )}
      <NewMembershipMeans form={{ campaignId: campaign._id, primaryMemberId, members }} />
    </EditDialog>
  );
}
