/** No card number gets in: every text field of every request refuses one, or this file says why it need not. */
import * as z from 'zod/v4/core';
import { describe, expect, it } from 'vitest';
import { CARD_NUMBER } from '@kinfold/domain/card-number';
import { anAccount } from '../test/factories.ts';
import { startApi } from '../test/harness.ts';
import { routes } from './http/routes.ts';
import { refuseCardNumberAsKey } from './platform/card-number.ts';

const LOOKED_UP = 'an id that is looked up: what is not found is kept nowhere';
const HASHED = 'only its hash is kept or compared';
/** `METHOD path field` of fields that may contain a card number. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /log message': 'the logger leaves card numbers out',
  'POST /log stack': 'the logger leaves card numbers out',
  'POST /log url': 'the logger leaves card numbers out',
  'POST /v2/token username': 'a try to sign in; kept nowhere',
  'POST /v2/token password': HASHED,
  'POST /register confirmPassword': HASHED,
  'POST /change-password code': HASHED,
  'POST /v2/identity/password oldPassword': HASHED,
  'POST /v2/identity/account/delete password': HASHED,
  'POST /v2/identity/step-up password': HASHED,
  'POST /confirm-email code': HASHED,
  'POST /token/refresh userToken': HASHED,
  'GET /v2/connect/return state': HASHED,
  'GET /v2/connect/return code': 'exchanged at the card provider, kept nowhere',
  'POST /api/v1/member _id': LOOKED_UP,
  'POST /api/v1/member memberId': LOOKED_UP,
  'POST /v2/members _id': LOOKED_UP,
  'POST /v2/members memberId': LOOKED_UP,
  'GET /api/v1/membership/:membershipId exclude_inactive': 'compared, kept nowhere',
  'GET /v2/membership/:membershipId exclude_inactive': 'compared, kept nowhere',
  'GET /v2/search q': 'searched for, kept nowhere',
  'POST /api/v1/donation/pay memberId': LOOKED_UP,
  'POST /api/v1/donation/pay card.cardNumber': 'the older form; published test numbers only, never kept',
  'POST /api/v1/member/:payee_member_id/donation/pay payee_member_id': LOOKED_UP,
  'POST /api/v1/member/:payee_member_id/donation/pay campaign_id': LOOKED_UP,
  'POST /v2/organizations/:organizationNumber/contacts member_id': LOOKED_UP,
  'GET /v2/organizations/:organizationNumber/members/search search_term': 'searched for, kept nowhere',
};

/** A position in a list is not stored, and by chance the digits of one of 30,000 are those of a card number. */
const isCursor = (name: string) => name.endsWith(' cursor');

type Json = {
  type?: string | string[];
  anyOf?: Json[];
  properties?: Record<string, Json>;
  items?: Json;
  enum?: unknown;
  const?: unknown;
};

/** The paths of text fields in a schema, lists by their first item. */
function textsOf(schema: Json, path: (string | number)[] = []): (string | number)[][] {
  if (schema.enum || 'const' in schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((option) => textsOf(option, path));
  if (schema.items) return textsOf(schema.items, [...path, 0]);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => textsOf(inner, [...path, name]));
  return [schema.type].flat().includes('string') ? [path] : [];
}

/** A request with only this field. */
function only([first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  return typeof first === 'number' ? [only(rest, value)] : { [first]: only(rest, value) };
}

const CARD = '4242424242424242';
const texts = [
  '4242 4242 4242 4242',
  CARD,
  `Ruth ${CARD}`,
  `${CARD}@example.org`,
  `pm_${CARD}`,
  `seti_${CARD}`,
  `EV${CARD}`,
  '４２４２ ４２４２ ４２４２ ４２４２',
];

const fields = routes.flatMap(({ method, path, endpoint }) =>
  [endpoint.body, endpoint.query].flatMap((schema) => {
    if (!schema) return [];
    const found = textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
    return found.map((field) => ({ name: `${method} ${path} ${field.join('.')}`, field, schema }));
  }),
);

describe('a card number is refused', () => {
  it.each(fields.filter(({ name }) => !(name in EXCEPTIONS || isCursor(name))))(
    'by $name',
    ({ field, schema }) => {
      for (const text of texts) {
        const { error } = z.safeParse(schema, only(field, text));
        const paths = error?.issues.map((issue) => issue.path.join('.'));
        expect(paths, text).toContain(field.join('.'));
      }
    },
  );

  it('with the same words beside every field of free text', () => {
    const messages = fields.flatMap(({ field, schema }) => {
      const { error } = z.safeParse(schema, only(field, `Ruth ${CARD}`));
      return error?.issues.filter(({ message }) => message === CARD_NUMBER).length ? [field.join('.')] : [];
    });
    expect(messages).toEqual(
      expect.arrayContaining(['firstNm', 'address.streetAddress', 'cardholderName', 'cardData.cardType']),
    );
  });

  it('as an Idempotency-Key, which is kept', async () => {
    const api = await startApi();
    const account = await anAccount();
    const answer = await api.request
      .post(`/api/v1/member/${account.memberId}/donation/pay`)
      .set(api.as(account))
      .set('Idempotency-Key', '4242-4242-4242-4242')
      .send({});
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ path: 'Idempotency-Key', message: CARD_NUMBER }]);
    for (const key of ['pay0.4242424242424242', 'pay-0.42424242424242423'])
      expect(() => refuseCardNumberAsKey({ get: () => key } as never)).not.toThrow();
    await api.stop();
  });
});

it('every exception is a field that there is', () => {
  const names = new Set(fields.map(({ name }) => name));
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([]);
});
