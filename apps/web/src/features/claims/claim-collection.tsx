import type { Campaign } from '@kinfold/domain/campaign';
import { CampaignRunForm, SHARINGS, type Sharing } from '@kinfold/domain/campaign-run';
import type { Claim } from '@kinfold/domain/claim';
import { NAME_MAX } from '@kinfold/domain/constants';
import { countOf, listOf, pluralOf } from '@kinfold/domain/text';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import Button from 'react-bootstrap/Button';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { hasDraft } from '../../lib/form-draft.ts';
import { money } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { Counted } from '../../parts/job/counted.tsx';
import { newRunValues, RunFieldset } from '../../parts/run-form.tsx';
import { paths } from '../../paths.ts';
import { runQuery } from '../../queries/campaign-runs.ts';
import { fewClaimsQuery, collectionPreviewQuery, makeCollection } from '../../queries/claims.ts';
import { campaignQuery } from '../../queries/staff-campaigns.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { ClaimMemorial } from './claim-memorial.tsx';

const SHARING_NAMES: Readonly<Record<Sharing, string>> = {
  dues: 'Everybody pays the fund’s dues',
  per_household: 'Divided by households',
  per_person: 'Divided by people',
};

const draftOf = ({ _id }: Claim) => `claim.collection.${_id}`;

/** The collection for a claim: a run of those who were covered on the day of the death. */
export function ClaimCollection({ claim }: { claim: Claim }) {
  const { campaignRunId, campaign, may } = claim;
  const mayReport = useMayAnywhere('reports.get');
  const mayCollect = may.includes('collect');
  const [isOpen, setOpen] = useState(() => mayCollect && hasDraft(draftOf(claim)));
  const { data: run } = useQuery({
    ...runQuery({ campaignId: campaign.campaignId, campaignRunId: campaignRunId ?? '' }),
    enabled: mayCollect && campaignRunId !== null,
  });
  const fund = useQuery({ ...campaignQuery(campaign.campaignId), enabled: isOpen });
  if (campaignRunId === null && !mayCollect) return null;
  const pathname = paths.campaignRun.href(campaign.campaignId, campaignRunId ?? '');
  return (
    <Card title="Collection">
      {campaignRunId === null ? (
        <>
          <p>
            {campaign.campaignName} pays from what it holds. A collection asks those who were covered on the
            day of the death, but not the family.
          </p>
          <div className="button-row">
            <Button variant="outline-primary" onClick={() => setOpen(true)}>
              Make a collection
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="facts targets">
            <Link to={pathname}>See the collection</Link>
            <Link to={{ pathname, search: '?view=board' }}>Board for the hall</Link>
            {mayReport && <Link to={{ pathname, search: '?view=report' }}>Report for the members</Link>}
          </p>
          {run?.status === 'ended' && (
            <>
              <p>It has ended. Another one can share what is still missing of what was approved.</p>
              <div className="button-row">
                <Button variant="outline-primary" onClick={() => setOpen(true)}>
                  Collect again
                </Button>
              </div>
            </>
          )}
        </>
      )}
      <ClaimMemorial claim={claim} />
      {isOpen && (
        <Loaded query={fund} what="the fund" rows={1}>
          {(found) => <CollectionDialog claim={claim} fund={found} onClose={() => setOpen(false)} />}
        </Loaded>
      )}
    </Card>
  );
}

const CollectionValues = z.extend(CampaignRunForm, {
  sharing: z.enum(SHARINGS),
  togetherWith: z.array(z.string()),
});

/** The name and the description of a collection for some people. */
const textsFor = (names: readonly string[], isAgain: boolean) => ({
  // Members see both with their dues.
  name: `${isAgain ? 'Once more in' : 'In'} memory of ${listOf(names)}`.slice(0, NAME_MAX),
  description: pluralOf(names.length, 'For the family of {names}', 'For the families of {names}', {
    names: listOf(names),
  }).slice(0, NAME_MAX),
});

