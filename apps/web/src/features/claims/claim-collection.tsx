import { CampaignRunForm, SHARINGS, type Sharing } from '@kinfold/domain/campaign-run';
import type { Claim } from '@kinfold/domain/claim';
import { NAME_MAX } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import Button from 'react-bootstrap/Button';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { hasDraft } from '../../lib/form-draft.ts';
import { money } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Counted } from '../../parts/job/counted.tsx';
import { newRunValues, RunFieldset } from '../../parts/run-form.tsx';
import { paths } from '../../paths.ts';
import { collectionPreviewQuery, makeCollection } from '../../queries/claims.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const SHARING_NAMES: Readonly<Record<Sharing, string>> = {
  dues: 'Everybody pays the fund’s dues',
  per_household: 'What was approved, divided by households',
  per_person: 'What was approved, divided by people',
};

const draftOf = ({ _id }: Claim) => `claim.collection.${_id}`;

/** The collection for a claim: a run of those who were covered on the day of the death. */
export function ClaimCollection({ claim }: { claim: Claim }) {
  const { campaignRunId, campaign, may } = claim;
  const mayCollect = may.includes('collect') && campaignRunId === null;
  const [isOpen, setOpen] = useState(() => mayCollect && hasDraft(draftOf(claim)));
  if (campaignRunId === null && !mayCollect) return null;
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
        <p className="facts targets">
          <Link to={paths.campaignRun.href(campaign.campaignId, campaignRunId)}>See the collection</Link>
          <Link
            to={{
              pathname: paths.campaignRun.href(campaign.campaignId, campaignRunId),
              search: '?view=board',
            }}
          >
            Board for the hall
          </Link>
        </p>
      )}
      {isOpen && <CollectionDialog claim={claim} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const CollectionValues = z.extend(CampaignRunForm, { sharing: z.enum(SHARINGS) });

function CollectionDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { _id, member, campaign } = claim;
  const edit = useEditForm({
    schema: CollectionValues,
    initial: {
      ...newRunValues(new Date()),
      name: `In memory of ${member.name}`.slice(0, NAME_MAX),
      description: `For the family of ${member.name}`.slice(0, NAME_MAX),
      sharing: 'dues' as const,
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
    <EditDialog title="Make a collection" edit={edit} button="Make it" busyText="Making it">
      <RunFieldset field={edit.field} />
      <SelectField label="How it is shared" {...edit.field('sharing')}>
        {SHARINGS.map((each) => (
          <option key={each} value={each}>
            {SHARING_NAMES[each]}
          </option>
        ))}
      </SelectField>
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
