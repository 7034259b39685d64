import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { member, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PATH = '/v2/organizations/1001/families';
const FUND = 'f'.repeat(24);
const MADE = '7'.repeat(24);
const alike = {
  _id: '5'.repeat(24),
  memberId: 'M-000099',
  firstNm: 'Greta',
  lastNm: 'Wolff',
  birthDt: '1972-03-09',
  organizationName: 'Grace Community Church',
  phoneNbr: null,
  isActive: true,
  reasons: ['birth_date_and_name'],
};

type Asked = { people: { firstNm: string; lastNm: string }[]; campaignIds: string[] };
let previews: Asked[];
let posts: { body: Record<string, unknown>; key: string | null }[];

/** The preview of the server: everybody costs $16.00, and Greta may be a member already. */
function preview({ people, campaignIds }: Asked) {
  const totalPrice = 16 * people.length;
  return {
    offered: [{ _id: FUND, campaignName: 'Grace Funeral Fund' }],
    likelyDuplicates: people.map(({ firstNm }) => (firstNm === 'Greta' ? [alike] : [])),
    memberships: people.length
      ? campaignIds.map((campaignId) => ({
          campaignId,
          campaignName: 'Grace Funeral Fund',
          text: `${people.length} in Grace Funeral Fund, $${totalPrice}.00`,
          people: people.map(({ firstNm, lastNm }, at) => ({
            member_id: String(at),
            name: `${firstNm} ${lastNm}`,
            price: 16,
            priceReason: 'Everybody',
          })),
          totalPrice,
          sentences: ['They are covered from now on.'],
          warnings: [],
        }))
      : [],
    totalPrice,
  };
}

beforeEach(() => {
  sessionStorage.clear();
  previews = [];
  posts = [];
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet(`/v2/members/${MADE}`, member({ _id: MADE, firstNm: 'Hans', lastNm: 'Wolf' }));
  answerGet(`/v2/members/${MADE}/household/notes`, []);
  answerGet(`/api/v1/member/${MADE}/household`, {
    _id: '8'.repeat(24),
    primaryMemberId: MADE,
    members: [],
  });
  server.use(
    http.post(`${PATH}/preview`, async ({ request }) => {
      const asked = (await request.json()) as Asked;
      previews.push(asked);
      return HttpResponse.json(preview(asked));
    }),
    http.post(PATH, async ({ request }) => {
      posts.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('Idempotency-Key'),
      });
      return HttpResponse.json(
        {
          household_id: '8'.repeat(24),
          members: [member({ _id: MADE, firstNm: 'Hans', lastNm: 'Wolf' })],
          memberships: [],
        },
        { status: 201 },
      );
    }),
  );
});

const row = (place: number) => within(screen.getByRole('group', { name: `Person ${place}` }));

/** Opens the page and types Hans Wolf into the first row, with the keyboard alone. */
async function opened(address = '/family/create') {
  const app = openApp(address);
  await app.user.click(await screen.findByLabelText('First Name'));
  await app.user.keyboard('Hans{Tab}Wolf{Tab}05171970');
  return app;
}

