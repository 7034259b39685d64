/**
 * Roles as documents of their own, with who gave them, since when and until when; until now they were a list in each user.
 * Who gave them is read from the history, where it is told there. A user's list goes when its roles are there.
 */
import { isDuplicateKey } from '../platform/database.ts';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

type StoredUser = {
  email: string;
  createdDt: Date;
  roles: { organizationNumber: string; role: string }[];
};
type Granted = { at: Date; actor: { email: string }; changes: { to: unknown }[] };

export const roles: Migration = {
  name: '012-roles',
  async up(db) {
    await createCollections(db, {
      roles: [
        {
          name: 'email_organization_role',
          key: { email: 1, organizationNumber: 1, role: 1 },
          unique: true,
        },
        { name: 'user', key: { userId: 1, _id: 1 } },
        { name: 'organization_created', key: { organizationNumber: 1, createdDt: 1, _id: 1 } },
        { name: 'end', key: { endDt: 1, _id: 1 } },
        { name: 'pending_until', key: { pendingUntilDt: 1, _id: 1 } },
      ],
    });
    const users = db.collection<StoredUser>('users');
    for await (const { _id, email, createdDt, roles: given } of users.find({ roles: { $exists: true } })) {
      for (const { organizationNumber, role } of given) {
        const entries = db.collection<Granted>('audit_entries').find({
          'subject.type': 'user',
          'subject.id': _id.toHexString(),
          organizationNumber,
          action: 'role.granted',
        });
        const told = (await entries.toArray()).find(({ changes }) => changes.some(({ to }) => to === role));
        const kept = { createdBy: told?.actor.email ?? null, createdDt: told?.at ?? createdDt };
        const record = { email, userId: _id, organizationNumber, role, ...kept };
        try {
          await db.collection('roles').insertOne({ ...record, endDt: null, pendingUntilDt: null });
        } catch (error) {
          // Of an earlier try, or twice in the list.
          if (!isDuplicateKey(error, 'roles.email_organization_role')) throw error;
        }
      }
      await users.updateOne({ _id }, { $unset: { roles: 1 } });
    }
  },
};
