/**
 * A fake of the card provider's script: fields are plain inputs; a test sets the result of creating a payment method.
 */
import { vi } from 'vitest';

type Listener = (event: object) => void;

function fakeElement(type: string) {
  const listeners = new Map<string, Set<Listener>>();
  const input = document.createElement('input');
  input.setAttribute('aria-label', type);
  const emit = (event: string, detail: object) => {
    for (const listener of listeners.get(event) ?? []) listener({ elementType: type, ...detail });
  };
  input.addEventListener('input', () =>
    emit('change', {
      complete: input.value !== '' && input.value !== 'bad',
      empty: input.value === '',
      error: input.value === 'bad' ? { message: 'Your card number is invalid.' } : undefined,
    }),
  );
  return {
    emit,
    mount: (place: HTMLElement) => place.append(input),
    on: (event: string, listener: Listener) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    update: () => undefined,
    focus: () => input.focus(),
    destroy: () => input.remove(),
  };
}

type Answer = { paymentMethod?: object; error?: { type?: string; code?: string; message: string } };
const createPaymentMethod = vi.fn<(request: object) => Promise<Answer>>();
type SetupAnswer = { setupIntent?: object; error?: { message: string } };
const confirmCardSetup = vi.fn<(secret: string, data: { payment_method: string }) => Promise<SetupAnswer>>();
const handleNextAction = vi.fn<(request: { clientSecret: string }) => Promise<object>>();
let express: ReturnType<typeof fakeElement> | undefined;
const notUsed = () => Promise.resolve({});

/** The Stripe object; its methods are mocks. */
export const fakeStripe = {
  createPaymentMethod,
  handleNextAction,
  confirmCardSetup,
  createToken: notUsed,
  confirmCardPayment: notUsed,
  elements() {
    const made = new Map<string, ReturnType<typeof fakeElement>>();
    return {
      create(type: string) {
        const element = fakeElement(type);
        if (type === 'expressCheckout') express = element;
        made.set(type, element);
        return element;
      },
      getElement: (component: { __elementType?: string }) => made.get(component.__elementType ?? '') ?? null,
      update: () => undefined,
      submit: notUsed,
    };
  },
};

/**
 * Fires an event of the wallet element: `ready`, `confirm`, `cancel` or `loaderror`. Throws if there is no such
 * element.
 */
export function tellOfWallet(event: string, detail: object = {}): void {
  if (!express) throw new Error('there is no wallet element');
  express.emit(event, detail);
}

/** Returns whether the page has created the wallet element. */
export const hasWallets = () => express !== undefined;

/** Installs the fake, as if the script were loaded. */
export function installFakeStripe(): void {
  express = undefined;
  createPaymentMethod.mockReset().mockResolvedValue({
    paymentMethod: { id: 'pm_new', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 } },
  });
  confirmCardSetup.mockReset().mockResolvedValue({ setupIntent: { id: 'seti_1', status: 'succeeded' } });
  handleNextAction.mockReset().mockResolvedValue({});
  // The version that the loader expects; it warns about any other.
  const script = Object.assign(() => fakeStripe, { version: 'endive' });
  Object.assign(window, { Stripe: script });
}

/** Removes the fake script. */
export function removeFakeStripe(): void {
  Reflect.deleteProperty(window, 'Stripe');
}
