// A stand-in for Stripe's browser script, for development and tests, which @stripe/stripe-js and
// @stripe/react-stripe-js use unchanged. It has no access to card data: the fields are frames on the sandbox's origin,
// which post to the sandbox. Styles are set by the CSSOM only, for a Content-Security-Policy without inline styles.
(() => {
  if (window.Stripe) return;

  const origin = new URL(document.currentScript.src).origin;
  /** The release that @stripe/stripe-js 10.2 expects. */
  const VERSION = 'endive';
  const FIELD_HEIGHT = 44;
  /** How long a frame may take to load and answer, in ms. */
  const FRAME_TIMEOUT = 30_000;
  const TITLES = {
    card: 'Secure card payment input frame',
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
    postalCode: 'Secure postal code input frame',
    expressCheckout: 'Secure express checkout frame',
  };
  const CLASSES = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  };
  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
  };
  const NO_WALLETS = {
    amazonPay: false,
    applePay: false,
    googlePay: false,
    klarna: false,
    link: false,
    paypal: false,
  };
  let counter = 0;

  function makeFrame(path, title) {
    const frame = document.createElement('iframe');
    frame.src = origin + path;
    frame.title = title;
    frame.name = `__privateStripeFrame${(counter += 1)}`;
    frame.allow = 'payment *';
    frame.setAttribute('scrolling', 'no');
    // Without this, browsers paint an opaque background in frames of pages with a dark color scheme.
    frame.style.colorScheme = 'light only';
    frame.style.border = '0';
    frame.style.display = 'block';
    frame.style.width = '100%';
    return frame;
  }

  /** Opens a message channel to the frame at each load; moving a frame in the document reloads it. */
  function connect(frame, init, onMessage) {
    let port = null;
    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = ({ data }) => onMessage(data);
      frame.contentWindow?.postMessage({ type: 'init', ...init() }, origin, [channel.port2]);
    });
    return (message) => port?.postMessage(message);
  }

  class StripeElement {
    #group;
    #options;
    #handlers = new Map();
    #container = null;
    #frame = null;
    #send = () => {};
    #state = { empty: true, complete: false, error: undefined };
    #isFocused = false;
    #isDestroyed = false;
    #isReady = false;
    #waiting = [];
    #requests = new Map();
    #labels = [];

    constructor(elementType, options, group) {
      this._elementType = elementType;
      this._componentName = elementType;
      this.#options = { ...options };
      this.#group = group;
    }

    mount(target) {
      if (this.#isDestroyed)
        throw new Error('This Element has already been destroyed. Please create a new one.');
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(container instanceof Element)) {
        throw new Error(
          `The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`,
        );
      }
      if (this.#container === container && this.#frame?.isConnected) return;
      this.unmount();
      this.#container = container;
      container.replaceChildren();
      const height = heightFor(container);
      this.#frame = makeFrame(`/v3/elements/${this._elementType}.html`, TITLES[this._elementType]);
      this.#frame.style.height = `${height}px`;
      this.#send = connect(
        this.#frame,
        () => ({
          group: this.#group.id,
          publishableKey: this.#group.publishableKey,
          options: plain(this.#options),
        }),
        (message) => this.#onMessage(message),
      );
      container.append(this.#frame);
      container.addEventListener('click', this.#focusOnClick);
      this.#labels = container.id
        ? [...document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)]
        : [];
      for (const label of this.#labels) label.addEventListener('click', this.#focusOnClick);
      this.#showState();
    }

    unmount() {
      const container = this.#container;
      if (!container) return;
      container.removeEventListener('click', this.#focusOnClick);
      for (const label of this.#labels) label.removeEventListener('click', this.#focusOnClick);
      for (const names of Object.values(this.#classes())) container.classList.remove(...words(names));
      this.#frame?.remove();
      this.#frame = null;
      this.#container = null;
      this.#isReady = false;
      this.#isFocused = false;
      this.#state = { empty: true, complete: false, error: undefined };
      for (const settle of this.#requests.values()) settle({ error: null });
      this.#requests.clear();
    }

    /** Idempotent: React may call it twice. */
    destroy() {
      this.unmount();
      this.#isDestroyed = true;
      this.#handlers.clear();
      this.#group.elements.delete(this._elementType);
    }

    on(type, handler) {
      const handlers = this.#handlers.get(type) ?? [];
      this.#handlers.set(type, [...handlers, handler]);
      // React attaches its handlers after mounting, when a cached frame may be ready already.
      if (type === 'ready' && this.#isReady) {
        queueMicrotask(() => handler(this.#readyEvent()));
      }
      return this;
    }

    once(type, handler) {
      const onceOnly = (event) => {
        this.off(type, onceOnly);
        handler(event);
      };
      return this.on(type, onceOnly);
    }

    off(type, handler) {
      const handlers = this.#handlers.get(type) ?? [];
      this.#handlers.set(type, handler ? handlers.filter((each) => each !== handler) : []);
      return this;
    }

    addEventListener(type, handler) {
      return this.on(type, handler);
    }

    removeEventListener(type, handler) {
      return this.off(type, handler);
    }

    update(options = {}) {
      if (this.#container && options.classes) {
        for (const names of Object.values(this.#classes())) this.#container.classList.remove(...words(names));
      }
      this.#options = { ...this.#options, ...options };
      this.#post({ type: 'update', options: plain(options) });
      this.#showState();
    }

    focus() {
      this.#frame?.focus();
      this.#post({ type: 'focus' });
    }

    blur() {
      this.#post({ type: 'blur' });
    }

    clear() {
      this.#post({ type: 'clear' });
    }

    /** Lets the frame of the number create a payment method or token from the group's fields. */
    async _create(path, fields) {
      if (!this.#frame) {
        throw new Error(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        );
      }
      const id = (counter += 1);
      const reply = new Promise((resolve) => {
        this.#requests.set(id, resolve);
        setTimeout(() => resolve({ error: CONNECTION_ERROR }), FRAME_TIMEOUT);
      });
      // The frame of the number reads the others, so all must have loaded.
      void Promise.all([...this.#group.elements.values()].map((element) => element._ready())).then(() =>
        this.#post({ type: 'create', id, path, fields }),
      );
      return reply;
    }

    _ready() {
      if (!this.#frame || this.#isReady) return Promise.resolve();
      return new Promise((resolve) => this.once('ready', resolve));
    }

    /** Sends a message when the frame has loaded. */
    #post(message) {
      if (this.#isReady) this.#send(message);
      else this.#waiting.push(message);
    }

    #focusOnClick = (event) => {
      event.preventDefault();
      this.focus();
    };

    #onMessage(message) {
      const { _elementType: elementType } = this;
      if (message.type === 'ready') {
        this.#isReady = true;
        for (const waiting of this.#waiting.splice(0)) this.#send(waiting);
        this.#emit('ready', this.#readyEvent());
      } else if (message.type === 'pay') {
        void this.#payWithWallet();
      } else if (message.type === 'change') {
        const isFirst = !this.#isReady;
        this.#state = message.state;
        this.#showState();
        if (!isFirst) this.#emit('change', { ...message.state, value: undefined });
      } else if (message.type === 'focus' || message.type === 'blur') {
        this.#isFocused = message.type === 'focus';
        this.#showState();
        this.#emit(message.type, { elementType });
      } else if (message.type === 'escape') {
        this.#emit('escape', { elementType });
      } else if (message.type === 'enter') {
        submitForm(this.#container?.closest('form'));
      } else if (message.type === 'created') {
        this.#requests.get(message.id)?.(message);
        this.#requests.delete(message.id);
      }
    }

    #readyEvent() {
      const { _elementType: elementType } = this;
      if (elementType !== 'expressCheckout') return { elementType };
      return { elementType, availablePaymentMethods: { ...NO_WALLETS, googlePay: true } };
    }

    /** Shows the wallet's sheet, then tells the page how it ended; `createPaymentMethod` gives the accepted card. */
    async #payWithWallet() {
      const event = { elementType: this._elementType, expressPaymentType: 'google_pay' };
      const isWanted = await new Promise((resolve) => {
        const answer = { resolve: () => resolve(true), reject: () => resolve(false) };
        if (!this.#handlers.get('click')?.length) resolve(true);
        this.#emit('click', { ...event, ...answer });
      });
      if (!isWanted) return;
      const { amount, currency, publishableKey } = this.#group;
      const answer = await showSheet('/v3/wallet.html', 'Test Wallet', { amount, currency, publishableKey });
      if (answer.type === 'accept') {
        this.#group.walletCard = answer.paymentMethod;
        this.#emit('confirm', { ...event, paymentFailed() {} });
      } else this.#emit('cancel', { elementType: this._elementType });
    }

    #emit(type, event) {
      for (const handler of this.#handlers.get(type) ?? []) handler(event);
    }

    #classes() {
      return { ...CLASSES, ...this.#options.classes };
    }

    #showState() {
      if (!this.#container) return;
      const { empty, complete, error } = this.#state;
      const isOn = { base: true, complete, empty, focus: this.#isFocused, invalid: Boolean(error) };
      for (const [state, names] of Object.entries(this.#classes())) {
        for (const name of words(names)) this.#container.classList.toggle(name, Boolean(isOn[state]));
      }
    }
  }

  /** Implicit submission, as by Enter in an input: not while the form's submit button is disabled. */
  function submitForm(form) {
    const button = form?.querySelector('[type=submit], button:not([type])');
    if (form && !button?.disabled) form.requestSubmit(button);
  }

  const words = (names) =>
    String(names ?? '')
      .split(/\s+/)
      .filter(Boolean);
  /** Options without functions, which cannot be cloned into a message. */
  const plain = (options) => JSON.parse(JSON.stringify(options ?? {}));

  /** The height of a field: its container's, else the height that makes 44 px with the padding. */
  function heightFor(container) {
    const style = getComputedStyle(container);
    const sum = (...names) => names.reduce((total, name) => total + (Number.parseFloat(style[name]) || 0), 0);
    const padding = sum('paddingTop', 'paddingBottom');
    const own = container.clientHeight - padding;
    if (own >= 16) return own;
    return Math.max(24, FIELD_HEIGHT - padding - sum('borderTopWidth', 'borderBottomWidth'));
  }

  class StripeElements {
    #group;

    /** `options` of a group for an intent that is created later: amount and currency. */
    constructor(publishableKey, { amount, currency } = {}) {
      this.#group = {
        id: crypto.getRandomValues(new Uint32Array(4)).join('-'),
        publishableKey,
        elements: new Map(),
        amount,
        currency,
        walletCard: null,
      };
    }

    create(elementType, options = {}) {
      if (!TITLES[elementType]) throw new Error(`The sandbox has no Element of type ${elementType}.`);
      if (this.#group.elements.has(elementType)) {
        throw new Error(`Can only create one Element of type ${elementType} through create().`);
      }
      const element = new StripeElement(elementType, options, this.#group);
      this.#group.elements.set(elementType, element);
      return element;
    }

    getElement(type) {
      // react-stripe-js passes components, whose `__elementType` is the type.
      const name = typeof type === 'string' ? type : type?.__elementType;
      return this.#group.elements.get(name) ?? null;
    }

    update({ amount, currency } = {}) {
      this.#group.amount = amount ?? this.#group.amount;
      this.#group.currency = currency ?? this.#group.currency;
    }

    /** The card that was accepted in a wallet, once. */
    _takeWalletCard() {
      const card = this.#group.walletCard;
      this.#group.walletCard = null;
      return card;
    }

    submit() {
      return Promise.resolve({});
    }

    fetchUpdates() {
      return Promise.resolve({});
    }
  }

  /** `{a: {b: 1}}` as `a[b]=1`. */
  function formEncode(value, prefix = '', into = {}) {
    for (const [name, each] of Object.entries(value ?? {})) {
      const key = prefix ? `${prefix}[${name}]` : name;
      if (each === undefined || each === null) continue;
      if (typeof each === 'object') formEncode(each, key, into);
      else into[key] = String(each);
    }
    return into;
  }

  function makeStripe(publishableKey) {
    async function call(method, path, params) {
      const text = new URLSearchParams(formEncode(params)).toString();
      try {
        const response = await fetch(origin + path + (method === 'GET' ? `?${text}` : ''), {
          method,
          headers: {
            Authorization: `Bearer ${publishableKey}`,
            ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
          },
          ...(method === 'POST' && { body: text }),
        });
        const body = await response.json();
        return response.ok ? { value: body } : { error: body.error };
      } catch {
        return { error: CONNECTION_ERROR };
      }
    }

    const named = (name, { value, error }) =>
      value ? { [name]: value } : { error: error ?? CONNECTION_ERROR };

    async function createPaymentMethod(first, second, third) {
      if (first?.elements instanceof StripeElements) {
        const value = first.elements._takeWalletCard();
        if (!value) throw new Error('The sandbox makes a payment method of Elements after a wallet only.');
        return { paymentMethod: value };
      }
      const { type, card, ...rest } =
        typeof first === 'string' ? { type: first, card: second, ...third } : first;
      if (type !== undefined && type !== 'card')
        throw new Error('The sandbox knows payment methods of type card only.');
      const fields = formEncode(rest);
      const result =
        card instanceof StripeElement
          ? await card._create('/v1/payment_methods', fields)
          : await call('POST', '/v1/payment_methods', { type: 'card', card, ...rest });
      return named('paymentMethod', result);
    }

    async function createToken(element, data = {}) {
      if (!(element instanceof StripeElement))
        throw new Error('The sandbox makes tokens of card Elements only.');
      return named('token', await element._create('/v1/tokens', formEncode({ card: data })));
    }

    const intentId = (clientSecret) => {
      const id = /^((?:pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret ?? '')?.[1];
      if (!id) {
        throw new Error(
          `Invalid value for the client secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
        );
      }
      return id;
    };

    const kindOf = (clientSecret) =>
      clientSecret?.startsWith('seti_')
        ? {
            path: '/v1/setup_intents',
            name: 'setupIntent',
            error: 'last_setup_error',
            object: 'setup_intent',
          }
        : {
            path: '/v1/payment_intents',
            name: 'paymentIntent',
            error: 'last_payment_error',
            object: 'payment_intent',
          };

    async function retrieve(clientSecret) {
      const { path, name } = kindOf(clientSecret);
      const result = await call('GET', `${path}/${intentId(clientSecret)}`, { client_secret: clientSecret });
      return named(name, result);
    }

    /** Shows the 3-D Secure page when the intent requires it; resolves with the intent after that. */
    async function handleAction(clientSecret) {
      const { name, error, object } = kindOf(clientSecret);
      let result = await retrieve(clientSecret);
      if (result.error || result[name].status !== 'requires_action') return result;
      await showSheet('/v3/challenge.html', '3D Secure authentication', { clientSecret });
      result = await retrieve(clientSecret);
      const failure = result[name]?.[error];
      if (failure && result[name].status === 'requires_payment_method') {
        return { error: { ...failure, [object]: result[name] } };
      }
      return result;
    }

    async function confirm(clientSecret, data = {}, { handleActions = true } = {}) {
      const { path, name } = kindOf(clientSecret);
      const id = intentId(clientSecret);
      const { payment_method: given, ...rest } = data;
      let paymentMethod = given;
      if (given && typeof given === 'object') {
        const created = await createPaymentMethod({ type: 'card', ...given });
        if (created.error) return { error: created.error };
        paymentMethod = created.paymentMethod.id;
      }
      if (paymentMethod === undefined && handleActions) {
        // When the server has confirmed the intent, only its next action is left.
        const current = await retrieve(clientSecret);
        if (current[name]?.status === 'requires_action') return handleAction(clientSecret);
      }
      const result = named(
        name,
        await call('POST', `${path}/${id}/confirm`, {
          ...rest,
          payment_method: paymentMethod,
          client_secret: clientSecret,
          use_stripe_sdk: true,
        }),
      );
      const isWaiting = result[name]?.status === 'requires_action';
      return isWaiting && handleActions ? handleAction(clientSecret) : result;
    }

    return {
      elements: (options) => new StripeElements(publishableKey, options),
      createPaymentMethod,
      createToken,
      confirmCardPayment: confirm,
      confirmCardSetup: confirm,
      handleCardAction: handleAction,
      handleNextAction: ({ clientSecret }) => handleAction(clientSecret),
      retrievePaymentIntent: retrieve,
      retrieveSetupIntent: retrieve,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  /** Removed only with the next one: a test that pressed a button in its frame may not have finished that press. */
  let closedSheet;

  /** Shows a page of the sandbox in a modal dialog; resolves with the payer's answer. */
  function showSheet(path, title, init) {
    return new Promise((resolve) => {
      closedSheet?.remove();
      const before = document.activeElement;
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', title);
      const frame = makeFrame(path, title);
      Object.assign(dialog.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: '0',
        padding: '0',
        border: '0',
        background: 'transparent',
        overflow: 'hidden',
      });
      frame.style.height = '100%';
      frame.addEventListener('load', () => frame.focus());
      connect(
        frame,
        () => init,
        (answer) => {
          dialog.close();
          closedSheet = dialog;
          if (before instanceof HTMLElement) before.focus();
          resolve(answer);
        },
      );
      // Escape is handled by the page in the frame, which must report its answer.
      dialog.addEventListener('cancel', (event) => event.preventDefault());
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function Stripe(publishableKey) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
      throw new Error(
        'Please call Stripe() with your publishable key. You used an empty string or another value.',
      );
    }
    return makeStripe(publishableKey);
  }
  Stripe.version = VERSION;
  window.Stripe = Stripe;
})();
