import type { MembershipRow } from '@kinfold/domain/membership-list';
import { CHOSEN_MAX } from '@kinfold/domain/membership-form';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { statesPreviewQuery, type ChosenStates } from '../../queries/memberships.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { primaryName } from './membership-row.tsx';
import { WhatChanges } from './step-dialog.tsx';
import { SentenceList } from '../../ui/sentence-list.tsx';

const MEANS = {
  activate: [
    'They are charged from the next run on. Dues of a run that is active already are added on the page of each.',
  ],
  deactivate: [
    'What they owe stays owed.',
    'Activated again within a day, their cover continues as before; later, a waiting time of the fund starts again.',
  ],
};

/** The effects of changing several memberships, and their names, shown before a job does it. */
export function StatesDialog({
  campaignId,
  states,
  shown,
  isBusy,
  onClose,
  onConfirm,
}: {
  campaignId: string;
  states: ChosenStates;
  /** Those of them on this page. */
  shown: readonly MembershipRow[];
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { isActive, membershipIds } = states;
  const count = membershipIds.length;
  const verb = isActive ? 'Activate' : 'Deactivate';
  const them = countOf(count, 'membership', 'memberships');
  const isTooMany = count > CHOSEN_MAX;
  const preview = useQuery({ ...statesPreviewQuery(campaignId, states), enabled: !isTooMany });
  const elsewhere = count - shown.length;
  return (
    <Dialog title={`${verb} ${them}`} onClose={onClose}>
      <Form className="stack" onSubmit={() => !isTooMany && onConfirm()}>
        <p>
          {shown.map(({ primaryMember }) => primaryName(primaryMember)).join(', ')}
          {elsewhere > 0 && (shown.length ? ` and ${elsewhere} on other pages` : 'All are on other pages')}
        </p>
        {!isTooMany && <WhatChanges query={preview} />}
        <SentenceList sentences={MEANS[isActive ? 'activate' : 'deactivate']} />
        {isTooMany && (
          <p className="field-error" role="alert">
            Choose at most {CHOSEN_MAX} memberships at once.
          </p>
        )}
        <DialogButtons isBusy={isBusy} onCancel={onClose}>
          {`${verb} ${them}`}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
