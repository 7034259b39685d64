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
  'inconnu',
];

/** Whether a text stands for nothing: `n/a`, `none`, a dash, `0000000000`. */
export const isNothing = (text: string): boolean =>
  NOTHING.includes(foldText(text).replaceAll('e-', 'e')) || /^[0\s()/.–-]*$/.test(text);
