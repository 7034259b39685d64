/** Whether the people of an answer are covered today, as its reader may know it. */
import { actorOf, type Context } from './endpoint.ts';
import { moneyReader } from '../modules/identity/access/member-access.service.ts';
import {
  readCoversToday,
  type CoversAsked,
  type CoversToday,
} from '../modules/funds/coverage/covers-today.service.ts';

/** The currency and the time zone in which an answer says amounts and days. */
export const shownBy = ({ deps: { config } }: Pick<Context, 'deps'>) => ({
  currency: config.CURRENCY,
  timeZone: config.TIME_ZONE,
});

/** The covers of some members and memberships; amounts only where the actor may see them. */
export async function coversFor(
  context: Pick<Context, 'actor' | 'deps' | 'now'>,
  asked: CoversAsked,
): Promise<CoversToday> {
  return readCoversToday(asked, await moneyReader(actorOf(context)), shownBy(context), context.now);
}
