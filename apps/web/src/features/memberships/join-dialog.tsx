import type { OtherCampaign } from '@kinfold/domain/campaign';
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { AddCoveredDialog } from './add-covered-dialog.tsx';
import { NewMembershipMeans } from './new-membership-means.tsx';

const JoinForm = z.object({
  primaryMemberId: z.string().check(z.minLength(1, 'Choose who pays')),
  members: z.array(z.string()),
});

type Resident = Household['members'][number];
type Parts = { campaign: OtherCampaign; onClose: () => void; onDone: (done: Done) => void };

const nameOf = ({ firstNm, lastNm }: Pick<Resident, 'firstNm' | 'lastNm'>) => `${firstNm} ${lastNm}`;

/** Joins a fund for the people of a household: the membership is active at once, and covers who is chosen. */
export function JoinDialog({ member, ...parts }: Parts & { member: Member }) {
  const household = useQuery(householdQuery(member._id));
  return (
    <Loaded
      query={household}
      what="the household"
      frame={(state) => (
        <Dialog title={titleOf(parts.campaign)} onClose={parts.onClose}>
          {state}
        </Dialog>
      )}
    >
      {({ members, primaryMemberId }) => (
        <WithResidents
          {...parts}
          residents={members.filter(({ isActive, deceasedDt }) => isActive !== false && !deceasedDt)}
          primaryMemberId={primaryMemberId}
        />
      )}
    </Loaded>
  );
}

const titleOf = ({ campaignName }: OtherCampaign) => `Join ${campaignName}`;

/** Asks first whom of them the fund can cover. Where their primary member has a membership, they are added to that. */
function WithResidents({
  residents,
  primaryMemberId,
  ...parts
}: Parts & { residents: Resident[]; primaryMemberId: string }) {
  const everybody = residents.map(({ member_id }) => member_id);
  const form = { campaignId: parts.campaign._id, primaryMemberId, members: everybody };
  const { data, error, isPending } = useQuery({ ...newMembershipPreviewQuery(form), staleTime: Infinity });
  const hasOne = error !== null && asProblem(error).code === 'membership_exists';
  const own = useQuery({ ...memberCampaignsQuery(primaryMemberId), enabled: hasOne });
  const ownId = own.data?.find(({ campaignId }) => campaignId === parts.campaign._id)?.campaignMembershipId;
  const existing = useQuery({ ...membershipQuery(ownId ?? ''), enabled: ownId !== undefined });
  if (existing.data) return <AddCoveredDialog {...parts} membership={existing.data} initial={everybody} />;
  if (isPending || own.isLoading || existing.isLoading)
    return (
      <Dialog title={titleOf(parts.campaign)} onClose={parts.onClose}>
        <SkeletonRows rows={3} label="Loading what it means" />
      </Dialog>
    );
  const outside = new Set(data?.people.flatMap((one) => (one.isOutsideAges ? [one.member_id] : [])));
  return (
    <JoinHousehold
      {...parts}
      residents={residents}
      initial={{ primaryMemberId, members: everybody.filter((id) => !outside.has(id)) }}
    />
  );
}

function JoinHousehold({
  campaign,
  residents,
  initial,
  onClose,
  onDone,
}: Parts & { residents: Resident[]; initial: z.infer<typeof JoinForm> }) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: JoinForm,
    initial,
    send: async ({ primaryMemberId, members }): Promise<Done> => {
      const made = await makeMembership(client, { campaignId: campaign._id, primaryMemberId, members });
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
      title={titleOf(campaign)}
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
            {nameOf(one)}, {one.relationship}
          </option>
        ))}
      </SelectField>
      {others.length > 0 && (
        <CheckList
          legend="Covers from the household too"
          choices={others.map((one) => ({
            key: one.member_id,
            label: `${nameOf(one)}, ${one.relationship}, ${ageText(one.age)}`,
          }))}
          value={field.value}
          onChange={field.onChange}
        />
      )}
      <NewMembershipMeans form={{ campaignId: campaign._id, primaryMemberId, members }} />
    </EditDialog>
  );
}
