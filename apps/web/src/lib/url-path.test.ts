import { describe, expect, it } from 'vitest';
import { urlPath } from './url-path.ts';

describe('urlPath', () => {
  it.each([
    ['no value', urlPath`/v2/my/organization`, '/v2/my/organization'],
    ['a plain value', urlPath`/v2/members/${'m1'}/donations`, '/v2/members/m1/donations'],
    [
      'a value with a path',
      urlPath`/v2/members/${'../m1/cards?a=b#c'}`,
      '/v2/members/..%2Fm1%2Fcards%3Fa%3Db%23c',
    ],
    ['values of the query', urlPath`/x?term=${'a & b'}&page=${2}`, '/x?term=a%20%26%20b&page=2'],
  ])('encodes %s', (_, path, expected) => {
    expect(path).toBe(expected);
  });
});
