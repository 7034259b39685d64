import type { Member } from '@kinfold/domain/member';
import {
  changedParts,
  memberFormOf,
  memberPartName,
  memberPostOf,
  mergeForms,
  partOf,
  partText,
  type MemberFormValues,
  type MemberPart,
} from '@kinfold/domain/member-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { dateInWords } from '../../lib/format.ts';
import { forgetDraft, hasDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { memberConflict, postMember, type MemberConflict } from '../../queries/members.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { MemberForm, type SentMember } from './member-form.tsx';

type Base = { version: string; values: MemberFormValues };
type Conflict = MemberConflict & { parts: readonly MemberPart[]; typed: MemberFormValues };

const draftOf = (memberId: string) => `member-edit.${memberId}`;

/** What a form was filled with, kept beside its draft: after a reload somebody else's change is still seen as theirs. */
function readBase(member: Member): Base {
  const values = memberFormOf(member);
  const fresh = { ...values, version: String(member.version ?? '') };
  const draft = draftOf(member._id);
  const key = `${draft}.base`;
  if (!hasDraft(draft)) writeDraft(key, fresh);
  const { version, ...stored } = readDraft(key, fresh);
  return { version, values: stored };
}

/** The form of a member who is there. Where somebody else changed the same meanwhile, both are shown to choose from. */
export function EditMember({
  member,
  cancelTo,
  onSaved,
}: {
  member: Member;
  cancelTo: string;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const [base, setBase] = useState(() => readBase(member));
  const [conflict, setConflict] = useState<Conflict>();
  const draft = draftOf(member._id);
  const keepBase = (next: Base) => {
    setBase(next);
    writeDraft(`${draft}.base`, { ...next.values, version: next.version });
  };

  const save = async (
    sent: SentMember,
    typed: MemberFormValues,
    setValues: (changed: Partial<MemberFormValues>) => void,
    from = base,
  ): Promise<void> => {
    const parts = changedParts(from.values, typed);
    const version = from.version === '' ? undefined : Number(from.version);
    try {
      await postMember(client, { _id: member._id, version, ...memberPostOf(sent, parts) });
    } catch (error) {
      const meanwhile = memberConflict(error);
      if (!meanwhile) throw error;
      const stored = {
        version: String(meanwhile.current.version ?? ''),
        values: memberFormOf(meanwhile.current),
      };
      const { values, conflicts } = mergeForms(from.values, typed, stored.values);
      keepBase(stored);
      setValues(values);
      if (conflicts.length === 0) return save(sent, values, setValues, stored);
      setConflict({ ...meanwhile, parts: conflicts, typed: values });
      throw error;
    }
    forgetDraft(`${draft}.base`);
    onSaved();
  };

  return (
    <MemberForm
      draft={draft}
      initial={memberFormOf(member)}
      organizationNumber={member.organizationNumber}
      except={member._id}
      saveLabel="Save"
      cancelTo={cancelTo}
      onSave={(sent, typed, setValues) => {
        setConflict(undefined);
        return save(sent, typed, setValues);
      }}
      onStartAnew={() => keepBase({ values: memberFormOf(member), version: String(member.version ?? '') })}
      problem={(failure, setValues) =>
        conflict ? (
          <ChangedParts
            conflict={conflict}
            attempt={failure.attempt}
            onTake={(part) => {
              setValues(partOf(memberFormOf(conflict.current), part));
              setConflict({ ...conflict, parts: conflict.parts.filter((one) => one !== part) });
            }}
          />
        ) : (
          <ProblemNote {...failure} title="Nothing is saved">
            <p>{failure.problem.detail} What you typed is still here.</p>
          </ProblemNote>
        )
      }
    />
  );
}

function ChangedParts({
  conflict: { by = 'Somebody', at, parts, typed, current },
  attempt,
  onTake,
}: {
  conflict: Conflict;
  attempt: number | undefined;
  onTake: (part: MemberPart) => void;
}) {
  const stored = memberFormOf(current);
  return (
    <FormProblem title="This was changed while you were typing" attempt={attempt} tone="warn">
      <p className="break-anywhere">
        {by} changed {current.firstNm} {current.lastNm}
        {at && ` on ${dateInWords(at)}`}. What you typed is still here. To keep yours, choose Save.
      </p>
      <dl className="vstack gap-3">
        {parts.map((part) => {
          const name = memberPartName(part);
          return (
            <div key={part}>
              <dt>{name}</dt>
              <dd>
                Stored now: <strong>{partText(stored, part) || 'nothing'}</strong>
              </dd>
              <dd>
                Yours: <strong>{partText(typed, part) || 'nothing'}</strong>
              </dd>
              <dd>
                <Button variant="outline-primary" onClick={() => onTake(part)}>
                  Use what is stored <span className="visually-hidden">as {name}</span>
                </Button>
              </dd>
            </div>
          );
        })}
      </dl>
    </FormProblem>
  );
}
