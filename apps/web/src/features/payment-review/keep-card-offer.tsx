import { useQuery } from '@tanstack/react-query';
import { ADD_CARD } from '../../parts/payment/add-card-link.ts';
import { paths } from '../../paths.ts';
import { savedCardsQuery } from '../../queries/cards.ts';
import { ButtonLink } from '../../ui/button-link.tsx';

/** A link to the form that saves a card, for members without a usable one. */
export function KeepCardOffer({ memberId }: { memberId: string }) {
  const { data } = useQuery(savedCardsQuery(memberId));
  if (!data || data.some(({ isExpired }) => !isExpired)) return null;
  return (
    <ButtonLink variant="link" to={`${paths.profile.href()}#${ADD_CARD}`}>
      Keep a card for next time
    </ButtonLink>
  );
}
