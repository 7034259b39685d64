import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import * as z from 'zod/mini';
import { changedMeanwhileOf, type ChangedMeanwhile } from '../lib/changed-meanwhile.ts';
import { fitsSchema } from '../lib/fits-schema.ts';
import { forgetDraft, storedDraft, writeDraft } from '../lib/form-draft.ts';
import { changedFields, mergeFields, type Clash } from '../lib/merge-fields.ts';
import { asProblem, Problem } from '../lib/problem.ts';
import { ChangedFields, type ShownFields } from './changed-fields.tsx';
import { useFormCall, type FormCall } from './use-form-call.ts';
import { useDraftNote } from './use-keep-draft.tsx';

type Versioned = { version?: number | undefined };

/** A document that a form edits and that others may change meanwhile. */
export type Edited<Typed extends FieldValues, Stored> = ShownFields<Typed> & {
  /** The document as it was loaded. */
  document: Stored;
  /** Parses the current document of a `changed_meanwhile` error. */
  schema: z.ZodMiniType<Stored>;
  fieldsOf: (document: Stored) => Typed;
  /** Called when the user took the stored values, so that nothing is left to save. */
  onTaken?: (document: Stored) => void;
};

/** The version and document that a form was filled from, and the fields that differ from it. */
type From<Typed, Stored> = Versioned & { document: Stored; changed: (keyof Typed & string)[] };

type EditForm<Typed extends FieldValues, Sent, Result, Stored> = Omit<FormCall<Typed, Sent>, 'send'> & {
  /** The name of the draft; without it nothing is stored. */
  draft?: string;
  /** True if the request does not complete the form, so that its draft stays. */
  keepsDraft?: boolean;
  /** Fields that are never stored, such as passwords. */
  unkept?: readonly (keyof Typed & string)[];
  edited?: Edited<Typed, Stored> | undefined;
  send: (values: Sent, from: From<Typed, Stored>) => Promise<Result>;
  onSent?: ((result: Result, values: Sent) => unknown) | undefined;
  onStartOver?: () => void;
  /** Called after Cancel. */
  onClose?: (() => void) | undefined;
};

const NO_FIELDS: readonly never[] = [];
const Read = z.object({ fields: z.unknown(), version: z.optional(z.number()) });

/**
 * Returns the values a form starts with: its draft, with the fields and version on which it was based, or the initial
 * values.
 */
function begin<Typed extends FieldValues>(
  draft: string | undefined,
  schema: z.core.$ZodType,
  read: Versioned & { fields: Typed },
) {
  const stored = draft === undefined ? undefined : storedDraft(draft);
  if (draft === undefined || !stored) return { typed: read.fields, read };
  const kept = Object.entries(read.fields).map(([name, value]) => [name, stored[name] ?? value]);
  const typed = Object.fromEntries(kept) as Typed;
  const before = stored['draft read'] === undefined ? read : z.safeParse(Read, stored['draft read']).data;
  if (before && fitsSchema(schema, typed) && fitsSchema(schema, before.fields))
    return { typed, read: { ...before, fields: before.fields as Typed } };
  forgetDraft(draft);
  return { typed: read.fields, read };
}

/**
 * A form of React Hook Form whose values are checked by a schema, kept as a draft of the signed-in user, and sent by
 * `useCall`. If another user changed the `edited` document meanwhile, fields that only one of the two changed are
 * merged and sent; fields that both changed are shown with both values, to choose from.
 */
export function useEditForm<Typed extends FieldValues, Sent, Result, Stored extends Versioned = Versioned>({
  draft,
  keepsDraft = false,
  unkept = NO_FIELDS,
  edited,
  send,
  onSent,
  onStartOver,
  onClose,
  ...options
}: EditForm<Typed, Sent, Result, Stored>) {
  const { schema, initial } = options;
  const [first] = useState(initial);
  const [start] = useState(() => begin(draft, schema, { fields: first, version: edited?.document.version }));
  const read = useRef(start.read);
  const current = useRef(edited?.document);
  const [conflict, setConflict] = useState<
    Omit<ChangedMeanwhile<unknown>, 'current'> & { clashes: Clash<Typed>[] }
  >();

  const forget = () => draft !== undefined && forgetDraft(draft);
  const save = async (sent: Sent): Promise<Result> => {
    const typed = form.getValues();
    const { fields: before, version } = read.current;
    try {
      const changed = changedFields(before, typed);
      return await send(sent, { version, document: current.current as Stored, changed });
    } catch (error) {
      const meanwhile = edited && changedMeanwhileOf(edited.schema, error);
      if (!meanwhile) throw error;
      const stored = edited.fieldsOf(meanwhile.current);
      const { fields, clashes } = mergeFields(before, typed, stored);
      read.current = { fields: stored, version: meanwhile.current.version };
      current.current = meanwhile.current;
      form.reset(fields, { keepDefaultValues: true, keepSubmitCount: true });
      const again = z.safeParse(schema, fields);
      if (clashes.length === 0 && again.success) return save(again.data);
      if (clashes.length) setConflict({ ...meanwhile, clashes });
      if (clashes.length || !again.error) throw error;
      // The form does not accept what somebody else stored: its fields say why.
      const errors = again.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw new Problem({ ...asProblem(error), errors });
    }
  };
  const { form, failure, ...call } = useFormCall<Typed, Sent>({
    ...options,
    initial: start.typed,
    send: async (values) => {
      setConflict(undefined);
      const result = await save(values);
      if (!keepsDraft) forget();
      await onSent?.(result, values);
    },
  });
  const { subscribe } = form;
  const isEdited = edited !== undefined;
  useEffect(() => {
    if (draft === undefined) return undefined;
    const callback = ({ values }: { values: object }) => {
      const kept = Object.entries(values).filter(([name]) => !unkept.includes(name));
      writeDraft(draft, { ...Object.fromEntries(kept), ...(isEdited && { 'draft read': read.current }) });
    };
    return subscribe({ formState: { values: true }, callback });
  }, [draft, isEdited, subscribe, unkept]);

  const startOver = () => {
    read.current = { fields: first, version: edited?.document.version };
    form.reset(first as DefaultValues<Typed>);
    forget();
    onStartOver?.();
  };
  const draftNote = useDraftNote(draft, first, startOver);

  const take = ({ name, stored }: Clash<Typed>) => {
    form.setValue(name as Path<Typed>, stored as PathValue<Typed, Path<Typed>>, {
      shouldDirty: true,
      shouldValidate: true,
    });
    const left = conflict?.clashes.filter((one) => one.name !== name) ?? [];
    setConflict(conflict && { ...conflict, clashes: left });
    if (
      edited?.onTaken &&
      current.current &&
      changedFields(read.current.fields, form.getValues()).length === 0
    ) {
      forget();
      edited.onTaken(current.current);
    }
  };
  return {
    ...call,
    form,
    draftNote,
    /** The fields that another user changed meanwhile; `failure` is any other error. */
    changed: edited && failure && conflict && (
      <ChangedFields
        {...edited}
        {...conflict}
        attempt={failure.attempt}
        typed={form.getValues()}
        onTake={take}
      />
    ),
    failure: conflict ? undefined : failure,
    /** Resets the form to the initial values. */
    startOver,
    /** Deletes the draft and closes the form. */
    cancel: () => {
      forget();
      onClose?.();
    },
  };
}
