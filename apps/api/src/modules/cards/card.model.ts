import type { CardTry } from '@kinfold/domain/card-tries';
import type { Author } from '../../platform/author.ts';
import { collection } from '../../platform/database.ts';
import type { Change } from '../audit/audit.service.ts';

/** The provider's customer of a member, under which its saved cards are kept. `_id` is the member's id. */
export type ProviderCustomer = { _id: string; customerId: string };

/**
 * The tries that count against a member, a network address or a card; `_id` says whose. Changed by comparing `version`
 * and writing, so that any number of processes share one count; a TTL index removes it some time after `expireDt`.
 */
export type CardTries = { _id: string; tries: CardTry[]; version: number; expireDt: Date };

/** A card that has paid for a member before. `_id` is the member's id, a colon, the card's fingerprint or its id. */
export type PaidCard = { _id: string };

/**
 * The saving of a card; `_id` is the provider's setup intent. Kept for a day after it has ended (`endedDt`): an event may
 * still tell of a card that was refused before.
 */
export type CardSetup = {
  _id: string;
  memberId: string;
  /** Whose history tells of the card, and who wrote it there; missing in setups from before there was a history. */
  history?: { change: Change; author: Author };
  tryId: string;
  tryKeys: string[];
  createdDt: Date;
  endedDt: Date | null;
};

export const providerCustomers = () => collection<ProviderCustomer>('provider_customers');
export const cardTries = () => collection<CardTries>('card_tries');
export const paidCards = () => collection<PaidCard>('paid_cards');
export const cardSetups = () => collection<CardSetup>('card_setups');
