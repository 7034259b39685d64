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
import { SentenceList } from '../../ui/sentence-list.tsx';

/** The effects of changing a membership: who loses or gains cover and when, and what is owed then. */
export function Consequences({ membershipId, step }: { membershipId: string; step: MembershipPreviewPost }) {
  return <WhatChanges query={useQuery(membershipPreviewQuery(membershipId, step))} />;
}

/** The sentences of a preview, its loading state or its error. */
export function WhatChanges({ query }: { query: UseQueryResult<MembershipPreview> }) {
  return (
    <Loaded
      query={query}
      what="what it means"
      title="We cannot show the effects at the moment."
      rows={2}
      on={REFUSED}
    >
      {({ warnings, sentences }) => (
        <div role="status" className="d-grid gap-2">
          {warnings.map((warning) => (
            <Callout key={warning} tone="warn" title={warning} />
          ))}
          <p className="row-name">What changes</p>
          <SentenceList sentences={sentences} />
        </div>
      )}
    </Loaded>
  );
}

/**
 * The error of a change; if another user changed the membership meanwhile, who it was, and that the button can be
 * pressed again.
 */
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
      <p>You see its current state. Nothing of yours was saved: check it, and press again to continue.</p>
    </ProblemNote>
  );
}

/** One change of a membership: its effects, and the button that makes it. */
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
