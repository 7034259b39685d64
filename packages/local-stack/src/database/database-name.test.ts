import { expect, it } from 'vitest';
import { withDatabase } from './database-name.ts';

it.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/own'],
  ['mongodb://127.0.0.1:27017/kinfold?replicaSet=rs', 'mongodb://127.0.0.1:27017/own?replicaSet=rs'],
  ['mongodb://a:1,b:2,c:3/kinfold?replicaSet=rs', 'mongodb://a:1,b:2,c:3/own?replicaSet=rs'],
  ['mongodb+srv://cluster.example/kinfold', 'mongodb+srv://cluster.example/own'],
  ['mongodb://ada:x%2Fy@db/kinfold', 'mongodb://ada:x%2Fy@db/own?authSource=kinfold'],
  ['mongodb://ada:x@db/', 'mongodb://ada:x@db/own?authSource=admin'],
  ['mongodb://ada:x@db/kinfold?authSource=admin', 'mongodb://ada:x@db/own?authSource=admin'],
])('%s with a name of its own is %s', (uri, expected) => {
  expect(withDatabase(uri, 'own')).toBe(expected);
});

it('an address of something else is refused', () => {
  expect(() => withDatabase('localhost:27017', 'own')).toThrow('MONGODB_URI');
});
