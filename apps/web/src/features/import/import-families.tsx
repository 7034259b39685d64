import { rowInFile, type ImportFamilies } from '@kinfold/domain/import';
import type { FamilyDoubt } from '@kinfold/domain/import-family';
import { groupBy } from '@kinfold/domain/group-by';
import { countOf, listOf, pluralOf } from '@kinfold/domain/text';
import { Link } from 'react-router-dom';
import { money } from '../../lib/format.ts';

/** What looks wrong with families, for one and for several of them. */
const DOUBTS: Record<FamilyDoubt, readonly [one: string, many: string]> = {
  heads: ['# family has two heads of household', '# families have two heads of household'],
  names: ['# family has several last names', '# families have several last names'],
  places: ['# family lives at several addresses', '# families live at several addresses'],
  head_unsaid: [
    'Nobody is said to be the head of # family: an adult is taken',
    'Nobody is said to be the head of # families: an adult of each is taken',
  ],
  child_alone: [
    '# family has nobody of age: it is left until somebody says with whom they live',
    '# families have nobody of age: they are left until somebody says with whom they live',
  ],
  joins: ['# family joins a household that is here', '# families join households that are here'],
};

/** `77 people in 25 households and 25 memberships, $1,280.00 in each collection`. */
function madeSentence({ people, households, funds }: ImportFamilies): string {
  const who = countOf(people, 'person', 'people');
  const made =
    households > 0
      ? `${who} in ${countOf(households, 'new household', 'new households')}`
      : `${who} in households that are here`;
  const [fund, ...others] = funds;
  if (!fund) return `${made}, and no membership`;
  const joined = ({ memberships, amount }: typeof fund) =>
    `${memberships > 0 ? countOf(memberships, 'membership', 'memberships') : 'no new membership'}, ${money(amount)} in each collection`;
  if (!others.length) return `${made} and ${joined(fund)}`;
  return `${made}. ${funds.map((one) => `${one.campaignName}: ${joined(one)}`).join('. ')}`;
}

/** What looks wrong, where several things with the same rows are one. */
const doubtsByRows = (doubts: ImportFamilies['doubts']) =>
  [...groupBy(doubts, ({ first }) => JSON.stringify(first))].map(([, alike]) => ({
    texts: alike.map(({ doubt, count }) => pluralOf(count, ...DOUBTS[doubt])),
    first: alike[0]?.first ?? [],
  }));

/** What a file would make of families, some of them, and what looks wrong. */
export function ImportFamiliesSummary({ families }: { families: ImportFamilies }) {
  const { toComplete, unknownBirthDates, deceased, examples, doubts } = families;
  const also = [
    ...(deceased > 0
      ? [pluralOf(deceased, '# person has died and is in no fund', '# people have died and are in no fund')]
      : []),
    ...(unknownBirthDates > 0
      ? [pluralOf(unknownBirthDates, '# birth date is not known', '# birth dates are not known')]
      : []),
    ...(toComplete > 0
      ? [pluralOf(toComplete, '# person is to be completed', '# people are to be completed')]
      : []),
  ];
  return (
    <section className="stack" aria-label="Families of the file">
      <div>
        <h2 className="h5 mb-1">{madeSentence(families)}</h2>
        {also.length > 0 && <p className="mb-0">{listOf(also)}.</p>}
      </div>
      {doubts.length > 0 && (
        <div>
          <p className="mb-1">
            <strong>Look at these first:</strong>
          </p>
          <ul className="plain-list break-anywhere">
            {doubtsByRows(doubts).map(({ texts, first }) => (
              <li key={texts.join()}>
                {texts.join('. ')}
                <ul>
                  {first.map(({ row, text }) => (
                    <li key={row} className="muted">
                      <Link className="target" to={`?row=${rowInFile(row)}`} preventScrollReset>
                        Row {rowInFile(row)}
                      </Link>
                      : {text}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
      {examples.length > 0 && (
        <div>
          <p className="mb-1">For example:</p>
          <ul className="break-anywhere">
            {examples.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
