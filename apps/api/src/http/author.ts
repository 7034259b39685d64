import { ownMember } from '../modules/identity/access/member-access.service.ts';
import { fullName } from '../modules/people/members/member.service.ts';
import type { Author } from '../platform/author.ts';
import { type Context, actorOf } from './endpoint.ts';

/** The signed-in user of a request as the author of what it writes. */
export async function authorOf(context: Pick<Context, 'actor' | 'request'>): Promise<Author> {
  const actor = actorOf(context);
  const own = await ownMember(actor);
  const { userId, email } = actor;
  const { id } = context.request;
  return {
    userId,
    email,
    name: own ? fullName(own) : email,
    requestId: typeof id === 'string' ? id : null,
  };
}
