import type { ConnectedAccountState } from '@kinfold/domain/connected-account';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

/** The names of the states of an account, and their meaning for payers. */
export const STATE_TEXTS: Record<ConnectedAccountState, { name: string; tone: Tone; meaning: string }> = {
  active: {
    name: 'Takes payments',
    tone: 'ok',
    meaning: 'Dues that members pay by card go to this account. The processing fee stays with this portal.',
  },
  restricted: {
    name: 'Restricted',
    tone: 'warn',
    meaning:
      'The card provider takes no payments for this account at the moment. Members see a note, and nothing is charged. Its owner can see at the provider what is missing.',
  },
  deauthorized: {
    name: 'Access withdrawn',
    tone: 'danger',
    meaning:
      'The owner of this account has withdrawn our access. Members see a note, and nothing is charged. Connect it again, or disconnect it: then dues are paid to the account of this portal.',
  },
};

/** The state of an account: a dot and a word. */
export function AccountState({ state }: { state: ConnectedAccountState }) {
  const { name, tone } = STATE_TEXTS[state];
  return <StatusDot tone={tone}>{name}</StatusDot>;
}
