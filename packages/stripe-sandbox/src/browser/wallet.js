// The wallet's sheet: the payer accepts with one of its cards, which becomes a payment method, or cancels.
(() => {
  const byId = (id) => document.getElementById(id);
  const [accept, cancel, problem] = ['accept', 'cancel', 'problem'].map(byId);
  let port = null;
  let publishableKey = '';

  const end = (message) => port?.postMessage(message);

  async function pay() {
    accept.disabled = true;
    problem.hidden = true;
    try {
      const nextYear = new Date().getFullYear() + 1;
      const response = await fetch('/v1/payment_methods', {
        method: 'POST',
        headers: { Authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          type: 'card',
          'card[number]': byId('card').value,
          'card[exp_month]': '12',
          'card[exp_year]': String(nextYear),
          'card[cvc]': '123',
          'billing_details[name]': 'Test Wallet',
          'billing_details[address][postal_code]': '12345',
        }),
      });
      const body = await response.json();
      if (!response.ok) throw new Error(body.error.message);
      end({ type: 'accept', paymentMethod: body });
    } catch (error) {
      problem.textContent = `The wallet could not pay: ${error.message}`;
      problem.hidden = false;
      accept.disabled = false;
    }
  }

  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void pay();
  });
  cancel.addEventListener('click', () => end({ type: 'cancel' }));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') end({ type: 'cancel' });
  });

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.type !== 'init' || port) return;
    [port] = event.ports;
    ({ publishableKey } = event.data);
    const { amount, currency } = event.data;
    byId('amount').textContent = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
      amount / 100,
    );
    accept.focus();
  });
})();
