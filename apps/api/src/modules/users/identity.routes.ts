import type { Permission } from '@kinfold/domain/permission';
import {
  AccountLinkForm,
  ChangePasswordForm,
  ConfirmEmailForm,
  EmailForm,
  PasswordAnswer,
  RefreshAnswer,
  RefreshRequest,
  RegistrationForm,
  TokenAnswer,
  TokenRequest,
} from '@kinfold/domain/identity';
import { PermissionAnswer, PermissionCheck } from '@kinfold/domain/permission';
import { actorOf, endpoint, Reply, type Context } from '../../platform/endpoint.ts';
import { linkAccount } from './account-link.service.ts';
import type { Site } from './identity-pages.ts';
import { changePassword, forgotPassword } from './password-reset.service.ts';
import { confirmEmail, register, resendConfirmation } from './registration.service.ts';
import { refreshSession, signIn, signOut } from './session.service.ts';
import { isActorPermitted } from './user.service.ts';

type Request = Pick<Context, 'deps' | 'request'>;

const siteOf = ({ deps, request }: Request): Site => ({
  appUrl: deps.config.APP_URL,
  callbackUrl: request.get('callbackUrl'),
});

export const postRegister = endpoint({
  summary: 'Make an account; a confirmation code is mailed',
  body: RegistrationForm,
  async handle({ body: { email, password }, now, ...context }) {
    await register({ email, password, ip: context.request.ip }, siteOf(context), now);
    return new Reply(201, { email });
  },
});

export const postConfirmEmail = endpoint({
  summary: 'Confirm an e-mail with the code of its mail',
  body: ConfirmEmailForm,
  async handle({ body, request, now }) {
    await confirmEmail({ ...body, ip: request.ip }, now);
    return { email: body.email };
  },
});

export const postResendConfirmation = endpoint({
  summary: 'Mail another confirmation code',
  body: EmailForm,
  async handle({ body: { email }, now, ...context }) {
    await resendConfirmation({ email, ip: context.request.ip }, siteOf(context), now);
    return new Reply(202, {});
  },
});

export const postForgotPassword = endpoint({
  summary: 'Mail a link for a new password',
  body: EmailForm,
  async handle({ body: { email }, now, ...context }) {
    await forgotPassword({ email, ip: context.request.ip }, siteOf(context), now);
    return new Reply(202, {});
  },
});

export const postChangePassword = endpoint({
  summary: 'Set a new password with the code of a mail',
  body: ChangePasswordForm,
  reply: PasswordAnswer,
  async handle({ body: { code, password }, now, ...context }) {
    const given = { code, password, ip: context.request.ip };
    return { email: await changePassword(given, siteOf(context), now) };
  },
});

export const postToken = endpoint({
  summary: 'Sign in',
  body: TokenRequest,
  reply: TokenAnswer,
  handle: ({ body: { username, password }, deps, request, now }) =>
    signIn({ username, password, ip: request.ip }, deps.accessTokens, now),
});

export const postTokenRefresh = endpoint({
  summary: 'Exchange a user token for the next one and a fresh access token',
  body: RefreshRequest,
  reply: RefreshAnswer,
  handle: ({ body, deps, now }) => refreshSession(body.userToken, deps.accessTokens, now),
});

export const postLogout = endpoint({
  summary: 'Sign out: ends the session of the Authorization-Token header, or all of the user',
  headers: ['Authorization-Token'],
  async handle(context) {
    await signOut(actorOf(context), context.request.get('Authorization-Token'), context.now);
    return new Reply(204);
  },
});

export const postAccountLink = endpoint({
  summary: 'Link the account to its member',
  body: AccountLinkForm,
  reply: TokenAnswer,
  handle: ({ body: { lastNm, birthDt, phone }, deps, request, now, actor }) =>
    linkAccount(
      actorOf({ actor }),
      { lastNm, birthDt, phone, ip: request.ip },
      { accessTokens: deps.accessTokens, appUrl: deps.config.APP_URL },
      now,
    ),
});

export const postPermissionCheck = endpoint({
  summary: 'Whether one holds a permission at an organization',
  body: PermissionCheck,
  reply: PermissionAnswer,
  async handle({ body, actor }) {
    const organizationNumber = body.resourceUri.replace(/^\/?organizations\//, '');
    // The schema lets only known permissions through.
    const permission = body.permission as Permission;
    return { allowed: await isActorPermitted(actorOf({ actor }), permission, organizationNumber) };
  },
});
