import type { MembershipPreview, MembershipPreviewPost } from '@kinfold/domain/membership-form';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { membershipChangedBy, membershipPreviewQuery } from '../../queries/memberships.ts';
import { Callout } from '../../ui/callout.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';

/** What a change of one membership would mean: who loses or gains cover and when, and what is owed then. */
export function Consequences({ membershipId, step }: { membershipId: string; step: MembershipPreviewPost }) {
  return <WhatChanges query={useQuery(membershipPreviewQuery(membershipId, step))} />;
}

/** What a preview says, while it is asked for and after an error too. */
export function WhatChanges({ query }: { query: UseQueryResult<MembershipPreview> }) {
  return (
    <Loaded
      query={query}
      what="what it means"
      title="We cannot say at the moment what it means."
      rows={2}
      on={REFUSED}
    >
      {({ warnings, sentences }) => (
        <div role="status" className="consequences">
          {warnings.map((warning) => (
            <Callout key={warning} tone="warn" title={warning} />
          ))}
          <p className="row-name">What changes</p>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

/** The error of a change; where somebody changed the membership meanwhile it says who, and that one may press again. */
export function StepProblem(failure: Failure) {
  const by = membershipChangedBy(failure.problem);
  if (by === undefined)
    return (
      <ProblemNote {...failure}>
        <p>Nothing was changed.</p>
      </ProblemNote>
    );
  return (
    <ProblemNote {...failure} title={`${by} changed this membership meanwhile`}>
      <p>What is shown is how it is now. Nothing of yours was saved: look at it, and press again to go on.</p>
    </ProblemNote>
  );
}

/** One change of a membership: what it means, then the button that makes it. */
export function StepDialog({
  title,
  membershipId,
  step,
  button,
  onClose,
  onConfirm,
}: {
  title: string;
  membershipId: string;
  step: MembershipPreviewPost;
  /** A verb with its object. */
  button: string;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const { isBusy, failure, call } = useCall();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" onSubmit={() => call(onConfirm)}>
        {failure && <StepProblem {...failure} />}
        <Consequences membershipId={membershipId} step={step} />
        <DialogButtons isBusy={isBusy} onCancel={onClose}>
          {button}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