/** What is proposed: the prices of the fund where it has some, and what is still missing where it was collected for before. */
const firstSharing = ({ campaignRunId }: Claim, { defaultPrice, priceRules }: Campaign): Sharing =>
  campaignRunId === null && [defaultPrice, ...priceRules.map(({ price }) => price)].some((price) => price > 0)
    ? 'dues'
    : 'per_household';

function CollectionDialog({ claim, fund, onClose }: { claim: Claim; fund: Campaign; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { _id, member, campaign } = claim;
  const isAgain = claim.campaignRunId !== null;
  const edit = useEditForm({
    schema: CollectionValues,
    initial: {
      ...newRunValues(new Date()),
      ...textsFor([member.name], isAgain),
      sharing: firstSharing(claim, fund),
      togetherWith: [],
    },
    draft: draftOf(claim),
    send: (form) => makeCollection(client, _id, form),
    onSent: (run) => navigate(paths.campaignRun.href(campaign.campaignId, run._id)),
    onClose,
  });
  const typed = useDebounced(JSON.stringify(useWatch({ control: edit.form.control })), 300);
  const form = z.safeParse(CollectionValues, JSON.parse(typed));
  const preview = useQuery({
    ...collectionPreviewQuery(_id, form.data ?? edit.form.getValues()),
    enabled: form.success,
    placeholderData: keepPreviousData,
  });
  return (
    <EditDialog
      title={isAgain ? 'Collect again' : 'Make a collection'}
      edit={edit}
      button="Make it"
      busyText="Making it"
    >
      <TogetherWith claim={claim} fund={fund} form={edit.form} />
      <RunFieldset field={edit.field} />
      <SelectField label="How it is shared" {...edit.field('sharing')}>
        {SHARINGS.map((each) => (
          <option key={each} value={each}>
            {SHARING_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <p className="form-text">
        {isAgain
          ? 'What is divided is what is still missing of what was approved.'
          : 'What is divided is what was approved.'}
      </p>
      {form.success && (
        <Loaded query={preview} what="what it would ask" on={REFUSED} rows={2}>
          {(answer) => (
            <Counted preview={answer}>
              {(counted) => {
                const { count, sum } = counted;
                const shared = 'least' in counted ? counted : counted.shared;
                return (
                  <p role="status">
                    It asks <strong>{countOf(count, 'household', 'households')}</strong> for{' '}
                    <strong>{money(sum)}</strong> together
                    {shared && shared.least !== shared.most
                      ? `: ${money(shared.least)} to ${money(shared.most)} each.`
                      : shared
                        ? `: ${money(shared.least)} each.`
                        : '.'}
                  </p>
                );
              }}
            </Counted>
          )}
        </Loaded>
      )}
      <p className="muted">Nobody is asked yet: another person activates it.</p>
    </EditDialog>
  );
}

/** Other deaths of the same days: approved claims of the fund without a collection, for which the same run collects. */
function TogetherWith({
  claim: { _id, member, campaign, campaignRunId },
  fund,
  form,
}: {
  claim: Claim;
  fund: Campaign;
  form: UseFormReturn<z.infer<typeof CollectionValues>>;
}) {
  const { field } = useController({ control: form.control, name: 'togetherWith' });
  const { data: approved = [] } = useQuery(fewClaimsQuery(fund.organizationNumber, { state: 'approved' }));
  const others = approved.filter(
    (one) => one._id !== _id && one.campaign.campaignId === campaign.campaignId && one.campaignRunId === null,
  );
  if (!others.length) return null;
  const textsWith = (ids: readonly string[]) =>
    textsFor(
      [member.name, ...others.flatMap((one) => (ids.includes(one._id) ? one.member.name : []))],
      campaignRunId !== null,
    );
  return (
    <CheckList
      legend="Together with"
      choices={others.map((one) => ({ key: one._id, label: `${one.member.name}, ${one.claimNbr}` }))}
      value={field.value}
      onChange={(ids) => {
        // Texts that nobody has changed follow the choice.
        const [before, after] = [textsWith(field.value), textsWith(ids)];
        for (const name of ['name', 'description'] as const)
          if (form.getValues(name) === before[name]) form.setValue(name, after[name], { shouldDirty: true });
        field.onChange(ids);
      }}
    />
  );
}