describe('a family on one sheet', () => {
  it('continues with Enter, proposes last name and relationship, and omits an empty row', async () => {
    const { user, router } = await opened();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(row(2).getByLabelText('First Name')).toHaveFocus());
    expect(row(2).getByLabelText('Last Name')).toHaveValue('Wolf');
    expect(row(2).getByLabelText('Relationship')).toHaveValue('Spouse');
    await user.keyboard('Emil{Tab}{Tab}02292012{Tab}');
    expect(row(2).getByLabelText('Relationship')).toHaveFocus();
    await user.selectOptions(row(2).getByLabelText('Relationship'), 'Son');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(row(3).getByLabelText('First Name')).toHaveFocus());
    await user.click(screen.getByRole('checkbox', { name: 'Grace Funeral Fund' }));
    expect(await screen.findByText('2 in Grace Funeral Fund, $32.00')).toBeVisible();
    await user.type(screen.getByLabelText('Phone of the family'), '9375550142');
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    expect(await screen.findByText('Hans Wolf is added.')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/member/${MADE}`);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.body).toEqual({
      people: [
        {
          firstNm: 'Hans',
          lastNm: 'Wolf',
          birthDt: '1970-05-17',
          relationship: 'Head of Household',
          emails: [],
        },
        { firstNm: 'Emil', lastNm: 'Wolf', birthDt: '2012-02-29', relationship: 'Son' },
      ],
      address: null,
      phones: [{ phoneNbr: '(937) 555-0142' }],
      campaignIds: [FUND],
    });
  });

  it('asks again about possible duplicates until they are decided', async () => {
    const { user } = await opened();
    await user.keyboard('{Enter}Greta{Tab}{Tab}03091972{Tab}');
    expect(await row(2).findByText('Maybe a member already')).toBeVisible();
    expect(row(1).queryByText('Maybe a member already')).toBeNull();
    expect(row(2).getByRole('link', { name: /This is the same person/ })).toHaveAttribute(
      'href',
      `/member/${alike._id}?activeTab=household`,
    );
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    expect(await screen.findByText('Is somebody a member already?')).toBeVisible();
    expect(posts).toEqual([]);
    await user.click(row(2).getByRole('button', { name: /A different person/ }));
    await waitFor(() => expect(row(2).queryByText('Maybe a member already')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    await waitFor(() => expect(posts).toHaveLength(1));
  });

  it('shows errors beside their fields, also by the server, and sends the same key again', async () => {
    const { user } = await opened();
    await user.keyboard('{Enter}{Enter}');
    // An empty row is not sent: the second person is in the third row.
    await user.click(screen.getByRole('button', { name: 'Next person' }));
    await user.type(row(2).getByLabelText('First Name'), 'Ida');
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    expect(await row(2).findByText('Invalid Date of Birth')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Grace Funeral Fund' }));
    const without = 'Without Ida: the birth date is missing or wrong.';
    expect(await screen.findByText(without)).toBeVisible();
    await user.click(row(2).getByRole('checkbox', { name: /Day not known/ }));
    await waitFor(() => expect(row(2).queryByText('Invalid Date of Birth')).toBeNull());
    expect(screen.queryByText(without)).toBeNull();
    const failures = [
      problemAnswer(422, 'Choose a person', {
        code: 'invalid',
        errors: [{ path: 'people.1.birthDt', message: 'Choose a person of 18 years or older' }],
      }),
      problemAnswer(503, 'Not now.'),
    ];
    const keys: (string | null)[] = [];
    server.use(
      http.post(PATH, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return failures.shift();
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    expect(await row(2).findByText('Choose a person of 18 years or older')).toBeVisible();
    expect(screen.getByText('The family is not added')).toBeVisible();
    expect(screen.getByText('Choose a person')).toBeVisible();
    expect(screen.getByText(/^Nothing of it is saved/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add family' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('is restored as it was typed', async () => {
    const { user } = await opened();
    await user.keyboard('{Enter}Ida');
    cleanup();
    openApp('/family/create');
    expect(await screen.findByText(/Your draft of/)).toBeVisible();
    expect(row(2).getByLabelText('First Name')).toHaveValue('Ida');
    expect(row(1).getByLabelText('Birth Date')).toHaveValue('05/17/1970');
  });

  it('lets rows be removed, except the last', async () => {
    const { user } = await opened();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await user.keyboard('{Enter}Ida');
    await user.click(screen.getByRole('button', { name: 'Remove person 1' }));
    expect(row(1).getByLabelText('First Name')).toHaveValue('Ida');
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await waitFor(() => expect(row(1).getByLabelText('First Name')).toHaveFocus());
  });

  it('is not for users who may not add members', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp('/family/create');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
    expect(previews).toEqual([]);
  });
});
