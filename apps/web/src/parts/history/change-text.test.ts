import { expect, it } from 'vitest';
import { changeText } from './change-text.ts';

it.each([
  ['title', null, 'nothing'],
  ['description', '', 'nothing'],
  ['phones', [], 'nothing'],
  ['title', 'Deacon', 'Deacon'],
  ['birthDt', '1961-02-03', '02.03.1961'],
  ['endDt', '2026-04-30T23:59:59.999Z', '04.30.2026'],
  ['isActive', true, 'active'],
  ['isActive', false, 'not active'],
  ['requiresMembership', true, 'yes'],
  ['requiresMembership', false, 'no'],
  ['defaultPrice', 2500, '$25.00'],
  ['members', 412, '412'],
  ['household_id', 'a'.repeat(18) + 'b1c2d3', 'record …b1c2d3'],
  ['phones', [{ phoneNbr: '3015550142' }, { phoneNbr: '555' }], '(301) 555-0142; 555'],
  [
    'address',
    { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
    '12 Elm Street, Laurel, MD 20707',
  ],
  ['members', [{ member_id: 'a'.repeat(24), price: 1500, isActive: null }], 'price: $15.00, state: nothing'],
  ['phones', '(hidden)', '(hidden)'],
])('shows %s %j as %s', (field, value, text) => {
  expect(changeText(field, value)).toBe(text);
});
