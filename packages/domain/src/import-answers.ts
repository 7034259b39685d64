/** Which answers about a file still hold when its columns are others: below another heading, or with other fields. */
import type { ImportField } from './import-fields.ts';
import { DATES, NAMES, type FileColumn } from './import-file.ts';
import type { ImportAnswers } from './import-values.ts';

type Fields = readonly (ImportField | null)[];
/** The fields of the columns that answers are about; other answers are about no column. */
const ABOUT: readonly (readonly [names: readonly (keyof ImportAnswers)[], fields: Fields])[] = [
  [['dayNumbers', 'century', 'dateOrder'], DATES],
  [
    ['longNames', 'loneNames', 'capitalNames', 'nameOrder', 'couples', 'familyHeadings', 'balanceNames'],
    NAMES,
  ],
  [
    ['relatives', 'deadRelatives'],
    ['spouseNm', 'childNm'],
  ],
  [['yearlyPrice', 'yearEmpty', 'yearsBeside'], ['yearPaid']],
  [['familyAbove', 'familyUnsaid', 'familyNames', 'families'], ['household']],
  [['cityLines'], ['cityNm']],
  [['areaCode'], ['phone', 'spousePhone']],
  [['households'], ['streetAddress']],
];

/**
 * The answers that are still meant once the columns are others: those about a column that has the same name and field as
 * before, also about its words, and those about no column. The fund that everybody joins is not asked beside a column of
 * funds.
 */
export function answersStillMeant(
  { words, campaignId, ...answers }: ImportAnswers,
  before: readonly FileColumn[],
  after: readonly FileColumn[],
): ImportAnswers {
  const called = (columns: readonly FileColumn[], fields: Fields) =>
    columns.flatMap(({ name, field }) => (field !== null && fields.includes(field) ? [name] : []));
  const isMeant = (fields: Fields) => {
    const names = called(after, fields);
    const asked = called(before, fields);
    return !asked.length || asked.some((name) => names.includes(name));
  };
  const gone = new Set<string>(ABOUT.flatMap(([names, fields]) => (isMeant(fields) ? [] : names)));
  const kept = words?.filter(({ name }) => isMeant([name.split(':')[0] as ImportField]));
  const isFundAsked = !called(after, ['campaign']).length;
  return {
    ...Object.fromEntries(Object.entries(answers).filter(([name]) => !gone.has(name))),
    ...(campaignId !== undefined && isFundAsked && { campaignId }),
    ...(kept?.length && { words: kept }),
  };
}
