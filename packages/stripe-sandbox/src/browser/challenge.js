// The 3-D Secure page of the payer's bank. In a dialog of stripe.js it answers through a message port; opened by
// redirect (client_secret and return_url in the fragment) it redirects back.
(() => {
  const fromAddress = new URLSearchParams(location.hash.slice(1));
  let clientSecret = fromAddress.get('client_secret');
  const returnUrl = fromAddress.get('return_url');
  let port = null;

  const complete = document.getElementById('complete');
  const fail = document.getElementById('fail');
  const problem = document.getElementById('problem');

  async function answer(outcome) {
    complete.disabled = true;
    fail.disabled = true;
    problem.hidden = true;
    try {
      const response = await fetch('/v1/3ds2/challenge_complete', {
        method: 'POST',
        body: new URLSearchParams({ client_secret: clientSecret, outcome }),
      });
      // 402: authenticated, then declined. 400: the intent was canceled or confirmed again meanwhile.
      if (response.status >= 500) throw new Error('unavailable');
    } catch {
      problem.textContent = 'The bank could not be reached. Please try again.';
      problem.hidden = false;
      complete.disabled = false;
      fail.disabled = false;
      return;
    }
    if (port) port.postMessage({ type: 'done' });
    else if (returnUrl && /^https?:/.test(returnUrl)) goBack(outcome);
  }

  function goBack(outcome) {
    const kind = clientSecret.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
    const target = new URL(returnUrl);
    target.searchParams.set(kind, clientSecret.split('_secret_')[0]);
    target.searchParams.set(`${kind}_client_secret`, clientSecret);
    target.searchParams.set('redirect_status', outcome === 'complete' ? 'succeeded' : 'failed');
    location.assign(target);
  }

  complete.addEventListener('click', () => void answer('complete'));
  fail.addEventListener('click', () => void answer('fail'));
  // Escape fails the authentication.
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !fail.disabled) void answer('fail');
  });

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.type !== 'init' || port) return;
    [port] = event.ports;
    clientSecret = event.data.clientSecret;
    complete.focus();
  });
})();
