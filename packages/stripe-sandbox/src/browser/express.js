// The button of the express element: one wallet stands for all of them. It notifies the page when it is pressed.
(() => {
  const button = document.getElementById('pay');
  let port = null;

  const send = (type) => port?.postMessage({ type });
  button.addEventListener('click', () => send('pay'));
  button.addEventListener('focus', () => send('focus'));
  button.addEventListener('blur', () => send('blur'));

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.type !== 'init' || port) return;
    [port] = event.ports;
    port.onmessage = ({ data }) => {
      if (data.type === 'focus') button.focus();
    };
    send('ready');
  });
})();
