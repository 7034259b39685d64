import { noCardsText } from '@kinfold/domain/connected-account';
import { Callout } from '../../ui/callout.tsx';

/** A note that a recipient takes no card payments now. */
export function NoCards({ name }: { name: string }) {
  return (
    <Callout tone="warn" title={noCardsText(name)}>
      <p>What is due stays due. Nothing was charged.</p>
    </Callout>
  );
}
