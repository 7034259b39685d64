/** The sheet on which staff write a family: what is typed is text, and rows that say nobody are left out. */
import * as z from 'zod/mini';
import type { FamilyPerson } from './family.ts';
import { MemberForm, PhoneForm } from './member-edit.ts';
import { splitSuffix } from './person-name.ts';
import { INVALID_PHONE } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { listOf, pluralOf } from './text.ts';
import { sentAddressOf, TypedAddressOrNone } from './typed-address.ts';

const text = z.string();

/** A row of the sheet. */
const TypedPerson = z.object({
  firstNm: text,
  lastNm: text,
  birthDt: text,
  /** A birth date that is typed wins. */
  isBirthDtUnknown: z.boolean(),
  relationship: text,
  /** The ids of members who are somebody else, however alike. */
  others: z.array(text),
});
export type TypedPerson = z.infer<typeof TypedPerson>;

/** Whether a row says nobody: its last name may be the one that was proposed. */
export const isBlankRow = ({ firstNm, birthDt }: TypedPerson): boolean => !firstNm.trim() && !birthDt.trim();

const KnownBirth = MemberForm;
const UnknownBirth = z.extend(MemberForm, { birthDt: z.literal('') });
const schemaOf = ({ birthDt, isBirthDtUnknown }: TypedPerson) =>
  isBirthDtUnknown && !birthDt.trim() ? UnknownBirth : KnownBirth;

/** A row as a person of `FamilyForm`; undefined while it is not complete. A suffix that was typed with the last name is its own field. */
function personOfRow(row: TypedPerson): FamilyPerson | undefined {
  const { data } = z.safeParse<z.ZodMiniType<z.infer<typeof MemberForm>>>(schemaOf(row), {
    ...row,
    birthDt: row.birthDt.trim(),
  });
  if (!data) return undefined;
  const { lastNm, suffix } = splitSuffix(data.lastNm);
  return { ...data, birthDt: data.birthDt || null, lastNm, ...(suffix && { suffix }) };
}

/** The sheet; the first row is never left out. */
export const FamilySheet = z.object(
  {
    people: z.array(TypedPerson).check(
      z.check(({ value, issues }) => {
        for (const [place, row] of value.entries()) {
          if (place > 0 && isBlankRow(row)) continue;
          const given = { ...row, birthDt: row.birthDt.trim() };
          for (const { path, message } of z.safeParse(schemaOf(row), given).error?.issues ?? [])
            issues.push({ code: 'custom', message, path: [place, ...path], input: value, continue: true });
        }
      }),
    ),
    address: TypedAddressOrNone,
    phoneNbr: z.union([z.literal(''), PhoneForm.shape.phoneNbr], INVALID_PHONE),
    campaignIds: z.array(text),
  },
  NO_FIELDS,
);
export type FamilySheetValues = z.input<typeof FamilySheet>;
export type SentSheet = z.output<typeof FamilySheet>;

/** The people of a sheet who are complete, and the rows in which they stand. */
export function peopleOfSheet(rows: readonly TypedPerson[]): { people: FamilyPerson[]; places: number[] } {
  const found = rows.flatMap((row, place) => {
    const person = isBlankRow(row) ? undefined : personOfRow(row);
    return person ? [{ person, place }] : [];
  });
  return { people: found.map(({ person }) => person), places: found.map(({ place }) => place) };
}

/** Says who of a sheet is not counted in the cost yet, and why; empty if everybody is. */
export function notCountedText(rows: readonly TypedPerson[]): string {
  const { places } = peopleOfSheet(rows);
  const left = rows.flatMap((row, place) =>
    isBlankRow(row) || places.includes(place) ? [] : [{ row, place }],
  );
  if (left.length === 0) return '';
  const names = left.map(({ row, place }) => row.firstNm.trim() || `person ${place + 1}`);
  const isOfBirth = left.every(({ row }) => personOfRow({ ...row, birthDt: '', isBirthDtUnknown: true }));
  const who = { names: listOf(names) };
  return isOfBirth
    ? pluralOf(
        left.length,
        'Without {names}: the birth date is missing or wrong.',
        'Without {names}: their birth dates are missing or wrong.',
        who,
      )
    : `Without ${who.names}: a name or a birth date is missing or wrong.`;
}

/** A sheet as `POST /v2/organizations/{n}/families` takes it. */
export function familyPostOf({ people, address, phoneNbr, campaignIds }: SentSheet) {
  return {
    people: peopleOfSheet(people).people,
    address: address.streetAddress ? sentAddressOf(address) : null,
    phones: phoneNbr ? [{ phoneNbr }] : [],
    campaignIds,
  };
}

/** The next row below one: its last name, and the relationship that is likeliest there. */
export const rowBelow = (above: TypedPerson | undefined, place: number): TypedPerson => ({
  firstNm: '',
  lastNm: above?.lastNm ? splitSuffix(above.lastNm).lastNm : '',
  birthDt: '',
  isBirthDtUnknown: false,
  relationship: ['Head of Household', 'Spouse'][place] ?? 'Child',
  others: [],
});
