/** Organizations are found by the words of their names. What is stored is filled in; what is filled already stays. */
import { foldText } from '@kinfold/domain/text';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const organizationNames: Migration = {
  name: '009-organization-names',
  async up(db) {
    await createCollections(db, {
      organizations: [{ name: 'start_name', key: { searchStarts: 1, organizationName: 1, _id: 1 } }],
    });
    const organizations = db.collection<{ organizationName: string; organizationNumber: string }>(
      'organizations',
    );
    for await (const organization of organizations.find({ searchStarts: { $exists: false } })) {
      const { _id, organizationName, organizationNumber } = organization;
      const words = foldText(organizationName).split(/[\s,.'’-]+/);
      const searchKeys = [...new Set([...words, foldText(organizationNumber)])].filter(Boolean);
      const starts = searchKeys
        .map((key) => [...key])
        .filter(({ length }) => length >= 3)
        .toSorted((one, other) => other.length - one.length);
      const searchStarts = [...new Set(starts.map((letters) => letters.slice(0, 3).join('')))];
      await organizations.updateOne({ _id }, { $set: { searchKeys, searchStarts } });
    }
  },
};
