import type { ReactNode, RefObject, FormEvent } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { DialogButtons } from './dialog-buttons.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNote, type Failure } from './problem-note.tsx';

/** The result of `useEditForm` or `useFormCall`. */
type Edit<Typed extends FieldValues, Sent> = {
  form: UseFormReturn<Typed, unknown, Sent>;
  formProps: {
    className: string;
    noValidate: boolean;
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
  };
  draftNote?: ReactNode;
  changed?: ReactNode;
  failure: Failure | undefined;
};

type Parts<Typed extends FieldValues, Sent> = {
  edit: Edit<Typed, Sent>;
  /** The action that failed, shown before the reason. */
  failed?: string | undefined;
  /** Renders the error of the last request in the form's own words. */
  problem?: ((failure: Failure) => ReactNode) | undefined;
  children: ReactNode;
};

/** A form with the notes on its draft and last request; its fields can use `useFormContext`. */
export function EditForm<Typed extends FieldValues, Sent>({
  edit: { form, formProps, draftNote, changed, failure },
  failed,
  problem = (last) => (
    <ProblemNote {...last} {...(failed && { title: `${failed}: ${last.problem.detail}` })} />
  ),
  className = formProps.className,
  children,
}: Parts<Typed, Sent> & { className?: string }) {
  return (
    <FormProvider {...form}>
      <form {...formProps} className={className}>
        {draftNote}
        {changed ?? (failure && problem(failure))}
        {children}
      </form>
    </FormProvider>
  );
}

/** A form in a dialog, with its submit button and Cancel. */
export function EditDialog<Typed extends FieldValues, Sent>({
  title,
  role,
  edit,
  button,
  busyText,
  ...parts
}: Omit<Parts<Typed, Sent>, 'edit'> & {
  title: ReactNode;
  role?: 'alertdialog' | undefined;
  edit: Edit<Typed, Sent> & { isSubmitting: boolean; cancel: () => void };
  button?: ReactNode;
  busyText?: string;
}) {
  return (
    <Dialog title={title} role={role} onClose={edit.cancel}>
      <EditForm edit={edit} {...parts}>
        {parts.children}
        <DialogButtons isBusy={edit.isSubmitting} busyText={busyText} onCancel={edit.cancel}>
          {button}
        </DialogButtons>
      </EditForm>
    </Dialog>
  );
}
