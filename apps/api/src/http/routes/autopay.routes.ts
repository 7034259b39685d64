import { Autopay, AutopayForm, AutopayLink, Autopays } from '@kinfold/domain/autopay';
import { CardSetup, CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import {
  findStopLink,
  finishCardChange,
  readCardLink,
  startCardChange,
  stopByLink,
} from '../../modules/money/autopay/autopay-links.service.ts';
import { readAutopays, setAutopay, stopAutopay } from '../../modules/money/autopay/autopay.service.ts';
import { authorOf } from '../author.ts';
import { endpoint, endpointFor, Reply, type Context } from '../endpoint.ts';

const ofMember = endpointFor<MemberGrant>();
const campaignOf = ({ params }: Pick<Context, 'params'>) => params['campaignId'] ?? '';
const linkOf = ({ params, request }: Pick<Context, 'params' | 'request'>) => ({
  token: params['token'] ?? '',
  ip: request.ip,
});

export const getAutopays = ofMember({
  summary: 'The funds whose dues are paid by a saved card by themselves, and those for which that can be set',
  reply: Autopays,
  handle: ({ granted, now }) => readAutopays(granted.member, now),
});

export const putAutopay = ofMember({
  admission: 'last',
  summary:
    'Pay the dues of a fund by a saved card by themselves, up to a limit for a calendar month; announces what will be paid',
  body: AutopayForm,
  reply: Autopay,
  async handle(context) {
    const { granted, body, deps } = context;
    return setAutopay(granted.member, campaignOf(context), body, await authorOf(context), deps);
  },
});

export const deleteAutopay = ofMember({
  summary: 'Stop paying the dues of a fund by themselves',
  reply: Autopay,
  async handle(context) {
    const { granted, now } = context;
    return stopAutopay(granted.member, campaignOf(context), 'member', await authorOf(context), now);
  },
});

export const getStopLink = endpoint({
  summary: 'What the link in a mail of autopay stops; it stops nothing by itself',
  reply: AutopayLink,
  handle: (context) => findStopLink(linkOf(context), context.now),
});

export const postStopLink = endpoint({
  summary: 'Stop autopay with the link in a mail, without signing in',
  async handle(context) {
    await stopByLink(linkOf(context), context.now);
    return new Reply(204);
  },
});

export const getCardLink = endpoint({
  summary: 'Whether the link in a mail still changes the card of autopay',
  reply: AutopayLink,
  handle: (context) => readCardLink(linkOf(context), context.now),
});

export const postCardLinkSetup = endpoint({
  admission: 'last',
  summary: 'Start saving another card for autopay with the link in a mail, without signing in',
  reply: CardSetupAnswer,
  answers: { 429: { description: 'Too many cards were declined; `Retry-After` says when' } },
  handle: async (context) => ({ client_secret: await startCardChange(linkOf(context), context.deps) }),
});

export const postCardLink = endpoint({
  admission: 'last',
  summary: 'Change the card of autopay with the link in a mail, once, and turn it on again',
  body: CardSetup,
  reply: SavedCard,
  handle: (context) => finishCardChange(linkOf(context), context.body.setup_token, context.deps),
});
