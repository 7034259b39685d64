import * as z from 'zod/mini';
import { CardSetup, CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import { fullName } from '../../modules/people/members/member.service.ts';
import { addressKey } from '../../platform/rate-limit.ts';
import { stopAutopaysOf } from '../../modules/money/cards/autopay.service.ts';
import { finishCardSetup, startCardSetup } from '../../modules/money/cards/card-setup.service.ts';
import { listSavedCards, removeCard, type Cardholder } from '../../modules/money/cards/card.service.ts';

const ofMember = endpointFor<MemberGrant>();

function ownerOf(context: Pick<Context<unknown, unknown, MemberGrant>, 'granted' | 'actor'>): Cardholder {
  const { member } = context.granted;
  const { _id: memberId, organizationNumber } = member;
  return { memberId, organizationNumber, name: fullName(member), email: actorOf(context).email };
}

export const getCards = ofMember({
  admission: 'last',
  summary: 'The saved cards of a member',
  reply: z.array(SavedCard),
  handle: ({ deps, granted, today }) => listSavedCards(deps.provider, granted.member._id, today),
});

export const postCardSetup = ofMember({
  admission: 'last',
  summary: 'Start saving a card: returns the secret with which the browser sends it to the card provider',
  reply: CardSetupAnswer,
  isAnsweredAnew: true,
  answers: { 429: { description: 'Too many cards were declined; `Retry-After` says when' } },
  async handle(context) {
    const owner = { ...ownerOf(context), address: addressKey(context.request.ip) };
    return { client_secret: await startCardSetup(owner, await authorOf(context), context.deps) };
  },
});

export const postCard = ofMember({
  admission: 'last',
  summary: 'Save the card that was sent to the card provider',
  body: CardSetup,
  reply: SavedCard,
  handle: (context) => finishCardSetup(ownerOf(context), context.body.setup_token, context.deps),
});

export const deleteCard = ofMember({
  summary: 'Remove a saved card; autopay with it stops',
  async handle(context) {
    const { deps, params, now } = context;
    const author = await authorOf(context);
    const cardId = params['cardId'] ?? '';
    await removeCard(deps.provider, ownerOf(context), cardId, author, now);
    await stopAutopaysOf(context.granted.member._id, 'card_removed', { cardId });
    return new Reply(204);
  },
});
