import { describe, expect, it } from 'vitest';
import { firstToPay, groupByRecipient, noCardsText, severalRecipientsText } from './connected-account.ts';
import { cents } from './money.ts';
import type { Recipient } from './recipient.ts';

const to = (key: string, name: string, takesCards = true): Recipient => ({ key, name, takesCards });
const GRACE = to('own', 'Grace Church');
const BETHEL = to('b', 'Bethel Church');

type Due = [id: string, recipient: Recipient | undefined, balance: number];
const group = (dues: readonly Due[]) =>
  groupByRecipient(dues, ([, recipient, balance]) => ({ recipient, balance: cents(balance) }));
const shown = (dues: readonly Due[]) =>
  group(dues).map(({ recipient, dues: theirs, balance }) => [
    recipient.name,
    theirs.map(([id]) => id).join(''),
    balance,
  ]);

describe('groupByRecipient', () => {
  it.each<[string, Due[], unknown[]]>([
    ['nothing', [], []],
    ['one', [['a', GRACE, 500]], [['Grace Church', 'a', 500]]],
    [
      'two of one account',
      [
        ['a', GRACE, 500],
        ['b', GRACE, 250],
      ],
      [['Grace Church', 'ab', 750]],
    ],
    [
      'two accounts, in the order of their first dues',
      [
        ['a', BETHEL, 500],
        ['b', GRACE, 250],
        ['c', BETHEL, 1],
      ],
      [
        ['Bethel Church', 'ac', 501],
        ['Grace Church', 'b', 250],
      ],
    ],
    [
      'an account that two organizations share',
      [
        ['a', GRACE, 500],
        ['b', to('own', 'Hope Chapel'), 250],
      ],
      [['Grace Church and Hope Chapel', 'ab', 750]],
    ],
    [
      'dues that name no recipient',
      [
        ['a', undefined, 500],
        ['b', undefined, 250],
      ],
      [['', 'ab', 750]],
    ],
  ])('%s', (_name, dues, expected) => {
    expect(shown(dues)).toEqual(expected);
  });

  it('takes cards only where all of a group do', () => {
    const [found] = group([
      ['a', GRACE, 1],
      ['b', to('own', 'Grace Church', false), 1],
    ]);
    expect(found?.recipient.takesCards).toBe(false);
  });
});

describe('firstToPay', () => {
  const closed = to('c', 'Closed Chapel', false);
  it.each<[string, Due[], string | undefined]>([
    ['nothing', [], undefined],
    [
      'the first',
      [
        ['a', BETHEL, 1],
        ['b', GRACE, 1],
      ],
      'Bethel Church',
    ],
    [
      'the first that takes cards',
      [
        ['a', closed, 1],
        ['b', GRACE, 1],
      ],
      'Grace Church',
    ],
    ['the first, where none does', [['a', closed, 1]], 'Closed Chapel'],
  ])('%s', (_name, dues, expected) => {
    expect(firstToPay(group(dues))?.recipient.name).toBe(expected);
  });
});

it('says in a sentence what cannot be paid, and what to do', () => {
  expect(noCardsText('Grace Church')).toBe(
    'Grace Church cannot take card payments at the moment. Please ask its office how to pay.',
  );
  expect(severalRecipientsText(['Grace Church', 'Bethel Church', 'Grace Church'])).toBe(
    'These dues go to different accounts: Grace Church and Bethel Church. Please pay them one after another.',
  );
});
