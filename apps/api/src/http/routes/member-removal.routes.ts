import { endpointFor, Reply } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import { deleteMember as remove } from '../../modules/people/member-removal/member-removal.service.ts';

export const deleteMember = endpointFor<MemberGrant>()({
  summary: 'Delete a member to whom no record refers',
  answers: { 409: { description: 'Records refer to the member: the detail says which' } },
  async handle(context) {
    const { granted, deps, now } = context;
    await remove(granted.member._id, deps.config.CURRENCY, await authorOf(context), now);
    return new Reply(204);
  },
});
