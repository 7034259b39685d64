import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAccount, anOrganization, TEST_AUTHOR } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { objectId } from '../platform/documents.ts';
import { collection } from '../platform/database.ts';
import { runMigrations } from '../platform/migrations.ts';
import { findHeldRoles } from '../modules/roles/role.service.ts';
import { roles } from './012-roles.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const migrate = async () => {
  await collection<{ _id: string }>('migrations').deleteOne({ _id: roles.name });
  await runMigrations([roles], api.deps.logger);
};

it('moves the roles of users into documents, with who gave them where the history tells it', async () => {
  const { organizationNumber } = await anOrganization();
  const { userId, email } = await anAccount();
  const given = [
    { organizationNumber, role: 'viewer' as const },
    { organizationNumber: '*', role: 'administrator' as const },
  ];
  const at = new Date('2026-11-20T12:00:00Z');
  await collection('users').updateOne({ _id: objectId(userId) }, { $set: { roles: given } });
  await collection<{ _id: string }>('audit_entries').insertOne({
    ...{ _id: 'told', organizationNumber, at, actor: TEST_AUTHOR, action: 'role.granted' },
    subject: { type: 'user', id: userId, label: email },
    changes: [{ field: 'role', from: null, to: 'viewer' }],
  } as never);
  await migrate();
  expect(await findHeldRoles(userId, api.deps.now())).toEqual(given);
  const user = await collection('users').findOne({ email });
  expect(user).not.toHaveProperty('roles');
  const stored = collection('roles').find({ email }, { sort: { role: -1 } });
  expect(await stored.toArray()).toMatchObject([
    { role: 'viewer', createdBy: TEST_AUTHOR.email, createdDt: at, endDt: null, pendingUntilDt: null },
    { role: 'administrator', createdBy: null, createdDt: user?.['createdDt'] },
  ]);
  // Interrupted before the list of the user went, and repeated.
  await collection('users').updateOne({ _id: objectId(userId) }, { $set: { roles: given } });
  await migrate();
  expect(await collection('roles').countDocuments({ email })).toBe(2);
});
