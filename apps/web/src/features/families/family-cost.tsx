import { notCountedText, type FamilySheetValues } from '@kinfold/domain/family-form';
import type { FamilyPreview } from '@kinfold/domain/family';
import type { UseQueryResult } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { MembershipCost } from '../../parts/cover/membership-cost.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';

/** The choice of campaigns that the family joins. */
export function FamilyFunds({ offered }: { offered: z.infer<typeof FamilyPreview>['offered'] }) {
  const { control } = useFormContext<FamilySheetValues>();
  const { field } = useController({ control, name: 'campaignIds' });
  if (offered.length === 0) return null;
  return (
    <CheckList
      legend="What they join"
      choices={offered.map(({ _id, campaignName }) => ({ key: _id, label: campaignName }))}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

/** The cost, in a sentence for each campaign, with the price of each person. */
export function FamilyCost({
  preview,
  people,
}: {
  preview: UseQueryResult<z.infer<typeof FamilyPreview>>;
  people: FamilySheetValues['people'];
}) {
  const without = notCountedText(people);
  return (
    <Loaded
      query={preview}
      what="what it costs"
      title="We cannot show at the moment what it costs."
      on={REFUSED}
    >
      {({ memberships, totalPrice }) => (
        <div className="stack" aria-live="polite">
          {memberships.length === 0 && <p className="muted">The cost is shown once a person is entered.</p>}
          {memberships.map((membership) => (
            <details
              key={membership.campaignId}
              className="family-cost"
              open={membership.warnings.length > 0}
            >
              <summary>{membership.text}</summary>
              <div className="d-grid gap-2">
                <MembershipCost {...membership} />
              </div>
            </details>
          ))}
          {without && <p className="muted break-anywhere">{without}</p>}
          {memberships.length > 1 && (
            <p className="row-name">
              Together <Money amount={totalPrice} />
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}
