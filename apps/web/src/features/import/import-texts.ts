import type { Import, ImportRow, ImportRowState } from '@kinfold/domain/import';
import type { ImportKind } from '@kinfold/domain/import-fields';
import { sumCents, ZERO } from '@kinfold/domain/money';
import { countOf, listOf, pluralOf, wholeNumber } from '@kinfold/domain/text';
import { money } from '../../lib/format.ts';
import type { Tone } from '../../ui/status-dot.tsx';

/** The kinds of files that can be imported. */
export const KINDS: Record<ImportKind, { name: string; note: string }> = {
  members: { name: 'Members and memberships', note: 'People, who lives with whom, and the fund they join' },
  balances: {
    name: 'Balances from before',
    note: 'For memberships that are here: what they owe, their last payment, since when they are covered',
  },
};

/** For each state of a row: its word, its tone, and the key of its count. */
export const ROW_STATES: Record<
  ImportRowState,
  { word: string; title: string; tone: Tone; count: keyof Import['counts'] }
> = {
  create: { word: 'New', title: 'Will be made', tone: 'ok', count: 'create' },
  change: { word: 'Change', title: 'Will be changed', tone: 'info', count: 'change' },
  duplicate: { word: 'To decide', title: 'To decide', tone: 'warn', count: 'duplicates' },
  faulty: { word: 'Fault', title: 'To correct', tone: 'danger', count: 'faulty' },
  skip: { word: 'Left out', title: 'Left out', tone: 'due', count: 'skip' },
};

/** A balance that will be entered. */
export const TO_ENTER = { word: 'To enter', tone: 'ok' } as const;

/** For each outcome of a row: its word and its tone. */
export const OUTCOMES: Record<NonNullable<ImportRow['outcome']>, { word: string; tone: Tone }> = {
  created: { word: 'Made', tone: 'ok' },
  changed: { word: 'Changed', tone: 'ok' },
  failed: { word: 'Failed', tone: 'danger' },
  undone: { word: 'Taken back', tone: 'due' },
  kept: { word: 'Stays', tone: 'warn' },
};

/** The word and tone of each status of an import. */
export const IMPORT_STATUS: Record<Import['status'], { word: string; tone: Tone }> = {
  mapping: { word: 'Being checked', tone: 'info' },
  checked: { word: 'Ready to import', tone: 'info' },
  running: { word: 'Running', tone: 'info' },
  done: { word: 'Imported', tone: 'ok' },
  undone: { word: 'Taken back', tone: 'due' },
};

const entries = (count: number) => countOf(count, 'balance', 'balances');
const people = (count: number) => countOf(count, 'person', 'people');

/** After an import, the words and titles of states that say what would be: nothing more is done with these rows. */
const ENDED: Partial<Record<ImportRowState, { word: string; title: string }>> = {
  create: { word: 'Was new', title: 'Were new' },
  change: { word: 'Was a change', title: 'Were changes' },
  duplicate: { word: 'Not decided', title: 'Not decided' },
  faulty: { word: 'Fault', title: 'Not corrected' },
};

/** The word and the title of a state of a row, as long as the import is open and after it. */
export const stateTexts = (
  state: ImportRowState,
  status: Import['status'],
): { word: string; title: string } =>
  ((status === 'done' || status === 'undone') && ENDED[state]) || ROW_STATES[state];

/** Which rows an import left, and where they are; undefined for none. */
export function leftSentence({ counts: { faulty, duplicates } }: Pick<Import, 'counts'>): string | undefined {
  const left = faulty + duplicates;
  if (left === 0) return undefined;
  const reasons = [
    ...(faulty > 0
      ? [
          pluralOf(
            faulty,
            '# row was not imported because it needs correction',
            '# rows were not imported because they need correction',
          ),
        ]
      : []),
    ...(duplicates > 0
      ? [
          faulty > 0
            ? `${wholeNumber(duplicates)} because nobody decided`
            : `${pluralOf(duplicates, '# row was', '# rows were')} not imported because nobody decided`,
        ]
      : []),
  ];
  return `${listOf(reasons)}. ${pluralOf(
    left,
    'It is in errors.csv: correct it there and upload that file.',
    'They are in errors.csv: correct them there and upload that file.',
  )}`;
}

