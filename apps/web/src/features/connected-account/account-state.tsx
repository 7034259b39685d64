import type { ConnectedAccountState } from '@kinfold/domain/connected-account';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

/** What the states of an account are called, and what each means to those who pay. */
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
      'The card provider takes no payments for this account at the moment. Members are told so, and nothing is charged. Its owner sees at the provider what is missing.',
  },
  deauthorized: {
    name: 'Access withdrawn',
    tone: 'danger',
    meaning:
      'The owner of this account has withdrawn our access. Members are told so, and nothing is charged. Connect it again, or disconnect it: then dues are paid to the account of this portal.',
  },
};

/** The state of an account: a dot and a word. */
export function AccountState({ state }: { state: ConnectedAccountState }) {
  const { name, tone } = STATE_TEXTS[state];
  return <StatusDot tone={tone}>{name}</StatusDot>;
}
