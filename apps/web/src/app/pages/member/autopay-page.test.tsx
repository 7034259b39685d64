import { screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { MEMBER_ID } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PATH = `/v2/members/${MEMBER_ID}/autopay`;
const CARDS = `/api/v1/member/${MEMBER_ID}/cards`;
const FUND = 'c'.repeat(24);
const card = {
  ...{ id: 'pm_1', token: 'pm_1', cardType: 'Visa', last4: '4242', first6: null },
  ...{ expirationDate: '12/2031', isExpired: false },
};
const fund = { campaignId: FUND, campaignName: 'Grace Fund', total: 50.11 };
const autopay = (more: object = {}) => ({
  ...{ campaignId: FUND, campaignName: 'Grace Fund', cardId: 'pm_1', cardType: 'Visa', last4: '4242' },
  ...{ monthlyCap: 6_000, nextDt: '2026-12-01', isStopped: false, why: null },
  dues: [{ donation_id: 'd1', name: 'Winter', total: 50.11, payOn: '2026-12-01', left: null }],
  ...more,
});
const answer = (autopays: object[], funds: object[] = [fund], cards: object[] = [card]) => {
  answerGet(PATH, { autopays, funds });
  answerGet(CARDS, cards);
};

beforeEach(() => signInAs());

describe('what is paid by itself', () => {
  it('waits, says what failed, and is shown after another try', async () => {
    let fails = true;
    answer([]);
    server.use(
      http.get(PATH, async () => {
        await delay(50);
        return fails
          ? problemAnswer(500, 'Something went wrong')
          : HttpResponse.json({ autopays: [], funds: [fund] });
      }),
    );
    const { user } = openApp('/my/autopay');
    expect(await screen.findByText('Loading what is paid by itself…')).toBeInTheDocument();
    expect(await screen.findByText('We cannot show what is paid by itself at the moment.')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: /Try again/i }));
    expect(await screen.findByText('$50.11')).toBeVisible();
  });

  it('is nothing without a fund', async () => {
    answer([], []);
    openApp('/my/autopay');
    expect(await screen.findByText('There is nothing to pay by itself')).toBeVisible();
  });

  it('says that a permission is missing', async () => {
    answer([]);
    server.use(http.get(PATH, () => problemAnswer(403, 'You are not authorized to view this page')));
    openApp('/my/autopay');
    expect(await screen.findByText(/You are not authorized to view this page/)).toBeVisible();
  });

  it('says that each due has its own processing fee', async () => {
    answer([], [{ ...fund, total: 70.42 }]);
    openApp('/my/autopay');
    expect(await screen.findByText(/is due now/)).toHaveTextContent(
      '$70.42 is due now. Each due is charged by itself, with its own processing fee.',
    );
  });

  it('asks for a card first, and says why it ended', async () => {
    answer([autopay({ isStopped: true, why: 'declined', dues: [] })], [fund], [{ ...card, isExpired: true }]);
    openApp('/my/autopay');
    expect(await screen.findByText('Your card was declined three times.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Keep a card first' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Turn it on/ })).not.toBeInTheDocument();
  });

  it('is turned on with a card and a limit; a refusal stays in the form', async () => {
    answer([]);
    const sent: unknown[] = [];
    server.use(
      http.put(`${PATH}/${FUND}`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length === 1)
          return problemAnswer(409, 'The card was removed meanwhile.', { code: 'conflict' });
        answer([autopay()]);
        return HttpResponse.json(autopay());
      }),
    );
    const { user } = openApp('/my/autopay');
    await user.click(await screen.findByRole('button', { name: /Turn it on/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay Grace Fund by itself' }));
    const most = dialog.getByLabelText(/^The most in a month/);
    await user.clear(most);
    await user.type(most, 'lots');
    await user.click(dialog.getByRole('button', { name: 'Pay by itself' }));
    expect(await dialog.findByText('Enter an amount like 50.00')).toBeVisible();
    await user.clear(most);
    await user.type(most, '60');
    await user.click(dialog.getByRole('button', { name: 'Pay by itself' }));
    expect(await dialog.findByText('The card was removed meanwhile.')).toBeVisible();
    expect(most).toHaveValue('60');
    await user.click(dialog.getByRole('button', { name: 'Pay by itself' }));
    expect(await screen.findByText('Done. We send you an email before anything is paid.')).toBeVisible();
    expect(sent).toEqual([1, 2].map(() => ({ cardId: 'pm_1', monthlyCap: 6_000 })));
    expect(await screen.findByText('Winter')).toBeVisible();
  });

  it('is stopped with one press, and turned on again with the next', async () => {
    answer([autopay()]);
    const calls: string[] = [];
    server.use(
      http.delete(`${PATH}/${FUND}`, () => {
        calls.push('stopped');
        answer([autopay({ isStopped: true, why: 'member', dues: [] })]);
        return new HttpResponse(null, { status: 204 });
      }),
      http.put(`${PATH}/${FUND}`, () => {
        calls.push('on');
        answer([autopay()]);
        return HttpResponse.json(autopay());
      }),
    );
    const { user } = openApp('/my/autopay');
    await user.click(await screen.findByRole('button', { name: /Stop it/ }));
    expect(await screen.findByText('It has stopped. Nothing more is taken from your card.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Undo/ }));
    expect(await screen.findByRole('button', { name: /Stop it/ })).toBeVisible();
    expect(calls).toEqual(['stopped', 'on']);
  });
});
