import { authorField } from '../../../platform/author.ts';
import { date, flag, int, list, mixed, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import type { Change } from '../../operations/audit/audit.service.ts';

/** The provider's customer of a member, under which its saved cards are kept. `_id` is the member's id. */
const ProviderCustomerModel = defineModel('provider_customers', { _id: text(), customerId: text() });

/**
 * The tries that count against a member, a network address or a card, named by `_id`. Written by compare-and-set on
 * `version`, so that any number of processes share one count; a TTL index removes it some time after `expireDt`.
 */
const CardTriesModel = defineModel('card_tries', {
  _id: text(),
  tries: list(object({ id: text(), dt: date(), isDeclined: flag() })),
  version: int(),
  expireDt: date(),
});

/**
 * A card that has paid for a member before. `_id` is the member's id, a colon, the card's fingerprint.
 */
const PaidCardModel = defineModel('paid_cards', { _id: text(), lastPaidDt: date() });

/**
 * A card being saved; `_id` is the provider's setup intent. Kept for a day after it has ended (`endedDt`): an event may
 * still report a card that was refused before.
 */
const CardSetupModel = defineModel('card_setups', {
  _id: text(),
  memberId: text(),
  /** The history entry to write when the card is saved, and its author. */
  history: object({ change: mixed<Change>(), author: authorField }),
  tryId: text(),
  tryKeys: list(text()),
  createdDt: date(),
  endedDt: orNull(date()),
});
export type CardSetup = DocumentOf<typeof CardSetupModel>;

export const providerCustomers = () => collectionOf(ProviderCustomerModel);
export const cardTries = () => collectionOf(CardTriesModel);
export const paidCards = () => collectionOf(PaidCardModel);
export const cardSetups = () => collectionOf(CardSetupModel);