/** Returns the outcome of an import as a sentence. */
export function outcomeSentence({ kind, status, outcome, balances }: Import): string {
  const { created, changed, households, memberships, failed, undone, kept, uncovered, joined } = outcome;
  const stays = kept > 0 ? `; ${wholeNumber(kept)} had to stay, and below it says why` : '';
  const enters = balances?.enters.sum ?? ZERO;
  const ahead = balances?.ahead?.sum ?? ZERO;
  if (kind === 'balances')
    return status === 'undone'
      ? `${entries(undone)} taken back${stays}.`
      : `${entries(created)} entered, ${money(sumCents([enters, ahead]))} owed from before${ahead > 0 ? `, ${money(ahead)} paid ahead` : ''}${failed > 0 ? `, ${wholeNumber(failed)} failed` : ''}.`;
  if (status === 'undone') return `${people(undone)} taken back${stays}.`;
  const parts = [
    households > 0
      ? `${people(created)} made in ${countOf(households, 'new household', 'new households')}`
      : `${people(created)} made`,
    ...(changed > 0 ? [`${wholeNumber(changed)} changed`] : []),
    ...(memberships > 0 ? [pluralOf(memberships, '# membership made', '# memberships made')] : []),
    ...(joined > 0 ? [`${people(joined)} added to memberships that were here`] : []),
    ...(failed > 0 ? [`${wholeNumber(failed)} failed`] : []),
  ];
  const left =
    uncovered > 0
      ? pluralOf(
          uncovered,
          ' # person is not in the fund of their row, and below it says why.',
          ' # people are not in the fund of their row, and below it says why.',
        )
      : '';
  return `${parts.join(', ')}.${left}`;
}

/** Returns the text of the button that runs the import. */
export function runLabel({ kind, counts }: Import): string {
  const { create, change } = counts;
  if (kind === 'balances') return `Enter ${entries(create)}`;
  if (create === 0 && change > 0) return `Change ${people(change)}`;
  if (change > 0) return `Import ${people(create)} and change ${wholeNumber(change)}`;
  return `Import ${people(create)}`;
}

/** What goes when an import is taken back, with figures. */
export function undoneSentences({ kind, outcome, balances }: Import): string[] {
  const { created, changed, households, memberships, joined } = outcome;
  if (kind === 'balances') {
    const ahead = balances?.ahead?.sum ?? ZERO;
    const owed = money(sumCents([balances?.enters.sum ?? ZERO, ahead]));
    return [
      `${entries(created)} from before, ${owed} owed, and their last payments are taken out.`,
      ...(ahead > 0 ? [`${money(ahead)} that was paid ahead is taken out of their credit.`] : []),
    ];
  }
  const made = [
    ...(created > 0 ? [people(created)] : []),
    ...(households > 0 ? [countOf(households, 'household', 'households')] : []),
    ...(memberships > 0 ? [countOf(memberships, 'membership', 'memberships')] : []),
  ];
  return [
    ...(made.length ? [`What this import made is removed: ${listOf(made)}.`] : []),
    ...(changed > 0
      ? [
          pluralOf(
            changed,
            '# person who was here before goes back to their earlier details.',
            '# people who were here before go back to their earlier details.',
          ),
        ]
      : []),
    ...(joined > 0
      ? [
          pluralOf(
            joined,
            '# person leaves a membership that was here.',
            '# people leave memberships that were here.',
          ),
        ]
      : []),
  ];
}

/** How many people would stay now; of many, the first are checked. */
export function stayingSentence({ outcome, staying }: Import): string | undefined {
  if (!staying) return undefined;
  const { people: kept, of } = staying;
  const whom = of < outcome.created + outcome.changed ? `the first ${people(of)}` : `its ${people(of)}`;
  return `As of now ${kept === 0 ? 'none' : wholeNumber(kept)} of ${whom} would stay.`;
}
