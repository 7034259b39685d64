import { expect, it } from 'vitest';
import { meantBy } from './letter-report.ts';

const people = [
  { firstNm: 'Hans', lastNm: 'Wolf' },
  { firstNm: 'José Luis', lastNm: 'García Márquez' },
  { firstNm: 'Anna', lastNm: 'Wolf' },
  { firstNm: 'Anna', lastNm: 'Wolf' },
];

it.each([
  ['Hans Wolf', 'Hans'],
  ['wolf, HANS', 'Hans'],
  ['my father Hans Wolf', 'Hans'],
  ['Jose Garcia', 'José Luis'],
  ['José Luis García Márquez', 'José Luis'],
  ['Hans', undefined],
  ['Wolf', undefined],
  ['Hans Meier', undefined],
  ['Anna Wolf', undefined],
  ['', undefined],
])('the name %j means %s', (typed, firstNm) => {
  expect(meantBy(typed, people)?.firstNm).toBe(firstNm);
});
