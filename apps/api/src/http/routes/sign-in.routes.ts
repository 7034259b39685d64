import { ConfirmSignInChangeForm, MemberSignIn, SignInChangeForm } from '@kinfold/domain/sign-in-change';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import {
  confirmSignInChange,
  requestSignInChange,
  signInOf,
  withdrawSignInChange,
} from '../../modules/identity/users/sign-in-change.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import { authorOf } from '../author.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';

const forMember = endpointFor<MemberGrant>();

/** The answer of every call here: how the member signs in now. */
function answerOf(context: Context, { member }: MemberGrant) {
  const actor = actorOf(context);
  const isInScope = (number: string) => isActorPermitted(actor, 'members.update', number);
  return signInOf(member, { userId: actor.userId, isInScope }, context.now);
}

export const getSignIn = forMember({
  summary: 'How a member signs in, and the change of it that waits for a second person',
  reply: MemberSignIn,
  handle: (context) => answerOf(context, context.granted),
});

export const postSignInChange = forMember({
  summary:
    'Ask for another sign-in address of a member, or that their sign-in is unlinked; somebody else confirms',
  body: SignInChangeForm,
  reply: MemberSignIn,
  answers: {
    409: {
      description:
        '`no_sign_in`; `sign_in_change_waits`; `sign_in_has_roles` or `sign_in_ended` for another address',
    },
  },
  async handle(context) {
    const { granted, body, now } = context;
    await requestSignInChange(granted.member, body, await authorOf(context), now);
    return new Reply(201, await answerOf(context, granted));
  },
});

export const postConfirmSignInChange = forMember({
  summary: 'Make the change of a sign-in that waits; both addresses get a mail',
  body: ConfirmSignInChangeForm,
  reply: MemberSignIn,
  answers: {
    403: { description: '`second_person`: who asked for it does not confirm it' },
    409: { description: '`changed_meanwhile`: it is not what was read, or the sign-in is another since' },
  },
  async handle(context) {
    const { granted, body, deps, now } = context;
    await confirmSignInChange(granted.member, body, deps.config.APP_URL, await authorOf(context), now);
    return answerOf(context, granted);
  },
});

export const deleteSignInChange = forMember({
  summary: 'Withdraw the change of a sign-in that waits',
  async handle(context) {
    await withdrawSignInChange(context.granted.member, await authorOf(context), context.now);
    return new Reply(204);
  },
});
