import type Stripe from 'stripe';
import { find, findCustomer, ok, type Call, type Reply } from './api.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { metadata, text } from './params.ts';
import { detach } from './payment-methods.ts';

export function createCustomer(call: Call): Reply {
  const { tx, params, now } = call;
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: text(params, 'description') ?? null,
    discount: null,
    email: text(params, 'email') ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: metadata(params),
    name: text(params, 'name') ?? null,
    phone: text(params, 'phone') ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  tx.put(customer);
  tx.emit('customer.created', customer);
  return ok(customer);
}

/** A deleted customer is answered as `{id, object, deleted: true}`, as Stripe does. */
export const retrieveCustomer = (call: Call): Reply => ok(find(call, 'customer', call.id));

export function deleteCustomer(call: Call): Reply {
  const customer = findCustomer(call, call.id, 'id');
  for (const paymentMethod of call.tx.all('payment_method')) {
    if (paymentMethod.customer === customer.id) detach(call, paymentMethod);
  }
  call.tx.emit('customer.deleted', customer);
  return ok(call.tx.put<Stripe.DeletedCustomer>({ id: customer.id, object: 'customer', deleted: true }));
}

export function listCustomers({ tx, params }: Call): Reply {
  const email = text(params, 'email');
  const customers = tx
    .all('customer')
    .filter((each): each is Stripe.Customer => !each.deleted)
    .filter((each) => email === undefined || each.email === email);
  return ok(page(customers, params, '/v1/customers'));
}
