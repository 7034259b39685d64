import * as z from 'zod/mini';
import { CardSetup, CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import { actorOf, endpoint, Reply, type Context } from '../../platform/endpoint.ts';
import { requireMember } from '../members/member.service.ts';
import { addressKey } from '../../platform/rate-limit.ts';
import { finishCardSetup, startCardSetup } from './card-setup.service.ts';
import { listSavedCards, removeCard, type CardOwner } from './card.service.ts';

async function ownerOf(context: Pick<Context, 'params' | 'actor'>): Promise<CardOwner> {
  const { _id, firstNm, lastNm } = await requireMember(context.params['id']);
  return { memberId: _id, name: `${firstNm} ${lastNm}`, email: actorOf(context).email };
}

export const getCards = endpoint({
  summary: 'The saved cards of a member',
  reply: z.array(SavedCard),
  handle: async ({ deps, params, today }) =>
    listSavedCards(deps.provider, (await requireMember(params['id']))._id, today),
});

export const postCardSetup = endpoint({
  summary: 'Start saving a card: the secret with which the browser hands it to the card provider',
  reply: CardSetupAnswer,
  answers: { 429: { description: 'Too many cards were declined; `Retry-After` says when' } },
  async handle(context) {
    const owner = { ...(await ownerOf(context)), address: addressKey(context.request.ip) };
    return { client_secret: await startCardSetup(owner, context.deps) };
  },
});

export const postCard = endpoint({
  summary: 'Keep the card that was handed to the card provider',
  body: CardSetup,
  reply: SavedCard,
  handle: async (context) => finishCardSetup(await ownerOf(context), context.body.setup_token, context.deps),
});

export const deleteCard = endpoint({
  summary: 'Remove a saved card',
  async handle({ deps, params }) {
    const { _id } = await requireMember(params['id']);
    await removeCard(deps.provider, _id, params['cardId'] ?? '');
    return new Reply(204);
  },
});
