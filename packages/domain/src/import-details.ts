/** Details of a person that cannot be read: the person is taken, the detail is left and listed as to be completed. */
import type { ImportField } from './import-fields.ts';
import { foldText } from './text.ts';

/** Fields that a person can be without; what is wrong with others keeps the row out (names, numbers, funds, prices). */
export const DETAILS: readonly ImportField[] = [
  'suffix',
  'middleInit',
  'birthDt',
  'relationship',
  'phone',
  'email',
  'streetAddress',
  'streetAddress2',
  'cityNm',
  'stateCd',
  'postalCd',
  'countryCd',
  'deceasedDt',
  'coveredSince',
  'externalRef',
  'preferredWay',
  'unsubscribedDt',
];

/** Whether a person is taken without such a field. */
export const isDetail = (field: ImportField): boolean => DETAILS.includes(field);

const YES = 'yes, y, true, 1, x, ja, si, oui, sim, oo, da, да, tak, wahr, verdadero, vrai, አዎ, ✓, ✔'.split(
  ', ',
);
const NO = 'no, n, false, 0, nein, non, nao, hindi, ne, не, nie, falsch, falso, faux, አይ'.split(', ');
/** Whether a text is a yes, or a mark for one, and nothing else. */
export const saysYes = (text: string): boolean => YES.includes(foldText(text));
/** Whether a text is a no and nothing else. */
export const saysNo = (text: string): boolean => NO.includes(foldText(text));

const NOTHING = [
  '-',
  '--',
  '---',
  '–',
  '—',
  '.',
  '/',
  'n/a',
  'na',
  'n.a.',
  'n.a',
  '#n/a',
  'none',
  'nil',
  'null',
  'unknown',
  'unk',
  'not known',
  'declined',
  'refused',
  'private',
  'unlisted',
  'does not have',
  'not available',
  'not applicable',
  'no email',
  'no phone',
  'tbd',
  '?',
  '??',
  'xx',
  'xxx',
  'keine',
  'unbekannt',
  'ninguno',
  'ninguna',
  'desconocido',
  'aucun',
  'aucune',
  'inconnu',
  'neant',
  'k. a',
  'k.a',
  'keine angabe',
  'no tiene',
  'no sabe',
  'nao tem',
  'sem data',
  'nenhum',
  'nenhuma',
  'desconhecido',
  'wala',
  'nema',
  'нема',
  'nepoznato',
  'непознато',
  'brak',
  'nieznany',
  'nieznana',
  'የለም',
  'አይታወቅም',
];

/** The note of a row that is no person; staff may say that it is one. */
export const A_REMARK = 'A remark, left out';

/** Whether a text stands for nothing: `n/a`, `none`, a dash, `0000000000`. */
export function isNothing(text: string): boolean {
  const words = foldText(text).replaceAll('e-', 'e').replace(/\.$/, '');
  return NOTHING.includes(words) || NOT_GIVEN.test(words) || /^[0\s()/.–-]*$/.test(text);
}

/** `none given`, `no email address`, `does not have one` */
const NOT_GIVEN =
  /^(?:none|no|not|has no|does ?n['o]t have|do not have)(?: (?:an?|any|one|given|known|known yet|provided|listed|applicable|on file|email|phone|cell|home|address|number|info|information|record))+$/;
