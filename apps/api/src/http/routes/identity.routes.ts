import type { Permission } from '@kinfold/domain/permission';
import { AccountLinkRequest } from '@kinfold/domain/account-link';
import {
  ConfirmEmailForm,
  EmailForm,
  PasswordAnswer,
  RefreshAnswer,
  RefreshRequest,
  TokenAnswer,
  TokenRequest,
} from '@kinfold/domain/identity';
import { DeleteSignInForm } from '@kinfold/domain/erasure';
import { ChangePasswordForm, OwnPasswordRequest, RegistrationForm } from '@kinfold/domain/password';
import { PermissionCheck } from '@kinfold/domain/permission';
import { PermissionAnswer } from '@kinfold/domain/permission-answer';
import { Scope } from '@kinfold/domain/scope';
import { actorOf, endpoint, Reply } from '../endpoint.ts';
import type { Deps } from '../../platform/deps.ts';
import { authorOf } from '../author.ts';
import { linkAccount } from '../../modules/identity/users/account-link.service.ts';
import { callerOf, keepMark } from '../device-cookie.ts';
import { forgetPayer } from '../../modules/money/ledger/payment.service.ts';
import { deleteOwnSignIn } from '../../modules/identity/users/sign-in-removal.service.ts';
import {
  changeOwnPassword,
  changePassword,
  forgotPassword,
} from '../../modules/identity/users/password-reset.service.ts';
import {
  confirmEmail,
  register,
  resendConfirmation,
} from '../../modules/identity/users/registration.service.ts';
import { refreshSession, signIn, signOut } from '../../modules/identity/users/session.service.ts';
import { isActorPermitted, scopeOf } from '../../modules/identity/users/user.service.ts';

/** What new sessions and the links in mails need. */
const siteOf = ({ accessTokens, config }: Deps) => ({ accessTokens, appUrl: config.APP_URL });

export const postRegister = endpoint({
  summary: 'Make an account; a confirmation code is mailed',
  body: RegistrationForm,
  async handle(context) {
    const { body, deps, now } = context;
    const { email, password } = body;
    await register({ email, password, caller: await callerOf(context) }, deps.config.APP_URL, now);
    return new Reply(201, { email });
  },
});

export const postConfirmEmail = endpoint({
  admission: 'last',
  summary: 'Confirm an email with the code of its mail',
  body: ConfirmEmailForm,
  async handle(context) {
    await confirmEmail({ ...context.body, caller: await callerOf(context) }, context.now);
    return { email: context.body.email };
  },
});

export const postResendConfirmation = endpoint({
  admission: 'last',
  summary: 'Mail another confirmation code',
  body: EmailForm,
  async handle(context) {
    const { body, deps, now } = context;
    await resendConfirmation({ ...body, caller: await callerOf(context) }, deps.config.APP_URL, now);
    return new Reply(202, {});
  },
});

export const postForgotPassword = endpoint({
  admission: 'last',
  summary: 'Mail a link for a new password',
  body: EmailForm,
  async handle(context) {
    const { body, deps, now } = context;
    await forgotPassword({ ...body, caller: await callerOf(context) }, deps.config.APP_URL, now);
    return new Reply(202, {});
  },
});

export const postChangePassword = endpoint({
  admission: 'last',
  summary: 'Set a new password with the code of a mail',
  body: ChangePasswordForm,
  reply: PasswordAnswer,
  async handle(context) {
    const { body, deps, now } = context;
    const given = { ...body, caller: await callerOf(context) };
    const { email, mark } = await changePassword(given, deps.config.APP_URL, now);
    keepMark(context, mark);
    return { email };
  },
});

export const postOwnPassword = endpoint({
  summary: 'Set a new password with the old one; ends every other session',
  body: OwnPasswordRequest,
  reply: TokenAnswer,
  isAnsweredAnew: true,
  async handle(context) {
    const { body, deps, now } = context;
    const given = { ...body, caller: await callerOf(context) };
    const { tokens, mark } = await changeOwnPassword(actorOf(context), given, siteOf(deps), now);
    keepMark(context, mark);
    return tokens;
  },
});

export const postDeleteSignIn = endpoint({
  summary: 'Delete the user’s own sign-in, with its password; the member record stays',
  body: DeleteSignInForm,
  isAnsweredAnew: true,
  answers: {
    409: { description: 'An organization would have no other administrator: the detail says which' },
  },
  async handle(context) {
    const given = { ...context.body, caller: await callerOf(context) };
    await deleteOwnSignIn(actorOf(context), given, await authorOf(context), context.now, forgetPayer);
    return new Reply(204);
  },
});

export const postToken = endpoint({
  admission: 'last',
  summary: 'Sign in',
  body: TokenRequest,
  reply: TokenAnswer,
  async handle(context) {
    const { body, deps, now } = context;
    const given = { ...body, caller: await callerOf(context) };
    const { tokens, mark } = await signIn(given, siteOf(deps), now);
    keepMark(context, mark);
    return tokens;
  },
});

export const postTokenRefresh = endpoint({
  admission: 'last',
  summary: 'Exchange a user token for the next one and a fresh access token',
  body: RefreshRequest,
  reply: RefreshAnswer,
  handle: ({ body, deps, now }) => refreshSession(body.userToken, deps.accessTokens, now),
});

export const postLogout = endpoint({
  summary: 'Sign out: ends the session of the Authorization-Token header, or all sessions of the user',
  headers: ['Authorization-Token'],
  isWhileViewing: true,
  async handle(context) {
    await signOut(actorOf(context), context.request.get('Authorization-Token'), context.now);
    return new Reply(204);
  },
});

export const postAccountLink = endpoint({
  summary: 'Link the account to its member',
  body: AccountLinkRequest,
  reply: TokenAnswer,
  answers: {
    409: {
      description:
        'The account is linked already; or `first_name_needed`: several members fit, and `firstNm` tells them apart',
    },
  },
  isAnsweredAnew: true,
  async handle(context) {
    const { body, deps, now } = context;
    const given = { ...body, caller: await callerOf(context) };
    return linkAccount(actorOf(context), given, siteOf(deps), await authorOf(context), now);
  },
});

export const postPermissionCheck = endpoint({
  summary: 'Whether the user has a permission at an organization',
  isWhileViewing: true,
  body: PermissionCheck,
  reply: PermissionAnswer,
  isAnsweredAnew: true,
  async handle({ body, actor }) {
    const organizationNumber = body.resourceUri.replace(/^\/?organizations\//, '');
    // The schema accepts known permissions only.
    const permission = body.permission as Permission;
    return { allowed: await isActorPermitted(actorOf({ actor }), permission, organizationNumber) };
  },
});

export const getScope = endpoint({
  summary: 'The user’s roles, and the permissions that they give anywhere',
  reply: Scope,
  handle: (context) => scopeOf(actorOf(context)),
});
