import * as z from 'zod/mini';
import { CardSetup, CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import { actorOf, endpoint, Reply, type Context } from '../../platform/endpoint.ts';
import { requireMember } from '../members/member.service.ts';
import {
  finishCardSetup,
  listSavedCards,
  removeCard,
  startCardSetup,
  type CardOwner,
} from './card.service.ts';

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
  async handle({ now, ...context }) {
    return { client_secret: await startCardSetup(context.deps.provider, await ownerOf(context), now) };
  },
});

export const postCard = endpoint({
  summary: 'Keep the card that was handed to the card provider',
  body: CardSetup,
  reply: SavedCard,
  async handle({ body, today, ...context }) {
    return finishCardSetup(context.deps.provider, await ownerOf(context), body.setup_token, today);
  },
});

export const deleteCard = endpoint({
  summary: 'Remove a saved card',
  async handle({ deps, params }) {
    const { _id } = await requireMember(params['id']);
    await removeCard(deps.provider, _id, params['cardId'] ?? '');
    return new Reply(204);
  },
});
