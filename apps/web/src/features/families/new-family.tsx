import { TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import type { Family } from '@kinfold/domain/family';
import {
  familyPostOf,
  FamilySheet,
  isBlankRow,
  peopleOfSheet,
  rowBelow,
  type FamilySheetValues,
  type TypedPerson,
} from '@kinfold/domain/family-form';
import { isValidPhone } from '@kinfold/domain/phone';
import { typedAddressOf } from '@kinfold/domain/typed-address';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch, type Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import { forgetDraft } from '../../lib/form-draft.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { newUuid } from '../../lib/uuid.ts';
import { AddressFields } from '../../parts/member/address-fields.tsx';
import { familyPreviewQuery, makeFamily, type FamilyAsked } from '../../queries/families.ts';
import '../../theme/staff.scss';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import './families.scss';
import { FamilyCost, FamilyFunds } from './family-cost.tsx';
import { FamilyRows } from './family-rows.tsx';

/** The first person of the family, with contact data, from a request to become a member. */
export type FirstOfFamily = {
  intakeRequestId: string;
  person: Partial<TypedPerson>;
  phoneNbr: string;
  email: string | null;
};

const askedOf = (
  { people, phoneNbr, campaignIds }: Pick<FamilySheetValues, 'people' | 'phoneNbr' | 'campaignIds'>,
  mayJoin: boolean,
): FamilyAsked => ({
  ...peopleOfSheet(people),
  campaignIds: mayJoin ? campaignIds : [],
  phone: isValidPhone(phoneNbr) ? phoneNbr : '',
});

/**
 * A family on one sheet, kept as a draft. Its cost and possible duplicates are loaded while typing; before it is saved,
 * undecided duplicates are shown once more.
 */
export function NewFamily({
  organizationNumber,
  mayJoin,
  first,
  cancelTo,
  onMade,
}: {
  organizationNumber: string;
  /** Whether the user may also add memberships. */
  mayJoin: boolean;
  first?: FirstOfFamily | undefined;
  cancelTo: string;
  onMade: (made: z.infer<typeof Family>) => void;
}) {
  const client = useQueryClient();
  const draft = `family.${organizationNumber}.${first?.intakeRequestId ?? ''}`;
  const forget = () => forgetDraft(draft);
  const [asks, setAsks] = useState(0);
  const seen = useRef<readonly string[]>([]);
  const sent = useRef<readonly TypedPerson[]>([]);
  const tried = useRef({ body: '', key: '' });
  const edit = useEditForm({
    schema: FamilySheet,
    initial: {
      people: [{ ...rowBelow(undefined, 0), ...first?.person }],
      address: typedAddressOf(undefined),
      phoneNbr: first?.phoneNbr ?? '',
      campaignIds: [],
    },
    draft,
    keepsDraft: true,
    fieldOf: (path) => fieldOf(path, sent.current),
    send: async (sheet) => {
      sent.current = sheet.people;
      const asked = askedOf(sheet, mayJoin);
      const { likelyDuplicates, places } = await client.fetchQuery(
        familyPreviewQuery(organizationNumber, asked),
      );
      const alike = likelyDuplicates.flatMap((found, at) =>
        found.flatMap(({ _id }) => (sheet.people[places[at] ?? 0]?.others.includes(_id) ? [] : [_id])),
      );
      if (!alike.every((id) => seen.current.includes(id))) {
        seen.current = alike;
        setAsks((before) => before + 1);
        return undefined;
      }
      const { people, ...family } = familyPostOf(sheet);
      const [head, ...others] = people;
      const emails = first?.email && head ? [{ email: first.email }] : [];
      const body = {
        ...family,
        people: [{ ...head, emails }, ...others],
        ...(!mayJoin && { campaignIds: [] }),
        ...(first && { intakeRequestId: first.intakeRequestId }),
      };
      // A repetition after a lost answer has the same key, and gets the first answer.
      const text = JSON.stringify(body);
      if (tried.current.body !== text) tried.current = { body: text, key: newUuid() };
      return makeFamily(client, organizationNumber, body, tried.current.key);
    },
    onSent: (made) => {
      if (!made) return;
      forget();
      onMade(made);
    },
  });
  const { control } = edit.form;
  const [people, phoneNbr, campaignIds, countryCd] = useWatch({
    control,
    name: ['people', 'phoneNbr', 'campaignIds', 'address.countryCd'],
  });
  const typed = useDebounced(
    JSON.stringify(askedOf({ people, phoneNbr, campaignIds }, mayJoin)),
    TYPEAHEAD_DEBOUNCE_MS,
  );
  const preview = useQuery(familyPreviewQuery(organizationNumber, JSON.parse(typed) as FamilyAsked));
  const found = (place: number) => {
    const at = preview.data?.places.indexOf(place) ?? -1;
    const { others = [] } = people[place] ?? {};
    return (preview.data?.likelyDuplicates[at] ?? []).filter(({ _id }) => !others.includes(_id));
  };
  const isAsking = asks > 0 && !edit.failure && people.some((_, place) => found(place).length > 0);
  const optional = (name: Path<FamilySheetValues>) => ({
    autoComplete: 'off',
    ...edit.field(name),
    required: false,
  });
  return (
    <EditForm
      edit={edit}
      className="stack family-form"
      problem={(last) => (
        <ProblemNote {...last} title="The family is not added">
          <p>{last.problem.detail}</p>
          <p>Nothing of it is saved, and what you typed is still here.</p>
        </ProblemNote>
      )}
    >
      {isAsking && (
        <FormProblem title="Is somebody a member already?" attempt={asks} tone="warn">
          <p>
            Nothing is saved yet. Check the rows below: mark different persons, or add all of them anyway.
          </p>
        </FormProblem>
      )}
      <FamilyRows field={edit.field} found={found} />
      <fieldset className="member-part">
        <legend>Where they live</legend>
        <AddressFields isForOthers field={(name) => optional(`address.${name}`)} countryCd={countryCd} />
        <PhoneField label="Phone of the family" {...optional('phoneNbr')} />
      </fieldset>
      {first?.email && <p className="muted break-anywhere">{first.email} is kept with the first person.</p>}
      {mayJoin && <FamilyFunds offered={preview.data?.offered ?? []} />}
      {mayJoin && campaignIds.length > 0 && <FamilyCost preview={preview} people={people} />}
      <div className="button-row">
        <SubmitButton busy={edit.isSubmitting} busyText="Adding">
          {isAsking ? 'Add all anyway' : 'Add family'}
        </SubmitButton>
        <ButtonLink variant="link" to={cancelTo} onClick={forget}>
          Cancel
        </ButtonLink>
      </div>
    </EditForm>
  );
}

/** Returns the field of the sheet for a path in the request, which omits empty rows. */
function fieldOf(path: string, rows: readonly TypedPerson[]): Path<FamilySheetValues> | undefined {
  if (path.startsWith('phones')) return 'phoneNbr';
  const [, at, name = ''] = /^people\.(\d+)\.(\w+)/.exec(path) ?? [];
  if (at === undefined) return undefined;
  const place = rows.flatMap((row, index) => (index > 0 && isBlankRow(row) ? [] : [index]))[Number(at)] ?? 0;
  const field = { isPrimary: 'relationship', suffix: 'lastNm', middleInit: 'firstNm' }[name] ?? name;
  return `people.${place}.${field}` as Path<FamilySheetValues>;
}
