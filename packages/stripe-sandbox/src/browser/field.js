// One card field, in a frame on the sandbox's origin. The embedding page gets only whether a field is empty, complete
// or invalid, never its value. To create a payment method, the frame of the number reads its sibling frames (same
// origin, same group) and posts the card to the API.
(() => {
  const BRANDS = [
    { brand: 'visa', name: 'Visa', prefix: /^4/ },
    { brand: 'mastercard', name: 'Mastercard', prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/ },
    { brand: 'amex', name: 'Amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
    { brand: 'discover', name: 'Discover', prefix: /^(6011|64[4-9]|65)/ },
    { brand: 'diners', name: 'Diners', prefix: /^3(0[0-5]|[689])/, lengths: [14, 16] },
    { brand: 'jcb', name: 'JCB', prefix: /^35(2[89]|[3-8])/ },
    { brand: 'unionpay', name: 'UnionPay', prefix: /^62/, lengths: [16, 17, 18, 19] },
  ];
  const UNKNOWN = { brand: 'unknown', name: '', lengths: [16] };

  const digitsOf = (text) => text.replace(/\D/g, '');
  const brandOf = (digits) => BRANDS.find(({ prefix }) => prefix.test(digits)) ?? UNKNOWN;
  const lengthsOf = (brand) => brand.lengths ?? [16];

  function passesLuhn(digits) {
    let sum = 0;
    for (const [index, char] of [...digits].reverse().entries()) {
      const value = Number(char) * (index % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    }
    return sum % 10 === 0;
  }

  const good = { complete: true };
  const incomplete = (code, message) => ({ complete: false, code, message, isUnfinished: true });
  const wrong = (code, message) => ({ complete: false, code, message });

  function formatNumber(text) {
    const digits = digitsOf(text);
    const brand = brandOf(digits);
    const kept = digits.slice(0, Math.max(...lengthsOf(brand)));
    const groups = [];
    const sizes = brand.groups ?? [4, 4, 4, 4, 3];
    let start = 0;
    for (const size of sizes) {
      if (start < kept.length) groups.push(kept.slice(start, start + size));
      start += size;
    }
    return groups.join(' ');
  }

  function checkNumber(text) {
    const digits = digitsOf(text);
    const lengths = lengthsOf(brandOf(digits));
    if (lengths.includes(digits.length) && passesLuhn(digits)) return good;
    if (digits.length < Math.max(...lengths)) {
      return incomplete('incomplete_number', 'Your card number is incomplete.');
    }
    return wrong('invalid_number', 'Your card number is invalid.');
  }

  function formatExpiry(text, isDeleting) {
    // Autofill and paste give 2029-04, 04/2029 and 4/29.
    const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(text);
    const [, year, month] = iso ?? [];
    const parts = iso ? [month, year] : text.split('/').map((part) => part.trim());
    let digits = digitsOf(text);
    if (parts.length === 2 && /^\d{1,2}$/.test(parts[0])) {
      const shortYear = /^20\d\d$/.test(parts[1]) ? parts[1].slice(2) : parts[1];
      digits = parts[0].padStart(2, '0') + digitsOf(shortYear);
    } else if (/^[2-9]/.test(digits)) digits = `0${digits}`;
    digits = digits.slice(0, 4);
    if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
    return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  }

  function checkExpiry(text) {
    const digits = digitsOf(text);
    const month = Number(digits.slice(0, 2));
    if (digits.length >= 2 && (month < 1 || month > 12)) {
      return wrong('invalid_expiry_month', "Your card's expiration date is invalid.");
    }
    if (digits.length < 4)
      return incomplete('incomplete_expiry', "Your card's expiration date is incomplete.");
    const now = new Date();
    const year = 2000 + Number(digits.slice(2));
    if (year < now.getFullYear()) {
      return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
    }
    if (year > now.getFullYear() + 50) {
      return wrong('invalid_expiry_year', "Your card's expiration year is invalid.");
    }
    if (year === now.getFullYear() && month < now.getMonth() + 1) {
      return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.");
    }
    return good;
  }

  function cvcLength() {
    const number = part('number');
    const brand = number === null ? UNKNOWN : brandOf(digitsOf(number));
    return brand.cvc ?? (brand === UNKNOWN ? null : 3);
  }

  function checkCvc(text) {
    const wanted = cvcLength();
    const { length } = digitsOf(text);
    return wanted === null ? (length >= 3 ? good : missingCvc()) : length === wanted ? good : missingCvc();
  }
  const missingCvc = () => incomplete('incomplete_cvc', "Your card's security code is incomplete.");

  const checkPostal = (text) =>
    text.trim().length >= 5 ? good : incomplete('incomplete_zip', 'Your postal code is incomplete.');

  /** The inputs of each kind of field. */
  const INPUTS = {
    number: {
      name: 'cardnumber',
      label: 'Credit or debit card number',
      placeholder: '1234 1234 1234 1234',
      autocomplete: 'cc-number',
      maxLength: 23,
      format: formatNumber,
      check: checkNumber,
    },
    expiry: {
      name: 'exp-date',
      label: 'Credit or debit card expiration date',
      placeholder: 'MM / YY',
      autocomplete: 'cc-exp',
      maxLength: 9,
      format: formatExpiry,
      check: checkExpiry,
    },
    cvc: {
      name: 'cvc',
      label: 'Credit or debit card CVC/CVV',
      placeholder: 'CVC',
      autocomplete: 'cc-csc',
      maxLength: 4,
      format: (text) => digitsOf(text).slice(0, cvcLength() ?? 4),
      check: checkCvc,
    },
    postal: {
      name: 'postal',
      label: 'Postal code',
      placeholder: 'ZIP',
      autocomplete: 'billing postal-code',
      maxLength: 10,
      format: (text) => text,
      check: checkPostal,
    },
  };
  const FIELDS = {
    card: ['number', 'expiry', 'cvc', 'postal'],
    cardNumber: ['number'],
    cardExpiry: ['expiry'],
    cardCvc: ['cvc'],
    postalCode: ['postal'],
  };
  const ORDER = ['number', 'expiry', 'cvc', 'postal'];

  const elementType = location.pathname.replace(/^.*\//, '').replace('.html', '');
  const inputs = new Map();
  let port = null;
  let group = null;
  let publishableKey = null;
  let options = {};
  let lastState = '';
  /** Inputs that have lost the focus once: only these show errors for incomplete values. */
  const shown = new Set();

  // For sibling frames; only those of the same origin can read it.
  window.sandboxField = {
    belongsTo: (other) => group !== null && other === group,
    value: (name) => inputs.get(name)?.value ?? null,
    refresh: () => report(),
    /** Shows all errors, also of empty inputs. */
    reveal: () => {
      shown.add('required');
      for (const name of inputs.keys()) shown.add(name);
      report();
    },
  };

  function siblings() {
    const found = [];
    for (let index = 0; index < window.parent.length; index += 1) {
      try {
        const field = window.parent[index].sandboxField;
        if (field?.belongsTo(group)) found.push(field);
      } catch {
        // A frame of another origin.
      }
    }
    return found;
  }

  /** The value of a part of the card in any frame of the group; null when there is no such field. */
  function part(name) {
    for (const field of siblings()) {
      const value = field.value(name);
      if (value !== null) return value;
    }
    return null;
  }

  function problemOf(name) {
    const input = inputs.get(name);
    if (!input || input.value === '') {
      return shown.has(name) && shown.has('required') ? INPUTS[name].check('') : null;
    }
    const result = INPUTS[name].check(input.value);
    return result.complete || (result.isUnfinished && !shown.has(name)) ? null : result;
  }

  /** Sends the page the state of the field when it has changed. */
  function report() {
    if (!port) return;
    const names = [...inputs.keys()];
    const value = (name) => inputs.get(name).value;
    const problem = names.map(problemOf).find(Boolean);
    const number = part('number');
    const brand = brandOf(digitsOf(number ?? ''));
    const state = {
      elementType,
      empty: names.every((name) => value(name) === ''),
      complete: names.every((name) => value(name) !== '' && INPUTS[name].check(value(name)).complete),
      error: problem && { code: problem.code, message: problem.message, type: 'validation_error' },
      ...(inputs.has('number') && { brand: brand.brand }),
    };
    for (const name of names) inputs.get(name).setAttribute('aria-invalid', String(problemOf(name) !== null));
    const badge = document.querySelector('.brand');
    if (badge) badge.textContent = brand.name;
    document.body.dataset.state = state.error
      ? 'invalid'
      : state.complete
        ? 'complete'
        : state.empty
          ? 'empty'
          : 'base';
    const text = JSON.stringify(state);
    if (text === lastState) return;
    lastState = text;
    port.postMessage({ type: 'change', state });
  }

  function onInput(name, event) {
    const input = inputs.get(name);
    const { format } = INPUTS[name];
    shown.delete(name);
    const isDeleting = Boolean(event?.inputType?.startsWith('delete'));
    const caret = input.selectionStart ?? input.value.length;
    const before = digitsOf(input.value.slice(0, caret)).length;
    const isAtEnd = caret === input.value.length;
    const formatted = format(input.value, isDeleting);
    if (formatted !== input.value) {
      input.value = formatted;
      // Formatting must keep the caret after the same digit.
      let position = 0;
      for (let seen = 0; seen < before && position < formatted.length; position += 1) {
        if (/\d/.test(formatted[position])) seen += 1;
      }
      input.setSelectionRange(...(isAtEnd ? [formatted.length, formatted.length] : [position, position]));
    }
    if (name === 'number') {
      // The length of the security code depends on the brand.
      for (const field of siblings()) if (field !== window.sandboxField) field.refresh();
    }
    report();
  }

  function makeInput(name) {
    const { label, placeholder, autocomplete, maxLength, name: htmlName } = INPUTS[name];
    const input = document.createElement('input');
    Object.assign(input, { type: 'text', name: htmlName, maxLength, placeholder, spellcheck: false });
    input.autocomplete = autocomplete;
    input.inputMode = name === 'postal' ? 'text' : 'numeric';
    input.setAttribute('autocorrect', 'off');
    input.setAttribute('autocapitalize', name === 'postal' ? 'characters' : 'off');
    input.setAttribute('aria-label', label);
    input.setAttribute('aria-required', 'true');
    if (elementType === 'card' && name !== 'number') input.className = 'narrow';
    input.addEventListener('input', (event) => onInput(name, event));
    input.addEventListener('focus', () => port?.postMessage({ type: 'focus' }));
    input.addEventListener('blur', () => {
      if (input.value !== '') shown.add(name);
      report();
      port?.postMessage({ type: 'blur' });
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') port?.postMessage({ type: 'escape' });
      if (event.key === 'Enter') port?.postMessage({ type: 'enter' });
    });
    return input;
  }

  const PSEUDO = [':hover', ':focus', '::placeholder', ':disabled', ':-webkit-autofill'];
  const PROPERTIES = [
    'color',
    'fontFamily',
    'fontSize',
    'fontStyle',
    'fontVariant',
    'fontWeight',
    'letterSpacing',
    'lineHeight',
    'textAlign',
    'textDecoration',
    'textShadow',
    'textTransform',
  ];

  /** Applies the style option: known properties only, set by the CSSOM, so that values cannot inject rules. */
  function applyStyle(style = {}) {
    const sheet = new CSSStyleSheet();
    const add = (selector, values) => {
      const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
      for (const name of PROPERTIES) {
        if (typeof values[name] === 'string') rule.style[name] = values[name];
      }
      if (selector.endsWith(':-webkit-autofill') && values.color) {
        rule.style.setProperty('-webkit-text-fill-color', values.color);
      }
    };
    for (const variant of ['base', 'complete', 'empty', 'invalid']) {
      const values = style[variant];
      if (!values) continue;
      const selector = variant === 'base' ? '.field input' : `.field[data-state='${variant}'] input`;
      add(selector, values);
      add(variant === 'base' ? '.field .brand' : `.field[data-state='${variant}'] .brand`, {
        color: values.iconColor ?? values.color,
        fontFamily: values.fontFamily,
      });
      if (values.color) add(`${selector}:-webkit-autofill`, { color: values.color });
      for (const pseudo of PSEUDO) if (values[pseudo]) add(selector + pseudo, values[pseudo]);
    }
    document.adoptedStyleSheets = [sheet];
  }

  function applyOptions(next) {
    options = { ...options, ...next };
    applyStyle(options.style);
    for (const [name, input] of inputs) {
      input.disabled = options.disabled === true;
      if (typeof options.placeholder === 'string' && elementType !== 'card') {
        input.placeholder = options.placeholder;
      } else input.placeholder = INPUTS[name].placeholder;
    }
    const badge = document.querySelector('.brand');
    if (badge) badge.hidden = !(options.showIcon ?? elementType === 'card');
  }

  function build() {
    if (FIELDS[elementType].includes('number')) {
      const badge = document.createElement('span');
      badge.className = 'brand';
      badge.setAttribute('aria-hidden', 'true');
      document.body.append(badge);
    }
    for (const name of FIELDS[elementType]) {
      if (name === 'postal' && elementType === 'card' && options.hidePostalCode) continue;
      const input = makeInput(name);
      inputs.set(name, input);
      document.body.append(input);
    }
  }

  /** Creates a payment method or a token from the fields of this group. */
  async function create({ path, fields }) {
    const problems = [];
    for (const name of ORDER) {
      const value = part(name);
      if (value !== null) problems.push(INPUTS[name].check(value));
    }
    const first = problems.find((problem) => !problem.complete);
    if (first) {
      for (const field of siblings()) field.reveal();
      return { error: { type: 'validation_error', code: first.code, message: first.message } };
    }
    const expiry = digitsOf(part('expiry') ?? '');
    const body = new URLSearchParams(fields);
    body.set('card[number]', digitsOf(part('number') ?? ''));
    body.set('card[exp_month]', expiry.slice(0, 2));
    body.set('card[exp_year]', expiry.slice(2));
    const cvc = part('cvc');
    if (cvc !== null) body.set('card[cvc]', cvc);
    const postal = part('postal');
    const postalName = 'billing_details[address][postal_code]';
    if (path === '/v1/payment_methods') {
      body.set('type', 'card');
      if (postal !== null && !body.has(postalName)) body.set(postalName, postal.trim());
    }
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${publishableKey}` },
        body,
      });
      const result = await response.json();
      return response.ok ? { value: result } : { error: result.error };
    } catch {
      return { error: null };
    }
  }

  async function onMessage({ data }) {
    const [first] = inputs.values();
    if (data.type === 'update') applyOptions(data.options);
    if (data.type === 'focus') first.focus();
    if (data.type === 'blur') document.activeElement?.blur();
    if (data.type === 'clear') {
      shown.clear();
      for (const input of inputs.values()) input.value = '';
      report();
    }
    if (data.type === 'create') port.postMessage({ type: 'created', id: data.id, ...(await create(data)) });
  }

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.type !== 'init' || port) return;
    [port] = event.ports;
    ({ group, publishableKey } = event.data);
    options = event.data.options;
    build();
    applyOptions({});
    port.onmessage = (message) => void onMessage(message);
    report();
    port.postMessage({ type: 'ready' });
  });
})();
